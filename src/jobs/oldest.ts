import type { PgBoss } from 'pg-boss';
import type { Queue } from '../queue.ts';

/** One in so many jobs is the one that has waited longest, whatever its priority. */
export const TURN_OF_THE_OLDEST = 10;

/** Above what anybody gives a job: the largest integer of the column. */
const FIRST = 2 ** 31 - 1;

/**
 * Puts the job first whose time came longest ago, unless one that was put first waits still. So nothing waits for ever behind
 * what keeps coming with a higher priority: a job waits for no more than ten times as many as were due before it. And
 * nothing else waits for more than one such job, also where what has waited longest can't start.
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
