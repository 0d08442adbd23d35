import Type, { type Static } from 'typebox';

/** A reference comes as an id, or as the whole object where the service expands it. */
const Reference = Type.Union([Type.String(), Type.Object({ id: Type.String() })]);

/**
 * What the bot reads of a membership. Everything else that the service sends is left alone, so that a
 * service which adds, drops or retypes another field still works.
 */
export const WireMembership = Type.Object({
  id: Type.String({ pattern: '^mem_' }),
  product: Type.Optional(Type.Union([Reference, Type.Null()])),
  plan: Reference,
  user: Type.Optional(Type.Union([Reference, Type.Null()])),
  status: Type.String(),
  valid: Type.Boolean(),
  community_chat: Type.Optional(Type.Union([Type.Object({ id: Type.String() }), Type.Null()])),
  expires_at: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
});

/** A membership as the bot knows it. */
export interface Membership {
  readonly id: string;
  /** Null where the plan belongs to no product. */
  readonly productId: string | null;
  readonly planId: string;
  readonly commerceUserId: string | null;
  /** The chat account that the buyer connected, if any. */
  readonly chatUserId: string | null;
  readonly status: string;
  /** Whether it gives access. The service decides; the status is only for people. */
  readonly valid: boolean;
  readonly expiresAt: Date | null;
}

/** Turns the service's names and shapes into ours. */
export function toMembership(wire: Static<typeof WireMembership>): Membership {
  return {
    id: wire.id,
    productId: wire.product ? idOf(wire.product) : null,
    planId: idOf(wire.plan),
    commerceUserId: wire.user ? idOf(wire.user) : null,
    chatUserId: wire.community_chat?.id ?? null,
    status: wire.status,
    valid: wire.valid,
    expiresAt: wire.expires_at == null ? null : new Date(wire.expires_at * 1000),
  };
}

const idOf = (reference: Static<typeof Reference>): string =>
  typeof reference === 'string' ? reference : reference.id;
