import type { MembershipFacts } from '../../commerce-client/membership.ts';
import type { Prisma } from '../../database/index.ts';

export type Mirrored = Prisma.MirroredMembershipGetPayload<object>;

/** The source of a stored state. */
export interface Observation {
  /** Number of the query that this answers; 0 for an event, which any answer outranks. */
  readonly number: bigint;
  /** Time for which the state is true: when the query was sent, or when the event happened. */
  readonly at: Date;
}

/**
 * Merges new facts into the known state of a membership. Fields that the facts leave out stay as they were.
 * @returns undefined if it isn't even known whether the membership gives access
 */
export function merge(
  known: Mirrored | undefined,
  id: string,
  facts: MembershipFacts,
  { number, at }: Observation,
): Mirrored | undefined {
  const valid = facts.valid ?? known?.valid;
  if (valid === undefined) return undefined;
  // A membership without a plan belongs to a product only. No mapping has the empty plan id.
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
    free: facts.isFree ?? known?.free ?? false,
    buyerVerified: facts.isBuyerVerified ?? known?.buyerVerified ?? true,
    // A known status described the old validity, so it doesn't carry over when the validity changes.
    status: facts.status ?? (valid === known?.valid ? known.status : 'unknown'),
    valid,
    startedAt: startOf(known, valid, facts.createdAt, at),
    endedAt: endOf(known, valid, expiresAt, at),
    expiresAt,
    periodEndsAt: orKnown(facts.periodEndsAt, known?.periodEndsAt),
    // Any statement about the membership proves that the service knows it.
    missingSince: null,
    doubtedSince: null,
    unreadableSince: null,
    observation: number,
    observedAt: at,
    unsynced: known?.unsynced ?? [],
  };
}

/** Whether the account is proven. Facts that name an account also say whether it is proven. */
const isProven = (known: Mirrored | undefined, { chatUserId, isChatProven }: MembershipFacts): boolean =>
  (chatUserId === undefined ? known?.chatProven : isChatProven) ?? true;

/**
 * Returns whether the account is proven, and the time it was connected. An account present when the membership is first
 * seen is taken as connected at the purchase. An unproven account that becomes proven counts as connected at that time.
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

/** Returns when the membership began to give access. One first seen as valid is taken as valid since its creation. */
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
