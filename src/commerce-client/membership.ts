import Type, { type Static } from 'typebox';
import { compiledCheck } from '../compiled-check.ts';
import { isSnowflake } from '../snowflake.ts';
import { toDate } from './dates.ts';
import { readable } from './fields.ts';

/** What an id may be, of whatever: it is stored, and looked up by. */
const Id = Type.String({ pattern: '^[!-~]{0,100}$' });

/** The id of a membership. */
export const MembershipId = Type.String({ pattern: '^mem_[\\w-]{1,100}$' });

/** The longest status that is kept, in characters. */
const STATUS_MAX = 100;

/** A reference comes as an id, or as the whole object where the service expands it. */
const Reference = Type.Union([Id, Type.Object({ id: Id }), Type.Null()]);

const PlanReference = Type.Union([
  Id,
  Type.Object({
    id: Id,
    mimic_plan_id: Type.Optional(Type.Union([Id, Type.Null()])),
  }),
]);

const CommunityChat = Type.Union([
  Type.Object({
    id: Type.Union([Type.String(), Type.Null()]),
    verified: Type.Optional(Type.Unknown()),
  }),
  Type.String(),
  Type.Null(),
]);

const Moment = Type.Union([Type.Number(), Type.String(), Type.Null()]);

/**
 * What the bot reads of a membership, in all the ways that it is spelled. Everything else that the service
 * sends is left alone, so that a service which adds, drops or retypes another field still works.
 */
const WireFacts = Type.Object({
  product: Type.Optional(Reference),
  product_id: Type.Optional(Reference),
  plan: Type.Optional(PlanReference),
  plan_id: Type.Optional(PlanReference),
  user: Type.Optional(Reference),
  user_id: Type.Optional(Reference),
  status: Type.Optional(Type.String()),
  valid: Type.Optional(Type.Boolean()),
  community_chat: Type.Optional(CommunityChat),
  payment_processor: Type.Optional(Type.Unknown()),
  expires_at: Type.Optional(Moment),
  renewal_period_end: Type.Optional(Moment),
  created_at: Type.Optional(Moment),
});

const WireMembership = Type.Object({
  ...WireFacts.properties,
  id: MembershipId,
  status: Type.String(),
  valid: Type.Boolean(),
});
const isWireMembership = compiledCheck(WireMembership);

/** What somebody says about a membership. What is left out was not said, which is not the same as null. */
export interface MembershipFacts {
  /** Null where the plan belongs to no product. */
  readonly productId?: string | null;
  readonly planId?: string;
  /** The plan that a quick link was copied from; null where it is no copy. */
  readonly sourcePlanId?: string | null;
  readonly commerceUserId?: string | null;
  /** The chat account that the buyer connected; null where none is. */
  readonly chatUserId?: string | null;
  /** Whether the service vouches that this account is the buyer's; said together with the account. */
  readonly isChatProven?: boolean;
  /** Whether its buyer has never paid for it, nor left anything that it could be paid with. */
  readonly isFree?: boolean;
  readonly status?: string;
  /** Whether it gives access. The service decides; the status is only for people. */
  readonly valid?: boolean;
  readonly expiresAt?: Date | null;
  /** The end of the present period: of a trial, or of what is paid for. */
  readonly periodEndsAt?: Date | null;
  readonly createdAt?: Date;
}

/** A membership as the service answers it: what matters most is always said. */
export type Membership = MembershipFacts &
  Required<Pick<MembershipFacts, 'planId' | 'status' | 'valid'>> & { readonly id: string };

/** Reads an answer; undefined where anything in it that matters is missing or makes no sense. */
export function toMembership(answer: unknown): Membership | undefined {
  if (!isWireMembership(answer)) return undefined;
  const { planId, ...facts } = toFacts(answer);
  if (planId === undefined) return undefined;
  return { ...facts, id: answer.id, planId, status: printable(answer.status), valid: answer.valid };
}

/** Reads what an event says about its membership. A field that makes no sense says nothing. */
export const readFacts = (resource: object): MembershipFacts => toFacts(readable(WireFacts, resource));

function toFacts(wire: Static<typeof WireFacts>): MembershipFacts {
  const product = wire.product === undefined ? wire.product_id : wire.product;
  const user = wire.user === undefined ? wire.user_id : wire.user;
  const plan = wire.plan ?? wire.plan_id;
  const { community_chat: chat, expires_at: expires, renewal_period_end: periodEnd } = wire;
  const { payment_processor: processor } = wire;
  const createdAt = wire.created_at === undefined ? undefined : toDate(wire.created_at);
  return {
    ...(product !== undefined && { productId: idOf(product) }),
    ...(plan !== undefined && planFacts(plan)),
    ...(user !== undefined && { commerceUserId: idOf(user) }),
    ...(chat !== undefined && { chatUserId: accountOf(chat), isChatProven: isProven(chat) }),
    ...(processor !== undefined && { isFree: processor === 'free' }),
    ...(wire.status !== undefined && { status: printable(wire.status) }),
    ...(wire.valid !== undefined && { valid: wire.valid }),
    ...(expires !== undefined && { expiresAt: toDate(expires) ?? null }),
    ...(periodEnd !== undefined && { periodEndsAt: toDate(periodEnd) ?? null }),
    ...(createdAt && { createdAt }),
  };
}

function planFacts(plan: Static<typeof PlanReference>): MembershipFacts {
  if (typeof plan === 'string') return { planId: plan };
  const { id, mimic_plan_id: source } = plan;
  return { planId: id, ...(source !== undefined && { sourcePlanId: source }) };
}

/** An empty id is none. */
const idOf = (reference: string | { readonly id: string | null } | null): string | null =>
  (typeof reference === 'string' ? reference : reference?.id) || null;

/** What can't be an account is none: a buyer may have typed anything. */
function accountOf(chat: Parameters<typeof idOf>[0]): string | null {
  const id = idOf(chat);
  return id !== null && isSnowflake(id) ? id : null;
}

/** A service that says nothing of it has had the buyer connect the account. Ours says of a typed id that it is not verified. */
const isProven = (chat: Static<typeof CommunityChat>): boolean =>
  typeof chat !== 'object' || chat === null || chat.verified === undefined || chat.verified === true;

/** Without control characters, which no database takes, and as long as one may be. */
const printable = (status: string): string =>
  [...status.slice(0, 2 * STATUS_MAX).replaceAll(/\p{C}/gu, '')].slice(0, STATUS_MAX).join('');
