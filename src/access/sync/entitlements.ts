import { GONE, type Mapping, type MemberState, type MembershipState } from '../state.ts';
import type { Reason } from './reasons.ts';

const DAY = 86_400_000;

/**
 * Statuses of intended or agreed ends, which get no days of grace. Any other end may be a mishap, including one
 * reported by an event without a status.
 */
const INTENDED_ENDS: ReadonlySet<string> = new Set([
  ...['canceled', 'cancelled', 'terminated', 'refunded', 'completed', GONE],
]);

/** The effect of one membership on one mapping's role. */
export interface Entitlement {
  readonly membershipId: string;
  readonly mapping: Mapping;
  readonly reasons: readonly Reason[];
  /** Whether the membership gives the member the role. */
  readonly holds: boolean;
  /** Whether the member is proven to be the buyer. An unproven entitlement gives a role, and takes only roles it gave. */
  readonly isProven: boolean;
  /** Whether it is neither paid nor proven. Anyone can make any number of such memberships for any account. */
  readonly isClaimed: boolean;
  /** Whether the membership once gave the role and no longer does. */
  readonly hasEnded: boolean;
  /** Time at which the entitlement stops holding by itself; null if unknown. */
  readonly until: Date | null;
}

/** Evaluates every membership of the member against every mapping that it matches. */
export function entitlementsOf(state: Omit<MemberState, 'member'>): readonly Entitlement[] {
  return state.mappings.flatMap((mapping) =>
    state.memberships
      .filter((membership) => sourcesOf(membership).includes(mapping.sourceId))
      .map((membership) => entitlementOf(state, mapping, membership)),
  );
}

/** Returns the ids that count as mapping sources: the plan, the plan it was copied from, and the product. */
export const sourcesOf = ({
  planId,
  sourcePlanId,
  productId,
}: Pick<MembershipState, 'planId' | 'sourcePlanId' | 'productId'>): readonly string[] =>
  [planId, sourcePlanId, productId].filter((source) => source !== null);

function entitlementOf(
  state: Omit<MemberState, 'member'>,
  mapping: Mapping,
  membership: MembershipState,
): Entitlement {
  const { id, status } = membership;
  const tie = strongestTie(membership);
  const isProven = hasProvenAccount(membership);
  const isClaimed = membership.free && !isProven;
  const none = { membershipId: id, mapping, isProven, isClaimed, holds: false, hasEnded: false, until: null };
  if (membership[tie]?.userId !== state.userId)
    return { ...none, reasons: [{ kind: 'counts for another account', id, tie }] };
  if (isOnItsWay(membership, state.userId)) return { ...none, reasons: [{ kind: 'on its way', id }] };
  const says = (reason: Reason, rest: Partial<Entitlement> = {}): Entitlement => ({
    ...none,
    reasons:
      rest.holds && !isProven
        ? [reason, { kind: membership.buyerVerified ? 'account not proven' : 'buyer not verified', id }]
        : [reason],
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
    return says({ kind: 'in grace', id, status, until: until.toISOString() }, { holds: true, until });
  return says({ kind: 'membership ended', id, status }, { hasEnded: true });
}

/** Whether the account that the membership counts for is proven to be the buyer's. */
export const hasProvenAccount = (membership: MembershipState): boolean =>
  membership.buyerVerified &&
  (strongestTie(membership) === 'linked' || membership.connected?.isProven === true);

/** Whether the membership counts for the account, and its move to that account is complete. */
export const countsFor = (membership: MembershipState, userId: string): boolean =>
  membership[strongestTie(membership)]?.userId === userId && !isOnItsWay(membership, userId);

/** Whether the linked account must wait until other accounts have lost their roles. A connected account never waits. */
const isOnItsWay = ({ isMoving, connected }: MembershipState, userId: string): boolean =>
  isMoving && connected?.userId !== userId;

/** Returns the chat account that a membership counts for; null if no account is tied to it. */
export const accountOf = (membership: MembershipState): string | null =>
  membership[strongestTie(membership)]?.userId ?? null;

/**
 * Chooses the account that a membership counts for: the one tied last. An unproven connected account always yields to
 * the linked one, whenever it was named.
 */
function strongestTie({ connected, linked }: MembershipState): 'connected' | 'linked' {
  if (!linked) return 'connected';
  return connected?.isProven && connected.since > linked.since ? 'connected' : 'linked';
}

function graceEnd(mapping: Mapping, { status, endedAt }: MembershipState): Date | null {
  if (!endedAt || INTENDED_ENDS.has(status)) return null;
  return new Date(endedAt.getTime() + mapping.graceDays * DAY);
}
