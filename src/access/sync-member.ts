import { Fault } from '../errors.ts';
import { type ApplyDeps, apply } from './apply.ts';
import type { Member, MemberRef } from './community.ts';
import { type Decision, decide, type Verdict } from './decide.ts';
import { derive } from './derive.ts';
import { inLane, type Lane } from './lane.ts';
import { awaitsKick, compare, settle, settleKick, withdrawKick } from './ledger.ts';
import type { Occasion } from './occasion.ts';
import {
  addAffected,
  kickSubject,
  LOG_CHANNEL,
  type OpenProblem,
  openProblems,
  orPutBeforeAdmins,
  SERVER,
  settleProblems,
  TOKEN,
} from './problems.ts';

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
    await settleProblems(deps, ref, withoutToken(await memberProblems(deps.prisma, ref.guildId)));
    return { result: 'in order', changes: [], changesAt: null };
  }
  return inLane(deps.prisma, ref.guildId, signal, (lane) => syncInLane(deps, lane, ref, occasion));
}

/** One sync of one member, alone in their guild. */
async function syncInLane(deps: ApplyDeps, lane: Lane, ref: MemberRef, occasion: Occasion): Promise<Outcome> {
  const problems = await memberProblems(deps.prisma, ref.guildId);
  const blocked = new Set(problems.filter(({ blocking }) => blocking).map(({ subject }) => subject));
  const settleWhere = (holds: (subject: string) => boolean) =>
    settleProblems(
      deps,
      ref,
      problems.filter(({ subject }) => holds(subject)),
    );
  const look = () => deps.community.getMember(ref, lane.signal);
  const before = await lookBefore(deps, ref, occasion, blocked, look);
  if (before === undefined) return { result: 'refused', changes: [], changesAt: null };
  if (before === null) {
    await settleKick(deps, ref);
    await settleProblems(deps, ref, withoutToken(problems));
    return { result: 'absent', changes: [], changesAt: null };
  }
  // Derived here: what another job has just done to this member counts.
  const stored = await derive(deps.prisma, ref);
  const decision = decide({ ...stored, userId: ref.userId, member: before, now: deps.clock.now() });
  const { verdicts, changesAt } = decision;
  // One that failed and is wanted no more: if they leave some day, that is of their own will.
  if (!decision.kick && awaitsKick(stored)) await withdrawKick(deps, ref);
  // What a sweep saw it has settled itself; since then it may have become history.
  if (!occasion.seen) await settle(deps, ref, compare(verdicts, stored, before.roleIds));
  const wanted = subjectsOf(decision, ref);
  await settleWhere((subject) => !wanted.includes(subject));

  const feasible = await restrict(deps, ref, decision, occasion, blocked);
  const plan = { ref, occasion, member: before, isFresh: !occasion.seen, ...feasible };
  const taken = await apply(deps, lane, { ...plan, granted: stored.granted });
  if (taken === 'kicked') {
    await settleKick(deps, ref);
    await settleProblems(deps, ref, problems);
    return { result: 'changed', changes: [], changesAt: null };
  }
  if (taken.length === 0) return { result: 'in order', changes: [], changesAt };
  const after = occasion.seen ? undefined : await look();
  if (after) {
    await verify(deps, ref, taken, after);
    await settleWhere((subject) => taken.some(({ roleId }) => roleId === subject));
  }
  return { result: after === null ? 'absent' : 'changed', changes: after ? taken : [], changesAt };
}

/** The guild's problems that somebody's roles may depend on. */
const memberProblems = async (prisma: ApplyDeps['prisma'], guildId: string) =>
  (await openProblems(prisma, guildId)).filter(({ subject }) => subject !== LOG_CHANNEL);

/** Somebody who is not here, or needs nothing, is no proof that our token is taken. */
const withoutToken = (problems: readonly OpenProblem[]) =>
  problems.filter(({ subject }) => subject !== TOKEN);

/** What is to be done about the member: only a problem with one of these is still one for them. */
const subjectsOf = ({ verdicts }: Decision, ref: MemberRef): readonly string[] => [
  ...verdicts.filter(({ action }) => action !== 'leave').map(({ roleId }) => roleId),
  // Who could not be removed is in the server still, until they go or pay.
  ...(verdicts.some(({ isPaid }) => isPaid) ? [] : [kickSubject(ref)]),
];

/** The member as they are; null when they are not in the guild; undefined when the platform can't be asked. */
async function lookBefore(
  deps: ApplyDeps,
  ref: MemberRef,
  { seen }: Occasion,
  blocked: ReadonlySet<string>,
  look: () => Promise<Member | null>,
): Promise<Member | null | undefined> {
  const wall = [SERVER, TOKEN].filter((subject) => blocked.has(subject));
  await addAffected(deps, ref, wall);
  if (wall.length > 0) return undefined;
  return seen ?? orPutBeforeAdmins(deps, ref, SERVER, look);
}

/** Leaves out what the occasion doesn't allow, and what is known not to work: it waits until something changes. */
async function restrict(
  deps: ApplyDeps,
  ref: MemberRef,
  { verdicts, kick }: Decision,
  { mayTake }: Occasion,
  blocked: ReadonlySet<string>,
): Promise<Pick<Decision, 'verdicts' | 'kick'>> {
  const wanted = verdicts.filter(({ action }) => action === 'grant' || (action === 'revoke' && mayTake));
  const hopeless = wanted.filter(({ roleId }) => blocked.has(roleId));
  await addAffected(
    deps,
    ref,
    hopeless.map(({ roleId }) => roleId),
  );
  return {
    verdicts: wanted.filter((verdict) => !hopeless.includes(verdict)),
    kick: mayTake && !blocked.has(kickSubject(ref)) ? kick : null,
  };
}

/** The platform has been seen to lose a change that it acknowledged with 204: only a look is proof. */
async function verify(
  deps: ApplyDeps,
  ref: MemberRef,
  taken: readonly Verdict[],
  after: Member,
): Promise<void> {
  const noted = await derive(deps.prisma, ref);
  await settle(deps, ref, compare(taken, noted, after.roleIds));
  const lost = taken.filter(({ action, roleId }) => after.roleIds.includes(roleId) !== (action === 'grant'));
  if (lost.length === 0) return;
  throw new Fault(
    'CHANGE_DID_NOT_STICK',
    `The platform took ${lost.length} role changes and did not keep them.`,
  );
}
