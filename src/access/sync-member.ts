import { Fault } from '../errors.ts';
import { type ApplyDeps, apply } from './apply.ts';
import type { Member, MemberRef } from './community.ts';
import { unsettledSubjects } from './contested.ts';
import { type Decision, decide, type Verdict } from './decide.ts';
import { derive } from './derive.ts';
import { inLane, type Lane } from './lane.ts';
import { awaitsKick, compare, readLedger, withdraw, withdrawKick } from './ledger.ts';
import { lookAt, lookBefore } from './look-before.ts';
import type { Occasion } from './occasion.ts';
import {
  accountSubject,
  CONTESTED,
  contestedSubject,
  kickSubject,
  memberProblems,
  type OpenProblem,
  settleProblems,
  TOKEN,
} from './problems.ts';
import { restrict } from './restrict.ts';
import { settle, settleKick } from './settle.ts';

/** The code of a problem with a role that the platform doesn't know any more. */
const ROLE_DELETED = 'ROLE_DELETED';

/** What became of it. */
export interface Outcome {
  readonly result: 'in order' | 'changed' | 'absent' | 'refused';
  /** What was given and taken, as far as it was seen on the member afterwards. */
  readonly changes: readonly Verdict[];
  /** When the member is to be looked at again although nothing happens; null where that is not known. */
  readonly changesAt: Date | null;
}

/**
 * Makes the managed roles of one member right: derive, decide, apply, look again. Every way in (a webhook, a
 * join, a command, a sweep) ends here. Repeating it does no harm and, where all is right, changes nothing.
 * @throws Fault `CHANGE_DID_NOT_STICK`, or the platform's error, when it is worth a retry
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

/** One sync of one member, alone in their guild. */
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
  // Derived here: what another job has just done to this member counts.
  const stored = await derive(deps.prisma, ref);
  const decision = decide({ ...stored, userId: ref.userId, member: before, now: deps.clock.now() });
  const { verdicts, changesAt } = decision;
  // One that failed and is wanted no more: if they leave some day, that is of their own will.
  if (!decision.kick && awaitsKick(stored)) await withdrawKick(deps, ref);
  await settle(deps, ref, compare(verdicts, stored, before.roleIds));
  const isContested = problems.some(({ subject }) => subject.startsWith(CONTESTED));
  const unsettled = isContested ? await unsettledSubjects(deps, ref) : [];
  // Where a sweep saw them, nobody has asked about them alone.
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

/** Somebody who is not in the guild: perhaps because we have removed them. */
async function leaveOut(deps: ApplyDeps, ref: MemberRef, problems: readonly OpenProblem[]): Promise<Outcome> {
  await settleKick(deps, ref);
  await settleProblems(deps, ref, withoutToken(problems));
  return { result: 'absent', changes: [], changesAt: null };
}

/** Somebody who is not here, or needs nothing, is no proof that our token is taken. */
const withoutToken = (problems: readonly OpenProblem[]) =>
  problems.filter(({ subject }) => subject !== TOKEN);

/** What is to be done about the member: only a problem with one of these is still one for them. */
const subjectsOf = ({ verdicts }: Decision, ref: MemberRef): readonly string[] => [
  ...verdicts
    .filter(({ action }) => action !== 'leave')
    .flatMap(({ roleId }) => [roleId, contestedSubject(roleId), accountSubject(ref, roleId)]),
  // Who could not be removed is in the server still, until they go or pay.
  ...(verdicts.some(({ isPaid }) => isPaid) ? [] : [kickSubject(ref)]),
];

/** The platform has been seen to lose a change that it acknowledged with 204: only a look is proof. */
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
