import type { Clock } from '../clock.ts';
import type { PrismaClient, Transaction } from '../database/index.ts';
import type { Logger } from '../log.ts';
import type { Send } from '../queue.ts';
import { announce } from './announcements.ts';
import { CommunityRefusal, type MemberRef, type Obstacle } from './community.ts';

export interface ProblemDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly send: Send;
}

/** What a problem is about when it is not about one role: the guild as a whole, our token, and what follows. */
export const SERVER = 'server';
export const TOKEN = 'token';
export const LOG_CHANNEL = 'log channel';
export const MEMBER_LIST = 'member list';
export const MEMBERSHIPS = 'memberships';

/** What nobody's roles depend on. */
export const NOT_ABOUT_MEMBERS = [LOG_CHANNEL, MEMBER_LIST, MEMBERSHIPS];

/** What the subject begins with of somebody who can't be removed. */
export const KICK = 'kick ';

/** What the subject begins with of an account about which the platform refuses what it doesn't refuse about others. */
export const ACCOUNT = 'account ';

/** What the subject begins with of a role that somebody else keeps giving or taking. */
export const CONTESTED = 'contested ';

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
    await putBeforeAdmins(deps, member, subject, error);
    return undefined;
  }
}

/** Stores a problem, and whom it keeps from having the right roles. */
export async function putBeforeAdmins(
  deps: ProblemDeps,
  member: MemberRef,
  subject: string,
  obstacle: Obstacle,
): Promise<void> {
  await meet(deps, member.guildId, subject, obstacle);
  await addAffected(deps, member, [subject]);
}

/** Stores a problem. One that is known keeps the time it was first met, and is told again only if it reads otherwise. */
export async function meet(
  deps: ProblemDeps,
  guildId: string,
  subject: string,
  { code, message: problem, said }: Obstacle,
): Promise<void> {
  const at = deps.clock.now();
  const key = { guildId, subject };
  const words = { problem, code, said: said ?? null };
  await deps.prisma.$transaction(async (transaction) => {
    const created = await transaction.problem.createMany({
      data: { ...key, ...words, since: at },
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

/** What the subjects begin with of what is a problem with single members. */
const OF_ONE = [KICK, ACCOUNT, CONTESTED];

/** Why members who can't be removed are a problem each of their own: others may well be. */
export const kickSubject = ({ userId }: Pick<MemberRef, 'userId'>): string => `${KICK}${userId}`;

/** What is about one account alone, or about one role with this account alone. */
export const accountSubject = ({ userId }: Pick<MemberRef, 'userId'>, roleId?: string): string =>
  [`${ACCOUNT}${userId}`, ...(roleId === undefined ? [] : [roleId])].join(' ');

/** Why a role that is contested with some members is no problem for the others. */
export const contestedSubject = (roleId: string): string => `${CONTESTED}${roleId}`;

/** What is wrong, for people to read in their language: by its code, or as it was written down in English. */
export interface Problem extends Omit<Obstacle, 'code'> {
  readonly code: string | null;
}

/** A problem as it is stored. */
export interface OpenProblem {
  readonly subject: string;
  readonly problem: string;
  readonly code: string | null;
  readonly said: string | null;
  /** Whether it was met on the last try: then a call would only be refused again. */
  readonly blocking: boolean;
}

export const toProblem = ({
  problem,
  code,
  said,
}: Pick<OpenProblem, 'problem' | 'code' | 'said'>): Problem => ({
  ...{ code, message: problem, said: said ?? undefined },
});

/** What needs action in the guild. */
export const openProblems = (prisma: PrismaClient, guildId: string): Promise<readonly OpenProblem[]> =>
  prisma.problem.findMany({ where: { guildId } });

/** What needs action in the guild and may concern the member: not what others alone are concerned by. */
export const memberProblems = (
  prisma: PrismaClient,
  { guildId, userId }: MemberRef,
): Promise<readonly OpenProblem[]> =>
  prisma.problem.findMany({
    where: {
      ...{ guildId, subject: { notIn: NOT_ABOUT_MEMBERS } },
      OR: [
        { AND: OF_ONE.map((startsWith) => ({ NOT: { subject: { startsWith } } })) },
        { subject: kickSubject({ userId }) },
        { subject: accountSubject({ userId }) },
        { subject: { startsWith: accountSubject({ userId }, '') } },
        { subject: { startsWith: CONTESTED }, affected: { some: { userId } } },
      ],
    },
  });

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
  const subjects = problems.map(({ subject }) => subject);
  if (subjects.length === 0) return;
  // One that keeps others, and not this member, from their roles stays as it is.
  const ended = await deps.prisma.problem.findMany({
    where: {
      ...{ guildId, subject: { in: subjects } },
      OR: [{ affected: { some: { userId } } }, { affected: { none: {} } }],
    },
  });
  for (const { subject, problem, code, said } of ended) {
    await deps.prisma.$transaction(async (transaction) => {
      await transaction.affectedMember.deleteMany({ where: { guildId, subject, userId } });
      const closed = await transaction.problem.deleteMany({
        where: { guildId, subject, affected: { none: {} } },
      });
      if (closed.count === 0) return;
      const content = { kind: 'mended', subject, problem, code, said } as const;
      await announce(deps.send, transaction, guildId, deps.clock.now(), content);
      deps.log.info({ guildId, subject }, 'mended');
    });
  }
}

/** Notes that what concerns nobody in particular is no problem any more, in these guilds or in all. */
export async function settleSubject(deps: ProblemDeps, subject: string, guildId?: string): Promise<void> {
  const where = { subject, ...(guildId !== undefined && { guildId }) };
  for (const open of await deps.prisma.problem.findMany({ where }))
    await settleProblems(deps, { guildId: open.guildId, userId: '' }, [open]);
}

/** Lets everything be tried again in the guild, or only what is about one subject. */
export async function liftBlocks(
  prisma: PrismaClient | Transaction,
  guildId: string,
  subject?: string,
): Promise<void> {
  const where = { guildId, blocking: true, ...(subject !== undefined && { subject }) };
  await prisma.problem.updateMany({ where, data: { blocking: false } });
}

/** Lets what is about one subject be tried again. @returns the members whom it concerns */
export async function unblock(
  prisma: PrismaClient | Transaction,
  guildId: string,
  subject: string,
): Promise<readonly MemberRef[]> {
  await liftBlocks(prisma, guildId, subject);
  const where = { guildId, subject };
  return prisma.affectedMember.findMany({ where, select: { guildId: true, userId: true } });
}
