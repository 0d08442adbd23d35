import type { MemberRef, Obstacle } from './community.ts';
import type { Verdict } from './decide.ts';
import type { LedgerDeps } from './ledger.ts';
import { contestedSubject, type OpenProblem } from './problems.ts';

/** How often in which time, in milliseconds, somebody may undo what we do before we give way: an admin errs once or twice. */
const REVERSALS = 3;
const WINDOW = 10 * 60_000;

export const ROLE_CONTESTED: Obstacle = {
  code: 'ROLE_CONTESTED',
  message:
    "Somebody else undoes again and again what the bot does with this role. Look in the server's audit log who that is, perhaps another bot, and have it leave the role alone. Until then the bot tries once with each comparison.",
};

/**
 * Those of the verdicts that would only be undone again: what we did was reversed three times within ten minutes, or
 * once where that is known. Each of our changes is audited, so that the same one several times in a row was reversed
 * in between. What was given before they came in, the last time that they did, went with them, and nobody undid it.
 * @param joinedAt when they came in
 * @param problems what is known to keep the member from the right roles
 */
export async function findContested(
  deps: LedgerDeps,
  ref: MemberRef,
  verdicts: readonly Verdict[],
  joinedAt: Date | undefined,
  problems: readonly OpenProblem[],
): Promise<readonly Verdict[]> {
  if (verdicts.length === 0) return [];
  const changes = (await recentChanges(deps, ref)).filter(({ at }) => !joinedAt || at > joinedAt);
  const known = new Set(problems.map(({ subject }) => subject));
  return verdicts.filter(({ roleId, action }) => {
    const kinds = changes.filter((change) => change.roleId === roleId).map(({ kind }) => kind);
    const other = kinds.findIndex((kind) => kind !== action);
    const repeated = other < 0 ? kinds.length : other;
    return repeated >= (known.has(contestedSubject(roleId)) ? 1 : REVERSALS);
  });
}

/** The subjects of roles that have changed a moment ago: that nobody undoes it any more is not seen yet. */
export async function unsettledSubjects(deps: LedgerDeps, ref: MemberRef): Promise<readonly string[]> {
  return (await recentChanges(deps, ref)).flatMap(({ roleId }) => (roleId ? [contestedSubject(roleId)] : []));
}

/** The newest first. */
const recentChanges = ({ prisma, clock }: LedgerDeps, ref: MemberRef) =>
  prisma.roleChange.findMany({
    where: { ...ref, at: { gt: new Date(clock.now().getTime() - WINDOW) } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { roleId: true, kind: true, at: true },
  });
