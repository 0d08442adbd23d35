import type { Clock } from '../../clock.ts';
import type { PrismaClient, Transaction } from '../../database/index.ts';
import { faultText } from '../../i18n/chat-fault.ts';
import { english } from '../../i18n/index.ts';
import type { Logger } from '../../observability/log.ts';
import type { Send } from '../../queue.ts';
import { CommunityRefusal, type MemberRef, type Obstacle } from '../community.ts';
import { announce } from './announcements.ts';
import { columnsOf, keyOf, type Subject, subjectOf } from './subject.ts';

export interface ProblemDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly send: Send;
}

/**
 * Runs a platform call. A permanent refusal is recorded as a problem, stored and announced once, however many members
 * it affects.
 * @returns the answer; undefined if the platform refused
 */
export async function orRaiseProblem<T>(
  deps: ProblemDeps,
  member: MemberRef,
  subject: Subject,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    await raiseMemberProblem(deps, member, subject, error);
    return undefined;
  }
}

/** Stores a problem, with the member whose roles it keeps wrong. */
export async function raiseMemberProblem(
  deps: ProblemDeps,
  member: MemberRef,
  subject: Subject,
  obstacle: Obstacle,
): Promise<void> {
  await raiseProblem(deps, member.guildId, subject, obstacle);
  await addAffected(deps, member, [subject]);
}

/** Stores a problem. A known problem keeps its first time, and is announced again only if its text has changed. */
export async function raiseProblem(
  deps: ProblemDeps,
  guildId: string,
  subject: Subject,
  obstacle: Obstacle,
): Promise<void> {
  const at = deps.clock.now();
  const columns = columnsOf(subject);
  const key = { guildId, subject: columns.subject };
  const { code, details = {} } = obstacle;
  const problem = faultText(english.faults, obstacle);
  const words = { problem, code, said: details.said ?? null };
  await deps.prisma.$transaction(async (transaction) => {
    const created = await transaction.problem.createMany({
      data: { guildId, ...columns, ...words, since: at },
      skipDuplicates: true,
    });
    const changed = await transaction.problem.updateMany({
      where: { ...key, problem: { not: problem } },
      data: words,
    });
    await transaction.problem.updateMany({ where: key, data: { blocking: true } });
    if (created.count + changed.count === 0) return;
    await announce(deps.send, transaction, guildId, at, { kind: 'problem', subject, ...words });
    deps.log.warn({ ...key, problem }, 'needs action');
  });
}

/** A problem for display, see `storedFaultText`. */
export type Problem = ReturnType<typeof toProblem>;

/** A problem as stored. */
export interface OpenProblem {
  /** Key of what it is about. */
  readonly subject: string;
  readonly kind: string;
  readonly roleId: string | null;
  readonly problem: string;
  readonly code: string | null;
  readonly said: string | null;
  /** Whether the last attempt hit the problem, so that another call would only be refused again. */
  readonly blocking: boolean;
}

export const toProblem = ({ problem, code, said }: Pick<OpenProblem, 'problem' | 'code' | 'said'>) => ({
  code,
  message: problem,
  ...(said !== null && { details: { said } }),
});

/** Lists the guild's open problems. */
export const openProblems = (prisma: PrismaClient, guildId: string): Promise<readonly OpenProblem[]> =>
  prisma.problem.findMany({ where: { guildId } });

/** Lists the guild's open problems that may concern the member, without those of other members only. */
export const memberProblems = (
  prisma: PrismaClient,
  { guildId, userId }: MemberRef,
): Promise<readonly OpenProblem[]> =>
  prisma.problem.findMany({
    where: {
      guildId,
      OR: [
        { kind: { in: ['server', 'token', 'role'] } },
        { kind: { in: ['kick', 'account'] }, userId },
        { kind: 'conflict', affected: { some: { userId } } },
      ],
    },
  });

/** Records that problems keep the member's roles wrong. */
export async function addAffected(
  deps: Pick<ProblemDeps, 'prisma'>,
  { guildId, userId }: MemberRef,
  subjects: readonly Subject[],
): Promise<void> {
  if (subjects.length === 0) return;
  // Only problems that still exist: one may have been closed a moment ago.
  const rows = await deps.prisma.problem.findMany({
    where: { guildId, subject: { in: subjects.map(keyOf) } },
  });
  await deps.prisma.affectedMember.createMany({
    data: rows.map(({ subject }) => ({ guildId, subject, userId })),
    skipDuplicates: true,
  });
}

/**
 * Records that these problems no longer affect the member. When the last affected member is done, the problem is closed
 * and that is announced.
 */
export async function closeProblems(
  deps: ProblemDeps,
  { guildId, userId }: MemberRef,
  problems: readonly OpenProblem[],
): Promise<void> {
  const subjects = problems.map(({ subject }) => subject);
  if (subjects.length === 0) return;
  // A problem that affects other members, but not this one, stays open.
  const ended = await deps.prisma.problem.findMany({
    where: {
      guildId,
      subject: { in: subjects },
      OR: [{ affected: { some: { userId } } }, { affected: { none: {} } }],
    },
  });
  for (const row of ended) {
    const { subject, problem, code, said } = row;
    await deps.prisma.$transaction(async (transaction) => {
      await transaction.affectedMember.deleteMany({ where: { guildId, subject, userId } });
      const closed = await transaction.problem.deleteMany({
        where: { guildId, subject, affected: { none: {} } },
      });
      if (closed.count === 0) return;
      const content = { kind: 'mended', subject: subjectOf(row), problem, code, said } as const;
      await announce(deps.send, transaction, guildId, deps.clock.now(), content);
      deps.log.info({ guildId, subject }, 'mended');
    });
  }
}

/** Closes problems that affect no particular member, in one guild or in all. */
export async function closeProblem(deps: ProblemDeps, subject: Subject, guildId?: string): Promise<void> {
  const where = { subject: keyOf(subject), ...(guildId !== undefined && { guildId }) };
  for (const open of await deps.prisma.problem.findMany({ where }))
    await closeProblems(deps, { guildId: open.guildId, userId: '' }, [open]);
}

/** Unblocks all problems in the guild, or those of one subject, so that they are retried. */
export async function liftBlocks(
  prisma: PrismaClient | Transaction,
  guildId: string,
  subject?: string,
): Promise<void> {
  const where = { guildId, blocking: true, ...(subject !== undefined && { subject }) };
  await prisma.problem.updateMany({ where, data: { blocking: false } });
}

/** Unblocks one subject's problem. @returns the affected members */
export async function unblock(
  prisma: PrismaClient | Transaction,
  guildId: string,
  subject: string,
): Promise<readonly MemberRef[]> {
  await liftBlocks(prisma, guildId, subject);
  const where = { guildId, subject };
  return prisma.affectedMember.findMany({ where, select: { guildId: true, userId: true } });
}
