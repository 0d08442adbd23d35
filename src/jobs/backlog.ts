import type { Db } from 'pg-boss';
import Type from 'typebox';
import Value from 'typebox/value';
import type { Backlog, Queue, QueueDepth } from '../queue.ts';

const Row = Type.Object({
  queue: Type.String(),
  waiting: Type.Integer(),
  active: Type.Integer(),
  retrying: Type.Integer(),
  failed: Type.Integer(),
  oldest: Type.Union([Type.Number(), Type.Null()]),
});

const NOTHING = { waiting: 0, active: 0, retrying: 0, failed: 0, oldest: null };

/**
 * Reads the depth of each queue: the given ones, even if empty, and any others with jobs, but not the engine's own.
 * `waiting` counts only jobs that are due.
 */
export async function readDepths(db: Db, queues: readonly Queue[]): Promise<readonly QueueDepth[]> {
  const { rows } = await db.executeSql(
    `SELECT name AS queue,
       count(*) FILTER (WHERE state < 'active' AND start_after <= now.at)::int AS waiting,
       count(*) FILTER (WHERE state = 'active')::int AS active,
       count(*) FILTER (WHERE state = 'retry')::int AS retrying,
       count(*) FILTER (WHERE state = 'failed')::int AS failed,
       (extract(epoch FROM min(start_after) FILTER (WHERE state < 'active' AND start_after <= now.at)) * 1000)::float8 AS oldest
     FROM pgboss.job, (SELECT pgboss.job_now() AS at) AS now
     WHERE (state <= 'active' OR state = 'failed') AND NOT starts_with(name, '__pgboss__') GROUP BY name`,
  );
  const found = rows.map((row): QueueDepth => {
    const { oldest, ...depth } = Value.Parse(Row, row);
    return { ...depth, oldest: oldest === null ? null : new Date(oldest) };
  });
  const names = new Set(found.map(({ queue }) => queue));
  const idle = queues.filter(({ name }) => !names.has(name));
  return [...found, ...idle.map(({ name: queue }) => ({ queue, ...NOTHING }))];
}

/** Sums the backlog of all queues. */
export async function readBacklog(db: Db): Promise<Backlog> {
  const depths = await readDepths(db, []);
  const times = depths.flatMap(({ oldest }) => (oldest ? [oldest.getTime()] : []));
  return {
    waiting: depths.reduce((sum, { waiting }) => sum + waiting, 0),
    oldest: times.length > 0 ? new Date(Math.min(...times)) : null,
  };
}
