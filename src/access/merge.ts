import type { MembershipFacts } from '../commerce-client/membership.ts';
import type { Prisma } from '../database/index.ts';

/** A membership as the mirror holds it. */
export type Mirrored = Prisma.MirroredMembershipGetPayload<object>;

/** What a state rests on. */
export interface Observation {
  /** The number of the question that it answers; 0 where an event said it, which any answer outranks. */
  readonly number: bigint;
  /** The moment that it is true for: when the question was asked, or when the event happened. */
  readonly at: Date;
}

/**
 * The state of a membership by what is newly known of it. What was left out stays as it was.
 * @returns undefined where not even this is known, whether it gives access
 */
export function merge(
  known: Mirrored | undefined,
  id: string,
  facts: MembershipFacts,
  { number, at }: Observation,
): Mirrored | undefined {
  const valid = facts.valid ?? known?.valid;
  if (valid === undefined) return undefined;
  // Without a plan it is a product's: no mapping is for the plan that has no id.
  const planId = facts.planId ?? known?.planId ?? '';
  const chatUserId = orKnown(facts.chatUserId, known?.chatUserId);
  const expiresAt = orKnown(facts.expiresAt, known?.expiresAt);
  return {
    id,
    productId: orKnown(facts.productId, known?.productId),
    planId,
    sourcePlanId: orKnown(facts.sourcePlanId, planId === known?.planId ? known.sourcePlanId : null),
    commerceUserId: orKnown(facts.commerceUserId, known?.commerceUserId),
    chatUserId,
    ...connection(known, chatUserId, facts, at),
    // A status that was said of the other state is none of this one.
    status: facts.status ?? (valid === known?.valid ? known.status : 'unknown'),
    valid,
    startedAt: startOf(known, valid, facts.createdAt, at),
    endedAt: endOf(known, valid, expiresAt, at),
    expiresAt,
    periodEndsAt: orKnown(facts.periodEndsAt, known?.periodEndsAt),
    // Whoever says something of it knows it.
    ...{ missingSince: null, doubtedSince: null, unreadableSince: null },
    observation: number,
    observedAt: at,
  };
}

/** Who names the account says at the same time whether it is proven. */
const isProven = (known: Mirrored | undefined, { chatUserId, isChatProven }: MembershipFacts): boolean =>
  (chatUserId === undefined ? known?.chatProven : isChatProven) ?? true;

/**
 * Whether the account is proven, and since when it is connected. One that has an account when it is first seen was bought
 * with it, as far as is known; one that was only typed until now is connected by its proof.
 */
function connection(
  known: Mirrored | undefined,
  chatUserId: string | null,
  facts: MembershipFacts,
  at: Date,
): Pick<Mirrored, 'chatProven' | 'chatConnectedAt'> {
  if (chatUserId === null) return { chatProven: true, chatConnectedAt: null };
  const chatProven = isProven(known, facts);
  if (!known) return { chatProven, chatConnectedAt: earlier(facts.createdAt, at) };
  const isNew = chatUserId !== known.chatUserId || (chatProven && !known.chatProven);
  return { chatProven, chatConnectedAt: isNew ? at : known.chatConnectedAt };
}

/** One that gives access when it is first seen did so since it was made, as far as is known. */
function startOf(known: Mirrored | undefined, valid: boolean, createdAt: Date | undefined, at: Date) {
  if (!valid || known?.valid) return known?.startedAt ?? null;
  return known ? at : earlier(createdAt, at);
}

const earlier = (createdAt: Date | undefined, at: Date): Date =>
  createdAt && createdAt < at ? createdAt : at;

function endOf(known: Mirrored | undefined, valid: boolean, expiresAt: Date | null, at: Date): Date | null {
  if (valid) return null;
  if (known) return known.valid ? at : known.endedAt;
  return expiresAt && expiresAt <= at ? expiresAt : null;
}

const orKnown = <Value>(said: Value | null | undefined, known: Value | null | undefined): Value | null =>
  said === undefined ? (known ?? null) : said;
