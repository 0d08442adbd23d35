import { type ActionName, noteAction } from '../../admin/admin-actions.ts';
import type { AuditObject } from '../../audit/entry.ts';
import type { Transaction } from '../../database/index.ts';
import type { FailedWork, JobRef, SendAll } from '../../queue.ts';
import { queueSweep } from '../index.ts';
import { syncAffected } from './affected.ts';
import { type FailedItem, type ListDeps, listProblems } from './list-problems.ts';
import { closeProblems, openProblems, type ProblemDeps, unblock } from './problems.ts';

export type AnswerDeps = ProblemDeps & ListDeps & { readonly sendAll: SendAll };

export type ProblemRef = { readonly subject: string } | { readonly job: JobRef };

/** The guild, and the chat account of the admin who asks. */
export interface Asked {
  readonly guildId: string;
  readonly by: string;
}

/** Retries one problem: syncs every affected member, or reruns the failed job. @returns false if the problem is gone */
export async function retryProblem(deps: AnswerDeps, asked: Asked, ref: ProblemRef): Promise<boolean> {
  return 'job' in ref ? answerJob(deps, asked, ref.job, 'retry') : retrySubject(deps, asked, ref.subject);
}

/** Retries everything listed in the guild. @returns the number of retried items */
export async function retryAllProblems(deps: AnswerDeps, asked: Asked): Promise<number> {
  const { needsAction, failedWork } = await listProblems(deps, asked.guildId);
  let count = 0;
  for (const { subject } of needsAction) if (await retrySubject(deps, asked, subject)) count += 1;
  for (const job of failedWork) if (await answerJob(deps, asked, job, 'retry')) count += 1;
  return count;
}

async function retrySubject(deps: AnswerDeps, asked: Asked, subject: string): Promise<boolean> {
  const { guildId, by } = asked;
  const open = await openProblems(deps.prisma, guildId);
  const known = open.filter((problem) => problem.subject === subject);
  const [problem] = known;
  if (!problem) return false;
  const members = await deps.prisma.$transaction(async (transaction) => {
    // Only a full comparison shows whether these problems are resolved.
    if (problem.kind === 'member list' || problem.kind === 'memberships')
      await queueSweep(deps.send, guildId, by, { transaction });
    const affected = await unblock(transaction, guildId, subject);
    await note(deps, transaction, asked, 'problem retried', problemOf(subject));
    return affected;
  });
  // If a crash interrupts the rest, the next sweep does it.
  await syncAffected(deps, members, { mayTake: true, orderedBy: by });
  // The "resolved" message goes to the log channel itself. If that fails, the problem is reported again.
  if (problem.kind === 'log channel') await closeProblems(deps, { guildId, userId: '' }, known);
  return true;
}

/**
 * Dismisses a problem. If it persists, it is reported again when it recurs, at the latest by the next sweep. A member
 * who couldn't be removed stays in the guild, as the admin allows it. A failed job is deleted.
 * @returns false if the problem no longer exists
 */
export async function dismissProblem(deps: AnswerDeps, asked: Asked, ref: ProblemRef): Promise<boolean> {
  if ('job' in ref) return answerJob(deps, asked, ref.job, 'forget');
  return deps.prisma.$transaction(async (transaction) => {
    const where = { guildId: asked.guildId, subject: ref.subject };
    const { count } = await transaction.problem.deleteMany({ where });
    if (count > 0) await note(deps, transaction, asked, 'problem dismissed', problemOf(ref.subject));
    return count > 0;
  });
}

/** Retries or deletes a failed job, but only one that is listed in the admin's guild. */
async function answerJob(
  deps: AnswerDeps,
  asked: Asked,
  { id, queue }: JobRef,
  answer: Exclude<keyof FailedWork, 'list'>,
): Promise<boolean> {
  const { failedWork } = await listProblems(deps, asked.guildId);
  const job = failedWork.find((failed) => failed.id === id && failed.queue === queue);
  if (!job) return false;
  return deps.prisma.$transaction(async (transaction) => {
    if (!(await deps.failed[answer](job, transaction))) return false;
    const action = answer === 'retry' ? 'work retried' : 'work dismissed';
    await note(deps, transaction, asked, action, aboutOf(job), { queue, job: id });
    return true;
  });
}

const problemOf = (id: string): AuditObject => ({ type: 'problem', id });

function aboutOf({ userId, membershipId, queue }: FailedItem): AuditObject {
  if (userId !== null) return { type: 'member', id: userId };
  return membershipId === null ? { type: 'queue', id: queue } : { type: 'membership', id: membershipId };
}

function note(
  { clock }: AnswerDeps,
  transaction: Transaction,
  { guildId, by: actor }: Asked,
  action: ActionName,
  object: AuditObject,
  details = {},
): Promise<bigint> {
  return noteAction(transaction, clock.now(), { guildId, actor, action, object, details });
}
