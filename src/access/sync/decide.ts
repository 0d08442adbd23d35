import type { MemberState, StoredState } from '../state.ts';
import { type Entitlement, entitlementsOf } from './entitlements.ts';
import type { Reason } from './reasons.ts';

/** The decision about one managed role of the member, with reasons. */
export interface RoleDecision {
  readonly roleId: string;
  readonly action: 'grant' | 'revoke' | 'leave';
  /** Whether a membership gives the role. */
  readonly isPaid: boolean;
  /** Whether a membership with a proven buyer gives the role. Then the role is ours, even if it was there before. */
  readonly isProven: boolean;
  /** Whether only claimed memberships give the role: free ones without a proven account. */
  readonly isClaimed: boolean;
  readonly reasons: readonly Reason[];
}

export interface Decision {
  /** One for each managed role of the guild. */
  readonly roleDecisions: readonly RoleDecision[];
  /** Why the member must be removed from the guild; null if they stay. */
  readonly kick: readonly Reason[] | null;
  /** Time at which the decision changes without an event: the first end of a grace period. */
  readonly changesAt: Date | null;
}

/**
 * Decides about one member of one guild. Pure: the same state always gives the same decision, and its reasons answer
 * "why does, or doesn't, this member have this role?".
 *
 * A role without a mapping never appears in the decision, so it can't be touched. Unless a mapping says otherwise, a
 * role is taken only if our ledger accounts for it: a role given by hand stays, even if the member's membership ended
 * long ago.
 *
 * An entitlement for an account that isn't proven to be the buyer's only adds. Without it the member would lose the same
 * roles, except for those that only such entitlements gave, and would be removed from the guild all the same.
 */
export function decide(state: MemberState): Decision {
  const entitlements = entitlementsOf(state);
  const managed = [...new Set(state.mappings.map(({ roleId }) => roleId))];
  const roleDecisions = managed.map((roleId) => ({ roleId, ...decideRole(state, roleId, entitlements) }));
  const ends = entitlements.flatMap(({ holds, until }) => (holds && until ? [until.getTime()] : []));
  return {
    roleDecisions,
    kick: decideKick(state, entitlements),
    changesAt: ends.length > 0 ? new Date(Math.min(...ends)) : null,
  };
}

/**
 * Returns the roles that the member would lose, without the claimed ones: anyone can make any number of claimed
 * memberships, so their ends must not look like a mistake that takes many members' roles.
 */
export const countedLosses = (
  { roleDecisions, kick }: Decision,
  roleIds: readonly string[],
  { claimed }: Pick<StoredState, 'claimed'>,
): readonly string[] =>
  roleDecisions
    .filter(({ roleId }) => roleIds.includes(roleId) && !claimed.includes(roleId))
    .filter(({ action }) => action === 'revoke' || kick)
    .map(({ roleId }) => roleId);

function decideRole(
  state: MemberState,
  roleId: string,
  all: readonly Entitlement[],
): Omit<RoleDecision, 'roleId'> {
  const entitlements = all.filter(({ mapping }) => mapping.roleId === roleId);
  const holding = entitlements.filter(({ holds }) => holds);
  const has = state.member.roleIds.includes(roleId);
  const says = (action: RoleDecision['action'], reasons: readonly Reason[]) => ({
    action,
    reasons,
    isPaid: holding.length > 0,
    isProven: holding.some(({ isProven }) => isProven),
    isClaimed: holding.length > 0 && holding.every(({ isClaimed }) => isClaimed),
  });
  if (state.member.isBot) return says('leave', [{ kind: 'bot' }]);
  if (holding.length > 0) {
    const reasons = holding.flatMap((entitlement) => entitlement.reasons);
    if (has) return says('leave', reasons);
    const waits = state.member.isPending && holding.every(({ mapping }) => mapping.waitForScreening);
    return waits ? says('leave', [...reasons, { kind: 'awaits screening' }]) : says('grant', reasons);
  }
  const against = entitlements.flatMap((entitlement) => entitlement.reasons);
  if (!has) return says('leave', against.length > 0 ? against : [{ kind: 'no membership' }]);
  if (entitlements.some(({ hasEnded, mapping }) => hasEnded && mapping.atEnd === 'keep')) {
    return says('leave', [...against, { kind: 'kept at the end' }]);
  }
  if (state.granted.includes(roleId)) {
    return says('revoke', against.length > 0 ? against : [{ kind: 'membership gone' }]);
  }
  const strips = state.mappings.every((mapping) => mapping.roleId !== roleId || mapping.orphans === 'strip');
  return strips
    ? says('revoke', [...against, { kind: 'not given by us' }])
    : says('leave', [{ kind: 'given by hand' }]);
}

/**
 * Decides whether to remove the member. Only a member whom a proven purchase let in, and who has no other valid
 * membership here, is removed: unproven purchases and roles given by others never lead to a removal. If the platform
 * refuses the removal, the roles are taken and `owesRemoval` keeps it pending.
 */
function decideKick(state: MemberState, entitlements: readonly Entitlement[]): readonly Reason[] | null {
  if (state.member.isBot || entitlements.some(({ holds }) => holds)) return null;
  const ended = removalGrounds(state, entitlements);
  return ended.length > 0 ? ended.flatMap(({ reasons }) => reasons) : null;
}

/** Returns the ended entitlements for which the member is removed as soon as none holds. */
export function removalGrounds(
  { granted, unproven, owesRemoval }: Pick<StoredState, 'granted' | 'unproven' | 'owesRemoval'>,
  entitlements: readonly Entitlement[],
): readonly Entitlement[] {
  const letIn = granted.filter((roleId) => !unproven.includes(roleId));
  return entitlements.filter(
    ({ hasEnded, isProven, mapping }) =>
      hasEnded && isProven && mapping.atEnd === 'kick' && (owesRemoval || letIn.includes(mapping.roleId)),
  );
}
