import type { Clock } from '../../clock.ts';
import type { PrismaClient, Transaction } from '../../database/index.ts';
import type { Logger } from '../../observability/log.ts';
import type { Send } from '../../queue.ts';
import { CommunityRefusal, type MemberRef, type Obstacle } from '../community.ts';
import { announce } from './announcements.ts';

export interface ProblemDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly send: Send;
}

/** Subjects of problems that aren't about one role: the guild as a whole, the bot's token, and others. */
export const SERVER = 'server';
export const TOKEN = 'token';
export const LOG_CHANNEL = 'log channel';
export const MEMBER_LIST = 'member list';
export const MEMBERSHIPS = 'memberships';

/** Subjects of problems that affect no member's roles. */
export const NOT_ABOUT_MEMBERS = [LOG_CHANNEL, MEMBER_LIST, MEMBERSHIPS];

/** Prefix of the subject for a member who can't be removed from the guild. */
export const KICK = 'kick ';

/** Prefix of the subject for an account whose requests the platform refuses, while it accepts them for others. */
export const ACCOUNT = 'account ';

/** Prefix of the subject for a role conflict: a role that another bot or an admin keeps giving or taking. */
export const CONFLICT = 'contested ';

/**
 * Runs a platform call. A permanent refusal is recorded as a problem, stored and announced once, however many members
 * it affects.
 * @returns the answer; undefined if the platform refused
 */
export async function orRaiseProblem<T>(
  deps: ProblemDeps,
  member: MemberRef,
  subject: string,
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
  subject: string,
  obstacle: Obstacle,
): Promise<void> {
  await raiseProblem(deps, member.guildId, subject, obstacle);
  await addAffected(deps, member, [subject]);
}

/** Stores a problem. A known problem keeps its first time, and is announced again only if its text has changed. */
export async function raiseProblem(
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

/** Prefixes of subjects that concern single members. */
const OF_ONE = [KICK, ACCOUNT, CONFLICT];

/** Returns the subject for a member who can't be removed: one problem per member, since other removals may succeed. */
export const kickSubject = ({ userId }: Pick<MemberRef, 'userId'>): string => `${KICK}${userId}`;

/** Returns the subject for one account, or for one role of this account. */
export const accountSubject = ({ userId }: Pick<MemberRef, 'userId'>, roleId?: string): string =>
  [`${ACCOUNT}${userId}`, ...(roleId === undefined ? [] : [roleId])].join(' ');

/** Returns the subject for a role conflict, which doesn't block the role for other members. */
export const conflictSubject = (roleId: string): string => `${CONFLICT}${roleId}`;

/** A problem for display. It is translated by its code; without a code, the stored English text is shown. */
export interface Problem extends Omit<Obstacle, 'code'> {
  readonly code: string | null;
}

/** A problem as stored. */
export interface OpenProblem {
  readonly subject: string;
  readonly problem: string;
  readonly code: string | null;
  readonly said: string | null;
  /** Whether the last attempt hit the problem, so that another call would only be refused again. */
  readonly blocking: boolean;
}

export const toProblem = ({
  problem,
  code,
  said,
}: Pick<OpenProblem, 'problem' | 'code' | 'said'>): Problem => ({
  ...{ code, message: problem, said: said ?? undefined },
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
      ...{ guildId, subject: { notIn: NOT_ABOUT_MEMBERS } },
      OR: [
        { AND: OF_ONE.map((startsWith) => ({ NOT: { subject: { startsWith } } })) },
        { subject: kickSubject({ userId }) },
        { subject: accountSubject({ userId }) },
        { subject: { startsWith: accountSubject({ userId }, '') } },
        { subject: { startsWith: CONFLICT }, affected: { some: { userId } } },
      ],
    },
  });

/** Records that problems keep the member's roles wrong. */
export async function addAffected(
  deps: Pick<ProblemDeps, 'prisma'>,
  { guildId, userId }: MemberRef,
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length === 0) return;
  // Only problems that still exist: one may have been closed a moment ago.
  const rows = await deps.prisma.problem.findMany({ where: { guildId, subject: { in: [...subjects] } } });
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

/** Closes problems that affect no particular member, in one guild or in all. */
export async function closeProblem(deps: ProblemDeps, subject: string, guildId?: string): Promise<void> {
  const where = { subject, ...(guildId !== undefined && { guildId }) };
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
