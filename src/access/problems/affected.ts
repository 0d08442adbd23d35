import type { Clock } from '../../clock.ts';
import { Prisma, type PrismaClient } from '../../database/index.ts';
import type { SendAll } from '../../queue.ts';
import type { MemberRef } from '../community.ts';
import { memberChanged } from '../queue/queues.ts';
import { type SyncRequest, syncJob } from '../queue/sync-request.ts';

/**
 * Whether an account has an owner: a link, a proof or a payment speaks for it. A purchase in somebody's name proves
 * nothing, and anyone can make any number of them.
 */
export const hasOwner = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  EXISTS (SELECT FROM community.account_links l WHERE l.chat_user_id = ${userId})
  OR EXISTS (SELECT FROM community.memberships m
    WHERE m.chat_user_id = ${userId} AND (m.chat_proven AND m.buyer_verified OR NOT m.free)))`;

/** @returns those of the accounts that have an owner */
export async function findOwned(
  prisma: PrismaClient,
  userIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const owned = await prisma.$queryRaw<{ userId: string }[]>`
    SELECT a.user_id AS "userId" FROM unnest(${userIds}::text[]) AS a (user_id)
    WHERE ${hasOwner(Prisma.sql`a.user_id`)}`;
  return new Set(owned.map(({ userId }) => userId));
}

interface Affected {
  readonly userId: string;
  readonly hasOwner: boolean;
}

/**
 * Finds the affected member to try next: first those with an owner, as anyone can have free purchases affect any number
 * of accounts, and each try is a request to the platform.
 * @param after the member tried before. If they have found or lost their owner since, some are tried again or skipped,
 *   until the next retry
 */
export async function nextAffected(
  prisma: PrismaClient,
  guildId: string,
  subject: string,
  after?: string,
): Promise<Affected | undefined> {
  const later =
    after === undefined
      ? Prisma.sql`true`
      : Prisma.sql`(NOT ${hasOwner(Prisma.sql`a.user_id`)}, a.user_id) > (NOT ${hasOwner(Prisma.sql`${after}`)}, ${after})`;
  const [next] = await prisma.$queryRaw<Affected[]>`
    SELECT a.user_id AS "userId", ${hasOwner(Prisma.sql`a.user_id`)} AS "hasOwner"
    FROM community.affected_members a
    WHERE a.guild_id = ${guildId} AND a.subject = ${subject} AND ${later}
    ORDER BY NOT ${hasOwner(Prisma.sql`a.user_id`)}, a.user_id LIMIT 1`;
  return next;
}

/** Members queued at a time. */
const BATCH = 500;

export interface SyncAffectedDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly sendAll: SendAll;
}

/** Whether the syncs may take roles, and the admin who ordered them. */
export type Terms = Pick<SyncRequest, 'mayTake' | 'orderedBy'>;

/**
 * Queues the syncs of the members whom a problem kept from their roles. They take no more than a sweep may. Anyone can
 * have free purchases affect any number of members, so those for whom nothing else speaks come last.
 */
export async function syncAffected(
  { prisma, clock, sendAll }: SyncAffectedDeps,
  members: readonly MemberRef[],
  terms: Terms,
): Promise<void> {
  for (let from = 0; from < members.length; from += BATCH) {
    const some = members.slice(from, from + BATCH);
    const owned = await findOwned(
      prisma,
      some.map(({ userId }) => userId),
    );
    const jobs = some.map((member) => {
      const urgency = owned.has(member.userId) ? 'live' : 'claimed';
      return syncJob(member, { urgency, ...terms, isGuarded: true }, clock.now());
    });
    await sendAll(memberChanged, jobs);
  }
}
