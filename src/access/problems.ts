import type { Clock } from '../clock.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import type { Logger } from '../log.ts';
import type { Send } from '../queue.ts';
import { announce } from './announcements.ts';
import { CommunityRefusal, type MemberRef } from './community.ts';

export interface ProblemDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly send: Send;
}

/** What a problem is about when it is not about one role: the guild as a whole, our token, the log channel. */
export const SERVER = 'server';
export const TOKEN = 'token';
export const LOG_CHANNEL = 'log channel';

/** What the subject begins with of somebody who can't be removed. */
export const KICK = 'kick ';

/**
 * Asks the platform for something. What it refuses for good is put before the admins: stored once and told
 * once, however many members it concerns.
 * @returns the answer; undefined where there is none but a refusal
 */
export async function orPutBeforeAdmins<T>(
  deps: ProblemDeps,
  member: MemberRef,
  subject: string,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CommunityRefusal)) throw error;
    await meet(deps, member.guildId, subject, error.message);
    await addAffected(deps, member, [subject]);
    return undefined;
  }
}

/** Stores a problem. One that is known keeps the time it was first met, and is told again only if it reads otherwise. */
export async function meet(
  deps: ProblemDeps,
  guildId: string,
  subject: string,
  problem: string,
): Promise<void> {
  const at = deps.clock.now();
  const key = { guildId, subject };
  await deps.prisma.$transaction(async (transaction) => {
    const created = await transaction.problem.createMany({
      data: { ...key, problem, since: at },
      skipDuplicates: true,
    });
    const changed = await transaction.problem.updateMany({
      where: { ...key, problem: { not: problem } },
      data: { problem },
    });
    await transaction.problem.updateMany({ where: key, data: { blocking: true } });
    if (created.count + changed.count === 0) return;
    await announce(deps.send, transaction, guildId, at, { kind: 'problem', subject, problem });
    deps.log.warn({ ...key, problem }, 'needs action');
  });
}

/** Why members who can't be removed are a problem each of their own: others may well be. */
export const kickSubject = ({ userId }: Pick<MemberRef, 'userId'>): string => `${KICK}${userId}`;

/** A problem as it is stored. */
export interface OpenProblem {
  readonly subject: string;
  readonly problem: string;
  /** Whether it was met on the last try: then a call would only be refused again. */
  readonly blocking: boolean;
}

/** What needs action in the guild. */
export const openProblems = (prisma: PrismaClient, guildId: string): Promise<readonly OpenProblem[]> =>
  prisma.problem.findMany({ where: { guildId } });

/** Remembers whom a problem keeps from having the right roles. */
export async function addAffected(
  deps: Pick<ProblemDeps, 'prisma'>,
  { guildId, userId }: MemberRef,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  // Only where the problem still is: it may have been closed a moment ago.
  const rows = await deps.prisma.problem.findMany({ where: { guildId, subject: { in: [...subjects] } } });
  await deps.prisma.affectedMember.createMany({
    data: rows.map(({ subject }) => ({ guildId, subject, userId })),
    skipDuplicates: true,
  });
}

/**
 * Notes that these are no problem any more for the member. The last one who was affected closes a problem,
 * and that is told.
 */
export async function settleProblems(
  deps: ProblemDeps,
  { guildId, userId }: MemberRef,
  problems: readonly OpenProblem[],
): Promise<void> {
  for (const { subject, problem } of problems) {
    await deps.prisma.$transaction(async (transaction) => {
      await transaction.affectedMember.deleteMany({ where: { guildId, subject, userId } });
      const closed = await transaction.problem.deleteMany({
        where: { guildId, subject, affected: { none: {} } },
      });
      if (closed.count === 0) return;
      await announce(deps.send, transaction, guildId, deps.clock.now(), { kind: 'mended', subject, problem });
      deps.log.info({ guildId, subject }, 'mended');
    });
  }
}

/**
 * Lets everything be tried again in these guilds, or only what is about one subject.
 * @returns the members whom it concerns
 */
export async function unblock(
  prisma: PrismaClient | Transaction,
  guildIds: readonly string[],
  subject?: string,
): Promise<readonly MemberRef[]> {
  const where = { guildId: { in: [...guildIds] }, ...(subject !== undefined && { subject }) };
  await prisma.problem.updateMany({ where: { ...where, blocking: true }, data: { blocking: false } });
  return prisma.affectedMember.findMany({
    where,
    distinct: ['guildId', 'userId'],
    select: { guildId: true, userId: true },
  });
}
