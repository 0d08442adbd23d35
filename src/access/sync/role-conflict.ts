import type { MemberRef } from '../community.ts';
import type { OpenProblem } from '../problems/problems.ts';
import { conflictSubject, type Subject } from '../problems/subject.ts';
import type { RoleDecision } from './decide.ts';
import type { LedgerDeps } from './ledger.ts';

/** Equal changes within the window (milliseconds) after which we stop repeating them. An admin errs once or twice. */
const REVERSALS = 3;
const WINDOW = 10 * 60_000;

/**
 * Returns the role decisions in conflict. A change is in conflict after being undone three times within ten minutes,
 * or once if the conflict is already recorded. Our changes are audited, so several equal ones in a row mean that each
 * was undone. Changes before the member last joined don't count: leaving removed those roles.
 * @param joinedAt time the member last joined
 * @param problems open problems that may concern the member
 */
export async function findConflicts(
  deps: LedgerDeps,
  ref: MemberRef,
  roleDecisions: readonly RoleDecision[],
  joinedAt: Date | undefined,
  problems: readonly OpenProblem[],
): Promise<readonly RoleDecision[]> {
  if (roleDecisions.length === 0) return [];
  const changes = (await recentChanges(deps, ref)).filter(({ at }) => !joinedAt || at > joinedAt);
  const known = problems.filter(({ kind }) => kind === 'conflict').map(({ roleId }) => roleId);
  return roleDecisions.filter(({ roleId, action }) => {
    const kinds = changes.filter((change) => change.roleId === roleId).map(({ kind }) => kind);
    const other = kinds.findIndex((kind) => kind !== action);
    const repeated = other < 0 ? kinds.length : other;
    return repeated >= (known.includes(roleId) ? 1 : REVERSALS);
  });
}

/** Returns the subjects of roles that changed within the window, for which it is too early to call a conflict over. */
export async function openConflicts(deps: LedgerDeps, ref: MemberRef): Promise<readonly Subject[]> {
  return (await recentChanges(deps, ref)).flatMap(({ roleId }) => (roleId ? [conflictSubject(roleId)] : []));
}

const recentChanges = ({ prisma, clock }: LedgerDeps, ref: MemberRef) =>
  prisma.roleChange.findMany({
    where: { ...ref, at: { gt: new Date(clock.now().getTime() - WINDOW) } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { roleId: true, kind: true, at: true },
  });
