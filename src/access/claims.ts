import type { Reason } from './reasons.ts';
import { GONE, type Mapping, type MemberState, type MembershipState } from './state.ts';

const DAY = 86_400_000;

/**
 * Ends that somebody meant, or that were agreed on: these get no days of grace. Any other may be a mishap, also one
 * that an event tells without a status.
 */
const MEANT: ReadonlySet<string> = new Set([
  ...['canceled', 'cancelled', 'terminated', 'refunded', 'completed', GONE],
]);

/** What one membership says about one mapping's role. */
export interface Claim {
  readonly mapping: Mapping;
  readonly reasons: readonly Reason[];
  /** Whether it gives the member the role. */
  readonly holds: boolean;
  /** Whether the member is proven to be the buyer. A claim that isn't can give, and takes only what it gave. */
  readonly isProven: boolean;
  /** Whether it gave the role once and does no more. */
  readonly hasEnded: boolean;
  /** When it ceases to hold by itself; null where that is not known. */
  readonly until: Date | null;
}

/** Every membership of the member against every mapping that it touches. */
export function claimsOf(state: MemberState): readonly Claim[] {
  return state.mappings.flatMap((mapping) =>
    state.memberships
      .filter((membership) => sourcesOf(membership).includes(mapping.sourceId))
      .map((membership) => claim(state, mapping, membership)),
  );
}

/** What a membership counts for: its plan, the one that this was copied from, and its product. */
export const sourcesOf = ({
  planId,
  sourcePlanId,
  productId,
}: Pick<MembershipState, 'planId' | 'sourcePlanId' | 'productId'>): readonly string[] =>
  [planId, sourcePlanId, productId].filter((source) => source !== null);

function claim(state: MemberState, mapping: Mapping, membership: MembershipState): Claim {
  const { id, status } = membership;
  const tie = strongestTie(membership);
  const isProven = tie === 'linked' || membership.connected?.isProven === true;
  const none = { mapping, isProven, holds: false, hasEnded: false, until: null };
  if (membership[tie]?.userId !== state.userId)
    return { ...none, reasons: [{ kind: 'counts for another account', id, tie }] };
  if (isOnItsWay(membership, state.userId)) return { ...none, reasons: [{ kind: 'on its way', id }] };
  const says = (reason: Reason, rest: Partial<Claim> = {}): Claim => ({
    ...none,
    reasons: rest.holds && !isProven ? [reason, { kind: 'account not proven', id }] : [reason],
    ...rest,
  });

  if (mapping.condition === 'past_due') {
    return status === 'past_due'
      ? says({ kind: 'payment late', id }, { holds: true })
      : says({ kind: 'payment not late', id });
  }
  if (membership.valid) return says({ kind: 'membership valid', id, status, tie }, { holds: true });
  const until = graceEnd(mapping, membership);
  if (until && until > state.now)
    return says({ kind: 'in grace', id, status, until }, { holds: true, until });
  return says({ kind: 'membership ended', id, status }, { hasEnded: true });
}

/** Whether the membership counts for the account, and for no other any more. */
export const countsFor = (membership: MembershipState, userId: string): boolean =>
  membership[strongestTie(membership)]?.userId === userId && !isOnItsWay(membership, userId);

/** Whether the account gets by its link what others have still to lose; what it was connected with it keeps. */
const isOnItsWay = ({ isMoving, connected }: MembershipState, userId: string): boolean =>
  isMoving && connected?.userId !== userId;

/** The chat account that a membership counts for; null where none is tied to it. */
export const accountOf = (membership: MembershipState): string | null =>
  membership[strongestTie(membership)]?.userId ?? null;

/**
 * A membership counts for one account: where two are tied to it, for the one that was tied last. One that is not proven
 * to be the buyer's yields to the linked one, whenever it was named.
 */
function strongestTie({ connected, linked }: MembershipState): 'connected' | 'linked' {
  if (!linked) return 'connected';
  return connected?.isProven && connected.since > linked.since ? 'connected' : 'linked';
}

function graceEnd(mapping: Mapping, { status, endedAt }: MembershipState): Date | null {
  if (!endedAt || MEANT.has(status)) return null;
  return new Date(endedAt.getTime() + mapping.graceDays * DAY);
}
