import { ChatFault } from '../../i18n/chat-fault.ts';
import type { Member, MemberRef } from '../community.ts';
import { closeProblems, memberProblems, type OpenProblem } from '../problems/problems.ts';
import {
  accountSubject,
  conflictSubject,
  keyOf,
  kickSubject,
  roleSubject,
  type Subject,
} from '../problems/subject.ts';
import type { SyncRequest } from '../queue/sync-request.ts';
import { apply } from './apply.ts';
import { confirm, confirmKick } from './confirm.ts';
import { type Decision, decide, type RoleDecision } from './decide.ts';
import { derive } from './derive.ts';
import { type GuildLock, withGuildLock } from './guild-lock.ts';
import { compare, readLedger, withdraw, withdrawKick } from './ledger.ts';
import { readMember, readMemberForSync } from './read-member.ts';
import { type ApplyDeps, restrict } from './restrict.ts';
import { openConflicts } from './role-conflict.ts';

const ROLE_DELETED = 'ROLE_DELETED';

export interface Outcome {
  readonly result: 'in order' | 'changed' | 'absent' | 'refused';
  /** Changes seen on the member afterwards. */
  readonly changes: readonly RoleDecision[];
  /** Time at which the member must be synced again without an event; null if unknown. */
  readonly changesAt: Date | null;
  /** Whether a proven membership gives the member a role. */
  readonly isProven: boolean;
  /** The member as read after the changes; left out if nothing was changed, or if somebody else changed more. */
  readonly seen?: Member;
}

const NOTHING = { changes: [], changesAt: null, isProven: false } as const;

/**
 * Syncs the managed roles of one member: derive, decide, apply, verify. Every trigger (webhook, join, command, sweep)
 * ends here. Idempotent.
 * @throws Fault `CHANGE_DID_NOT_STICK`, or the platform's error, if a retry is worthwhile
 */
export async function syncMember(
  deps: ApplyDeps,
  ref: MemberRef,
  request: SyncRequest,
  signal: AbortSignal,
): Promise<Outcome> {
  const isManaged = await deps.prisma.roleMapping.count({ where: { guildId: ref.guildId }, take: 1 });
  if (isManaged === 0) {
    await closeProblems(deps, ref, withoutToken(await memberProblems(deps.prisma, ref)));
    return { result: 'in order', ...NOTHING };
  }
  return withGuildLock(deps.prisma, ref.guildId, signal, (lock) => syncLocked(deps, lock, ref, request));
}

