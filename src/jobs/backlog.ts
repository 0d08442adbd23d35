import type { Db } from 'pg-boss';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Backlog } from '../queue.ts';

const Row = Type.Object({ waiting: Type.Integer(), oldest: Type.Union([Type.Number(), Type.Null()]) });

/** What waits in all queues together. Work that is meant for later doesn't count. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const { rows } = await db.executeSql(
    `SELECT count(*)::int AS waiting, (extract(epoch FROM min(start_after)) * 1000)::float8 AS oldest
     FROM pgboss.job WHERE state < 'active' AND start_after <= pgboss.job_now()`,
  );
  const { waiting, oldest } = Value.Parse(Row, rows[0]);
  return { waiting, oldest: oldest === null ? null : new Date(oldest) };
}
