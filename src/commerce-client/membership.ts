import Type, { type Static } from 'typebox';
import { compiledCheck } from '../compiled-check.ts';
import { isSnowflake } from '../snowflake.ts';
import { readable, toDate } from './fields.ts';

/** Id of any kind. Limited to short printable ASCII, since it is stored and used as a key. */
const Id = Type.String({ pattern: '^[!-~]{0,100}$' });

export const MembershipId = Type.String({ pattern: '^mem_[\\w-]{1,100}$' });

/** Longest status kept, in characters. */
const STATUS_MAX = 100;

/** Reference to an object: its id, or the whole object where the service expands it. */
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
 * Fields of a membership that the bot reads, in all their spellings. Other fields are ignored, so that a service which
 * adds, drops or retypes one of those still works.
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
  paid: Type.Optional(Type.Unknown()),
  buyer_verified: Type.Optional(Type.Unknown()),
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

/** What an answer or event states about a membership. An absent field was not stated, which differs from null. */
export interface MembershipFacts {
  /** Null if the plan belongs to no product. */
  readonly productId?: string | null;
  readonly planId?: string;
  /** Plan that a quick link was copied from; null if it isn't a copy. */
  readonly sourcePlanId?: string | null;
  readonly commerceUserId?: string | null;
  /** Chat account that the buyer connected; null if none is. */
  readonly chatUserId?: string | null;
  /** Whether the service vouches that this account is the buyer's. Present whenever `chatUserId` is. */
  readonly isChatProven?: boolean;
  /**
   * Whether nothing has been paid for it yet. Not stated once it is overdue or ended, if the service reports no payments.
   */
  readonly isFree?: boolean;
  /**
   * Whether its owner is known to have bought it. Only our service reports it: there, a purchase becomes that of the
   * typed address's owner, whoever made it.
   */
  readonly isBuyerVerified?: boolean;
  readonly status?: string;
  /** Whether it gives access. Decided by the service; `status` is for display only. */
  readonly valid?: boolean;
  readonly expiresAt?: Date | null;
  /** End of the current period: of a trial, or of the time paid for. */
  readonly periodEndsAt?: Date | null;
  readonly createdAt?: Date;
}

/** Membership as returned by the service; the fields that role decisions need are required. */
export type Membership = MembershipFacts &
  Required<Pick<MembershipFacts, 'planId' | 'status' | 'valid'>> & { readonly id: string };

/** Parses an answer; undefined if a required field is missing or invalid. */
export function toMembership(answer: unknown): Membership | undefined {
  if (!isWireMembership(answer)) return undefined;
  const { planId, ...facts } = toFacts(answer);
  if (planId === undefined) return undefined;
  return { ...facts, id: answer.id, planId, status: printable(answer.status), valid: answer.valid };
}

/** Parses the facts that an event states about its membership. Invalid fields are left out. */
export const readFacts = (resource: object): MembershipFacts => toFacts(readable(WireFacts, resource));

function toFacts(wire: Static<typeof WireFacts>): MembershipFacts {
  const product = wire.product === undefined ? wire.product_id : wire.product;
  const user = wire.user === undefined ? wire.user_id : wire.user;
  const plan = wire.plan ?? wire.plan_id;
  const { community_chat: chat, expires_at: expires, renewal_period_end: periodEnd } = wire;
  const isFree = freeOf(wire);
  const createdAt = wire.created_at === undefined ? undefined : toDate(wire.created_at);
  return {
    ...(product !== undefined && { productId: idOf(product) }),
    ...(plan !== undefined && planFacts(plan)),
    ...(user !== undefined && { commerceUserId: idOf(user) }),
    ...(chat !== undefined && { chatUserId: accountOf(chat), isChatProven: isProven(chat) }),
    ...(isFree !== undefined && { isFree }),
    ...(typeof wire.buyer_verified === 'boolean' && { isBuyerVerified: wire.buyer_verified }),
    ...(wire.status !== undefined && { status: printable(wire.status) }),
    ...(wire.valid !== undefined && { valid: wire.valid }),
    ...(expires !== undefined && { expiresAt: toDate(expires) ?? null }),
    ...(periodEnd !== undefined && { periodEndsAt: toDate(periodEnd) ?? null }),
    ...(createdAt && { createdAt }),
  };
}

/**
 * Returns whether nothing has been paid for the membership yet. Our service reports it; elsewhere a trial is unpaid
 * until it is followed by a status that only a payment leads to.
 */
function freeOf({
  paid,
  payment_processor: processor,
  status,
}: Static<typeof WireFacts>): boolean | undefined {
  if (typeof paid === 'boolean') return !paid;
  if (processor === 'free' || status === 'trialing') return true;
  return processor !== undefined && (status === 'active' || status === 'completed') ? false : undefined;
}

function planFacts(plan: Static<typeof PlanReference>): MembershipFacts {
  if (typeof plan === 'string') return { planId: plan };
  const { id, mimic_plan_id: source } = plan;
  return { planId: id, ...(source !== undefined && { sourcePlanId: source }) };
}

/** Treats an empty id as absent. */
const idOf = (reference: string | { readonly id: string | null } | null): string | null =>
  (typeof reference === 'string' ? reference : reference?.id) || null;

/** Treats an id that can't be an account's as absent, because a buyer may have typed anything. */
function accountOf(chat: Parameters<typeof idOf>[0]): string | null {
  const id = idOf(chat);
  return id !== null && isSnowflake(id) ? id : null;
}

/** Without `verified`, the buyer connected the account. Our service sends false for an id that was only typed in. */
const isProven = (chat: Static<typeof CommunityChat>): boolean =>
  typeof chat !== 'object' || chat === null || chat.verified === undefined || chat.verified === true;

/** Removes control characters, which databases reject, and truncates to `STATUS_MAX`. */
const printable = (status: string): string =>
  [...status.slice(0, 2 * STATUS_MAX).replaceAll(/\p{C}/gu, '')].slice(0, STATUS_MAX).join('');
