import { Fault } from '../../errors.ts';
import { type ApplyDeps, apply } from './apply.ts';
import type { Member, MemberRef } from '../community.ts';
import { unsettledSubjects } from './role-conflict.ts';
import { type Decision, decide, type Verdict } from './decide.ts';
import { derive } from './derive.ts';
import { inLane, type Lane } from './guild-lock.ts';
import { awaitsKick, compare, readLedger, withdraw, withdrawKick } from './ledger.ts';
import { lookAt, lookBefore } from './read-member.ts';
import type { Occasion } from '../queue/sync-request.ts';
import {
  accountSubject,
  CONTESTED,
  contestedSubject,
  kickSubject,
  memberProblems,
  type OpenProblem,
  settleProblems,
  TOKEN,
} from '../problems/problems.ts';
import { restrict } from './restrict.ts';
import { settle, settleKick } from './confirm.ts';

const ROLE_DELETED = 'ROLE_DELETED';

export interface Outcome {
  readonly result: 'in order' | 'changed' | 'absent' | 'refused';
  /** Changes seen on the member afterwards. */
  readonly changes: readonly Verdict[];
  /** Time at which the member must be synced again without an event; null if unknown. */
  readonly changesAt: Date | null;
}

/**
 * Syncs the managed roles of one member: derive, decide, apply, verify. Every trigger (webhook, join, command, sweep)
 * ends here. Idempotent.
 * @throws Fault `CHANGE_DID_NOT_STICK`, or the platform's error, if a retry is worthwhile
 */
export async function syncMember(
  deps: ApplyDeps,
  ref: MemberRef,
  occasion: Occasion,
  signal: AbortSignal,
): Promise<Outcome> {
  const isManaged = await deps.prisma.roleMapping.count({ where: { guildId: ref.guildId }, take: 1 });
  if (isManaged === 0) {
    await settleProblems(deps, ref, withoutToken(await memberProblems(deps.prisma, ref)));
    return { result: 'in order', changes: [], changesAt: null };
  }
  return inLane(deps.prisma, ref.guildId, signal, (lane) => syncInLane(deps, lane, ref, occasion));
}

/** Syncs one member while holding the guild lock. */
async function syncInLane(deps: ApplyDeps, lane: Lane, ref: MemberRef, occasion: Occasion): Promise<Outcome> {
  const problems = await memberProblems(deps.prisma, ref);
  const settleWhere = (holds: (subject: string) => boolean) =>
    settleProblems(
      deps,
      ref,
      problems.filter(({ subject }) => holds(subject)),
    );
  const before = await lookBefore(deps, lane, ref, occasion, problems);
  if (before === undefined) return { result: 'refused', changes: [], changesAt: null };
  if (before === null) return leaveOut(deps, ref, problems);
  // Read inside the lock, so that changes by a preceding job are seen.
  const stored = await derive(deps.prisma, ref);
  const decision = decide({ ...stored, userId: ref.userId, member: before, now: deps.clock.now() });
  const { verdicts, changesAt } = decision;
  // The removal failed and is no longer wanted. Otherwise a later voluntary leave would be audited as our removal.
  if (!decision.kick && awaitsKick(stored)) await withdrawKick(deps, ref);
  await settle(deps, ref, compare(verdicts, stored, before.roleIds));
  const isContested = problems.some(({ subject }) => subject.startsWith(CONTESTED));
  const unsettled = isContested ? await unsettledSubjects(deps, ref) : [];
  // A sweep's list doesn't prove that the platform answers requests about this account alone.
  const unasked = before === occasion.seen ? [accountSubject(ref)] : [];
  const wanted = [...subjectsOf(decision, ref), ...unsettled, ...unasked];
  await settleWhere((subject) => !wanted.includes(subject));

  const feasible = await restrict(deps, ref, decision, { occasion, joinedAt: before.joinedAt }, problems);
  const deleted = problems.filter(({ code }) => code === ROLE_DELETED).map(({ subject }) => subject);
  const plan = { ref, occasion, deleted, ...feasible };
  const taken = await apply(deps, lane, { ...plan, granted: stored.granted });
  if (taken === 'absent') return leaveOut(deps, ref, problems);
  if (taken === 'kicked') {
    await settleKick(deps, ref);
    await settleProblems(deps, ref, problems);
    return { result: 'changed', changes: [], changesAt: null };
  }
  if (taken.length === 0) return { result: 'in order', changes: [], changesAt };
  const after = await lookAt(deps, lane, ref);
  if (after === null) {
    await withdraw(deps, ref, taken, stored.granted);
    return leaveOut(deps, ref, problems);
  }
  await verify(deps, ref, taken, after);
  const done = taken.flatMap(({ roleId }) => [roleId, accountSubject(ref, roleId)]);
  await settleWhere((subject) => [accountSubject(ref), ...done].includes(subject));
  return { result: 'changed', changes: taken, changesAt };
}

/** Handles a member who isn't in the guild, perhaps because we removed them. */
async function leaveOut(deps: ApplyDeps, ref: MemberRef, problems: readonly OpenProblem[]): Promise<Outcome> {
  await settleKick(deps, ref);
  await settleProblems(deps, ref, withoutToken(problems));
  return { result: 'absent', changes: [], changesAt: null };
}

/** Leaves out the token's problem: an absent member, or one with nothing to do, doesn't prove that our token works. */
const withoutToken = (problems: readonly OpenProblem[]) =>
  problems.filter(({ subject }) => subject !== TOKEN);

/** Returns the subjects of pending changes. Problems with any other subject no longer affect the member. */
const subjectsOf = ({ verdicts }: Decision, ref: MemberRef): readonly string[] => [
  ...verdicts
    .filter(({ action }) => action !== 'leave')
    .flatMap(({ roleId }) => [roleId, contestedSubject(roleId), accountSubject(ref, roleId)]),
  // A member who couldn't be removed is still in the guild, so the problem stays until they leave or pay.
  ...(verdicts.some(({ isPaid }) => isPaid) ? [] : [kickSubject(ref)]),
];

/** Reads back the changes: the platform sometimes loses a change that it acknowledged with 204. */
async function verify(
  deps: ApplyDeps,
  ref: MemberRef,
  taken: readonly Verdict[],
  after: Member,
): Promise<void> {
  const noted = await readLedger(deps.prisma, ref);
  await settle(deps, ref, compare(taken, noted, after.roleIds));
  const lost = taken.filter(({ action, roleId }) => after.roleIds.includes(roleId) !== (action === 'grant'));
  if (lost.length === 0) return;
  throw new Fault(
    'CHANGE_DID_NOT_STICK',
    `The platform took ${lost.length} role changes and did not keep them.`,
  );
}
