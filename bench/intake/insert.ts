import type { Database } from '../../src/database/index.ts';

interface Row {
  readonly id: string;
  readonly membershipId: string;
  readonly payload: object;
}

/**
 * Stores a group of events and their jobs in a single statement: the least work for the database to store the same
 * rows. The columns are those that the intake fills.
 */
export async function insertGroup({ prisma }: Database, rows: readonly Row[]): Promise<void> {
  await prisma.$executeRaw`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::text::json)
        AS one(id text, "membershipId" text, payload json)
    ), events AS (
      INSERT INTO community.inbox_events (id, name, membership_id, occurred_at, received_at, payload)
      SELECT id, 'membership_went_valid', "membershipId", now(), now(), payload FROM given
    )
    INSERT INTO pgboss.job (id, name, data, priority, start_after, created_on, singleton_key, group_id,
      expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy)
    SELECT gen_random_uuid(), queue.name, jsonb_build_object('membershipId', "membershipId"), 28000000, now(), now(),
      "membershipId", "membershipId", queue.expire_seconds, queue.deletion_seconds,
      now() + queue.retention_seconds * interval '1 second', queue.retry_limit, queue.retry_delay,
      queue.retry_backoff, queue.retry_delay_max, queue.policy
    FROM given CROSS JOIN pgboss.queue WHERE queue.name = 'access.membership-changed'`;
}

/** Returns the average number of events per commit of the intake, by the transaction id (`xmin`) of their rows. */
export async function groupSize({ prisma }: Database): Promise<number> {
  const [row] = await prisma.$queryRaw<{ size: number }[]>`
    SELECT count(*)::float8 / greatest(count(DISTINCT xmin::text), 1) AS size FROM community.inbox_events`;
  return row?.size ?? 0;
}