/** Syncs one member while holding the guild lock. */
async function syncLocked(
  deps: ApplyDeps,
  lock: GuildLock,
  ref: MemberRef,
  request: SyncRequest,
): Promise<Outcome> {
  const problems = await memberProblems(deps.prisma, ref);
  const closeWhere = (holds: (subject: string) => boolean) =>
    closeProblems(
      deps,
      ref,
      problems.filter(({ subject }) => holds(subject)),
    );
  const before = await readMemberForSync(deps, lock, ref, request, problems);
  if (before === undefined) return { result: 'refused', ...NOTHING };
  if (before === null) return leaveOut(deps, ref, problems);
  // Read inside the lock, so that changes by a preceding job are seen.
  const stored = await derive(deps.prisma, ref);
  const decision = decide({ ...stored, userId: ref.userId, member: before, now: deps.clock.now() });
  const { roleDecisions, changesAt } = decision;
  const next = { changesAt, isProven: roleDecisions.some(({ isProven }) => isProven) };
  // The removal failed and is no longer wanted. Otherwise a later voluntary leave would be audited as our removal.
  if (!decision.kick && stored.awaitsKick) await withdrawKick(deps, ref);
  await confirm(deps, ref, compare(roleDecisions, stored, before.roleIds));
  const hasConflict = problems.some(({ kind }) => kind === 'conflict');
  const unsettled = hasConflict ? await openConflicts(deps, ref) : [];
  // A sweep's list doesn't prove that the platform answers requests about this account alone.
  const unasked = before === request.seen ? [accountSubject(ref)] : [];
  const wanted = [...subjectsOf(decision, ref), ...unsettled, ...unasked].map(keyOf);
  await closeWhere((subject) => !wanted.includes(subject));

  const feasible = await restrict(
    deps,
    ref,
    decision,
    { request, joinedAt: before.joinedAt, roleIds: before.roleIds, stored },
    problems,
  );
  const deleted = problems.flatMap(({ code, roleId }) => (code === ROLE_DELETED && roleId ? [roleId] : []));
  const plan = { ref, request, deleted, ...feasible };
  const taken = await apply(deps, lock, {
    ...plan,
    granted: stored.granted,
    awaitsKick: stored.awaitsKick,
  });
  if (taken === 'absent') return leaveOut(deps, ref, problems);
  if (taken === 'kicked') {
    await confirmKick(deps, ref);
    await closeProblems(deps, ref, problems);
    return { result: 'changed', ...NOTHING };
  }
  if (taken.length === 0) return { result: 'in order', changes: [], ...next };
  const after = await readMember(deps, lock, ref);
  if (after === null) {
    await withdraw(deps, ref, taken, stored.granted);
    return leaveOut(deps, ref, problems);
  }
  await verify(deps, ref, taken, after);
  const changed = taken.flatMap(({ roleId }) => [roleSubject(roleId), accountSubject(ref, roleId)]);
  const done = [accountSubject(ref), ...changed].map(keyOf);
  await closeWhere((subject) => done.includes(subject));
  const isOurs = isResultOf(before, taken, after);
  return { result: 'changed', changes: taken, ...(isOurs && { seen: after }), ...next };
}

/** Whether the member differs by our changes alone. What others changed in between hasn't been decided about. */
const isResultOf = (before: Member, taken: readonly RoleDecision[], after: Member): boolean => {
  const expected = new Set(before.roleIds);
  for (const { roleId, action } of taken)
    if (action === 'grant') expected.add(roleId);
    else expected.delete(roleId);
  const others = expected.symmetricDifference(new Set(after.roleIds));
  return others.size === 0 && before.isPending === after.isPending;
};

/** Handles a member who isn't in the guild, perhaps because we removed them. */
async function leaveOut(deps: ApplyDeps, ref: MemberRef, problems: readonly OpenProblem[]): Promise<Outcome> {
  await confirmKick(deps, ref);
  await closeProblems(deps, ref, withoutToken(problems));
  return { result: 'absent', ...NOTHING };
}

/** Leaves out the token's problem: an absent member, or one with nothing to do, doesn't prove that our token works. */
const withoutToken = (problems: readonly OpenProblem[]) => problems.filter(({ kind }) => kind !== 'token');

/** Returns the subjects of pending changes. Problems with any other subject no longer affect the member. */
const subjectsOf = ({ roleDecisions }: Decision, ref: MemberRef): readonly Subject[] => [
  ...roleDecisions
    .filter(({ action }) => action !== 'leave')
    .flatMap(({ roleId }) => [roleSubject(roleId), conflictSubject(roleId), accountSubject(ref, roleId)]),
  // A member who couldn't be removed is still in the guild, so the problem stays until they leave or pay.
  ...(roleDecisions.some(({ isPaid }) => isPaid) ? [] : [kickSubject(ref)]),
];

/** Reads back the changes: the platform sometimes loses a change that it acknowledged with 204. */
async function verify(
  deps: ApplyDeps,
  ref: MemberRef,
  taken: readonly RoleDecision[],
  after: Member,
): Promise<void> {
  const noted = await readLedger(deps.prisma, ref);
  await confirm(deps, ref, compare(taken, noted, after.roleIds));
  const lost = taken.filter(({ action, roleId }) => after.roleIds.includes(roleId) !== (action === 'grant'));
  if (lost.length === 0) return;
  throw new ChatFault('CHANGE_DID_NOT_STICK', { changes: lost.length });
}
