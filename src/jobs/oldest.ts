import type { PgBoss } from 'pg-boss';
import type { Queue } from '../queue.ts';

/** Every tenth job is the one that has waited longest, whatever its priority. */
export const TURN_OF_THE_OLDEST = 10;

/** Above all regular priorities: the largest integer of the column. */
const FIRST = 2 ** 31 - 1;

/**
 * Moves the job that was due first to the front, unless one moved before still waits. So no job starves behind a stream
 * of higher priorities: it waits for at most ten times as many jobs as were due before it. Other jobs wait for at most
 * one moved job, even if the oldest can't start.
 */
export async function putOldestFirst(boss: PgBoss, { name }: Pick<Queue, 'name'>): Promise<void> {
  await boss.getDb().executeSql(
    `UPDATE pgboss.job SET priority = $2 WHERE name = $1 AND state < 'active' AND id = (
       SELECT id FROM pgboss.job
       WHERE name = $1 AND state < 'active' AND start_after <= pgboss.job_now() AND NOT EXISTS (
         SELECT FROM pgboss.job WHERE name = $1 AND state < 'active' AND NOT blocked AND priority = $2)
       ORDER BY start_after LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    [name, FIRST],
  );
}
