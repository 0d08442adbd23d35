import { accessQueues } from '../access/index.ts';
import type { Clock } from '../clock.ts';
import type { PrismaClient } from '../database/index.ts';
import type { FailedWork } from '../queue.ts';

/** Number of days covered, including today. */
export const DAYS = 30;

const DAY = 86_400_000;

/** Maximum number of purchases in the latency sample, newest first. */
const SAMPLE = 10_000;

/** Maximum number of failed jobs counted. */
const FAILED_COUNTED = 1_000;

export interface StatsDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly failed: FailedWork;
}

/** Joins and ends of one day, in UTC. */
export interface DayCount {
  /** Such as 2026-11-21. */
  readonly day: string;
  /** Memberships that began to give access. */
  readonly joins: number;
  /** Memberships that ceased to give access. */
  readonly ends: number;
}

/** Time from a purchase's webhook to the role observed on the member, in milliseconds. */
export interface Latency {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export interface Stats {
  /** Memberships that give access now, by plan, the most frequent first. */
  readonly plans: readonly { readonly planId: string; readonly members: number }[];
  /** Members with a role from us, by role, the most frequent first. */
  readonly roles: readonly { readonly roleId: string; readonly members: number }[];
  /** The last thirty days, oldest first, without gaps. */
  readonly days: readonly DayCount[];
  /** Latency of purchases in these days; null without any. */
  readonly latency: Latency | null;
  /** Counts of what waits for an admin. */
  readonly failures: {
    readonly problems: number;
    /** Members whose roles are wrong because of these problems. */
    readonly members: number;
    /** Jobs that used up their retries; at most 1,000 are counted. */
    readonly work: number;
  };
}

/**
 * Counts a guild's statistics. Memberships and plans are those of the whole commerce account; roles, latency and
 * problems are the guild's. Each query reads an index or a bounded number of rows.
 */
export async function readStats({ prisma, clock, failed }: StatsDeps, guildId: string): Promise<Stats> {
  const today = Math.floor(clock.now().getTime() / DAY) * DAY;
  const since = new Date(today - (DAYS - 1) * DAY);
  const [plans, roles, days, latency, failures] = await Promise.all([
    countPlans(prisma),
    countRoles(prisma, guildId),
    countDays(prisma, since),
    measureLatency(prisma, guildId, since),
    countFailures(prisma, failed, guildId),
  ]);
  return { plans, roles, days, latency, failures };
}

const countPlans = (prisma: PrismaClient) =>
  prisma.$queryRaw<{ planId: string; members: number }[]>`
    SELECT plan_id AS "planId", count(*)::int AS members FROM community.memberships
    WHERE valid GROUP BY plan_id ORDER BY members DESC, plan_id`;

const countRoles = (prisma: PrismaClient, guildId: string) =>
  prisma.$queryRaw<{ roleId: string; members: number }[]>`
    SELECT mapped.role_id AS "roleId", (
      SELECT count(*)::int FROM community.role_grants AS given
      WHERE given.guild_id = ${guildId} AND given.role_id = mapped.role_id AND confirmed_at IS NOT NULL
    ) AS members
    FROM (SELECT DISTINCT role_id FROM community.role_mappings WHERE guild_id = ${guildId}) AS mapped
    ORDER BY members DESC, mapped.role_id`;

/** Counts each membership's last start and last end only, even if there were several within these days. */
async function countDays(prisma: PrismaClient, since: Date): Promise<readonly DayCount[]> {
  const rows = await prisma.$queryRaw<{ day: string; joins: number; ends: number }[]>`
    WITH changes AS (
      SELECT started_at AS at, 1 AS joins, 0 AS ends FROM community.memberships WHERE started_at >= ${since}
      UNION ALL
      SELECT ended_at, 0, 1 FROM community.memberships WHERE ended_at >= ${since}
    )
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, sum(joins)::int AS joins, sum(ends)::int AS ends
    FROM changes GROUP BY 1`;
  const byDay = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: DAYS }, (_, n) => {
    const day = new Date(since.getTime() + n * DAY).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, joins: 0, ends: 0 };
  });
}

async function measureLatency(prisma: PrismaClient, guildId: string, since: Date): Promise<Latency | null> {
  const rows = await prisma.$queryRaw<{ count: number; marks: number[] | null }[]>`
    SELECT count(*)::int AS count,
      percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY wait) AS marks
    FROM (
      SELECT (extract(epoch FROM at - event_at) * 1000)::float8 AS wait FROM community.role_changes
      WHERE guild_id = ${guildId} AND at >= ${since} AND event_at IS NOT NULL
      ORDER BY at DESC LIMIT ${SAMPLE}
    ) AS waits`;
  const [row] = rows;
  const [p50, p95, p99] = row?.marks ?? [];
  if (!row || p50 === undefined || p95 === undefined || p99 === undefined) return null;
  return { count: row.count, p50, p95, p99 };
}

async function countFailures(
  prisma: PrismaClient,
  failed: FailedWork,
  guildId: string,
): Promise<Stats['failures']> {
  const [problems, affected, jobs] = await Promise.all([
    prisma.problem.count({ where: { guildId } }),
    prisma.$queryRaw<{ members: number }[]>`
      SELECT count(DISTINCT user_id)::int AS members FROM community.affected_members WHERE guild_id = ${guildId}`,
    failed.list(accessQueues, { where: { guildId }, limit: FAILED_COUNTED }),
  ]);
  return { problems, members: affected[0]?.members ?? 0, work: jobs.length };
}
