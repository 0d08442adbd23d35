import Type from 'typebox';
import Value from 'typebox/value';
import type { PrismaClient } from '../../database/index.ts';
import type { FailedJob, FailedWork } from '../../queue.ts';
import { accessQueues } from '../index.ts';
import { type PendingSweep, pendingSweep } from '../sweep/answer-pending.ts';
import {
  ACCOUNT,
  CONFLICT,
  KICK,
  LOG_CHANNEL,
  MEMBER_LIST,
  MEMBERSHIPS,
  type Problem,
  SERVER,
  TOKEN,
  toProblem,
} from './problems.ts';

/** Members listed per problem; the others are only counted. */
const NAMED = 10;

/** Maximum number of problems, and of failed jobs, that are listed. */
const LISTED = 50;

/** Subjects of problems that aren't about a role or a member. */
const SUBJECTS = [SERVER, TOKEN, LOG_CHANNEL, MEMBER_LIST, MEMBERSHIPS] as const;

/** A problem that only a person can fix. */
export interface NeedsAction {
  /** Key for retrying and dismissing the problem. */
  readonly subject: string;
  readonly about:
    | { readonly kind: 'role'; readonly roleId: string }
    | { readonly kind: 'kick'; readonly userId: string }
    /** One account, or one role of it. */
    | { readonly kind: 'account'; readonly userId: string; readonly roleId: string | null }
    | { readonly kind: (typeof SUBJECTS)[number] };
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
    ...{ subject, since, isBlocking: blocking, affected: _count.affected },
    problem: toProblem(row),
    about: aboutOf(subject),
    userIds: affected.map(({ userId }) => userId),
  }));
  return { needsAction, needsActionCount, failedWork, held };
}

function aboutOf(subject: string): NeedsAction['about'] {
  const kind = SUBJECTS.find((known) => known === subject);
  if (kind) return { kind };
  if (subject.startsWith(KICK)) return { kind: 'kick', userId: subject.slice(KICK.length) };
  if (subject.startsWith(ACCOUNT)) {
    const [userId = '', roleId = null] = subject.slice(ACCOUNT.length).split(' ');
    return { kind: 'account', userId, roleId };
  }
  if (subject.startsWith(CONFLICT)) return { kind: 'role', roleId: subject.slice(CONFLICT.length) };
  return { kind: 'role', roleId: subject };
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
