import Type from 'typebox';
import Value from 'typebox/value';
import type { PrismaClient } from '../database/index.ts';
import type { FailedJob, FailedWork } from '../queue.ts';
import { type HeldSweep, heldSweep } from './answer-held.ts';
import { accessQueues } from './index.ts';
import {
  ACCOUNT,
  CONTESTED,
  KICK,
  LOG_CHANNEL,
  MEMBER_LIST,
  MEMBERSHIPS,
  type Problem,
  SERVER,
  TOKEN,
  toProblem,
} from './problems.ts';

/** Members who are named with a problem; the others are only counted. */
const NAMED = 10;

/** Problems, and failed jobs, that are listed; the others are only counted. */
const LISTED = 50;

/** What a problem may be about besides a role or a member. */
const SUBJECTS = [SERVER, TOKEN, LOG_CHANNEL, MEMBER_LIST, MEMBERSHIPS] as const;

/** What only a person can mend. */
export interface NeedsAction {
  /** By which it is retried and dismissed. */
  readonly subject: string;
  readonly about:
    | { readonly kind: 'role'; readonly roleId: string }
    | { readonly kind: 'kick'; readonly userId: string }
    /** One account alone, or one role with it. */
    | { readonly kind: 'account'; readonly userId: string; readonly roleId: string | null }
    | { readonly kind: (typeof SUBJECTS)[number] };
  readonly since: Date;
  /** What is wrong and what to do. */
  readonly problem: Problem;
  /** Whether it was met on the last try. While it isn't, a new try is under way. */
  readonly isBlocking: boolean;
  /** How many members it keeps from having the right roles, and some of them. */
  readonly affected: number;
  readonly userIds: readonly string[];
}

/** Work that has used up its retries. */
export interface FailedItem extends Omit<FailedJob, 'data'> {
  /** Whom it is about, as far as that is known. */
  readonly userId: string | null;
  readonly membershipId: string | null;
}

/** All that waits for an admin of the guild. */
export interface Problems {
  /** The oldest first. */
  readonly needsAction: readonly NeedsAction[];
  readonly needsActionCount: number;
  /** The newest first. */
  readonly failedWork: readonly FailedItem[];
  readonly held: HeldSweep | null;
}

export interface ListDeps {
  readonly prisma: PrismaClient;
  readonly failed: FailedWork;
}

/** Lists what needs action in a guild, the work that failed, and the sweep that waits for an answer. */
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
    heldSweep(prisma, guildId),
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
  if (subject.startsWith(CONTESTED)) return { kind: 'role', roleId: subject.slice(CONTESTED.length) };
  return { kind: 'role', roleId: subject };
}

const Data = Type.Object({
  userId: Type.Optional(Type.String()),
  membershipId: Type.Optional(Type.String()),
});

/** Work of this guild and, where it is about memberships, of all. */
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
