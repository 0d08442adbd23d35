import Type from 'typebox';
import Value from 'typebox/value';
import type { PrismaClient } from '../../database/index.ts';
import type { FailedJob, FailedWork } from '../../queue.ts';
import { accessQueues } from '../index.ts';
import { type PendingSweep, pendingSweep } from '../sweep/answer-pending.ts';
import { type Problem, toProblem } from './problems.ts';
import { type Subject, subjectOf } from './subject.ts';

/** Members listed per problem; the others are only counted. */
const NAMED = 10;

/** Maximum number of problems, and of failed jobs, that are listed. */
const LISTED = 50;

/** A problem that only a person can fix. */
export interface NeedsAction {
  /** Key for retrying and dismissing the problem. */
  readonly subject: string;
  readonly about: Subject;
  readonly since: Date;
  readonly problem: Problem;
  /** Whether the last attempt hit the problem. False while a new attempt is under way. */
  readonly isBlocking: boolean;
  /** Number of members whose roles the problem keeps wrong; `userIds` names some of them. */
  readonly affected: number;
  readonly userIds: readonly string[];
}

export interface FailedItem extends Omit<FailedJob, 'data'> {
  readonly userId: string | null;
  readonly membershipId: string | null;
}

export interface Problems {
  /** Oldest first. */
  readonly needsAction: readonly NeedsAction[];
  readonly needsActionCount: number;
  /** Newest first. */
  readonly failedWork: readonly FailedItem[];
  readonly held: PendingSweep | null;
}

export interface ListDeps {
  readonly prisma: PrismaClient;
  readonly failed: FailedWork;
}

/** Lists open problems, failed jobs and the pending approval of a guild. */
export async function listProblems(deps: ListDeps, guildId: string): Promise<Problems> {
  const { prisma } = deps;
  const [rows, needsActionCount, failedWork, held] = await Promise.all([
    prisma.problem.findMany({
      where: { guildId },
      orderBy: [{ since: 'asc' }, { subject: 'asc' }],
      take: LISTED,
      include: {
        affected: { take: NAMED, orderBy: { userId: 'asc' }, select: { userId: true } },
        _count: { select: { affected: true } },
      },
    }),
    prisma.problem.count({ where: { guildId } }),
    listFailedWork(deps, guildId),
    pendingSweep(prisma, guildId),
  ]);
  const needsAction = rows.map(({ subject, since, blocking, affected, _count, ...row }) => ({
    subject,
    since,
    isBlocking: blocking,
    affected: _count.affected,
    problem: toProblem(row),
    about: subjectOf(row),
    userIds: affected.map(({ userId }) => userId),
  }));
  return { needsAction, needsActionCount, failedWork, held };
}

const Data = Type.Object({
  userId: Type.Optional(Type.String()),
  membershipId: Type.Optional(Type.String()),
});

/** Lists failed jobs of this guild, and jobs that belong to no guild, such as those about memberships. */
async function listFailedWork({ prisma, failed }: ListDeps, guildId: string): Promise<readonly FailedItem[]> {
  const jobs = await failed.list(accessQueues, { where: { guildId }, limit: LISTED });
  const items = jobs.map(({ data, ...job }) => {
    const { userId = null, membershipId = null } = Value.Check(Data, data) ? data : {};
    return { ...job, userId, membershipId };
  });
  const ids = items.flatMap(({ membershipId }) => membershipId ?? []);
  const rows = await prisma.mirroredMembership.findMany({
    where: { id: { in: ids } },
    select: { id: true, chatUserId: true },
  });
  const ownerOf = new Map(rows.map(({ id, chatUserId }) => [id, chatUserId]));
  return items.map((item) => ({
    ...item,
    userId: item.userId ?? (item.membershipId === null ? null : (ownerOf.get(item.membershipId) ?? null)),
  }));
}
