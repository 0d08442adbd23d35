import { type Db, fromPrisma, type PgBoss } from 'pg-boss';
import type { JobOptions, Queue, SendOptions } from '../queue.ts';

/** Enqueues a job, see `Send`. */
export async function send(boss: PgBoss, queue: Queue, data: object, options: SendOptions): Promise<void> {
  const common = {
    ...(options.transaction && { db: fromPrisma(options.transaction) }),
    ...toJobOptions(options),
  };
  if (queue.policy === 'standard') {
    await boss.send(queue.name, data, {
      ...common,
      ...(options.startAfter && { startAfter: options.startAfter }),
    });
    return;
  }
  // An update locks the waiting job until the surrounding transaction ends, so no worker can start it, and
  // read, before what it should see is committed. It also calls a job that waits for a retry at once.
  await boss.upsert(queue.name, data, { ...common, startAfter: options.startAfter ?? 0 });
}

type NewJob = JobOptions & { readonly data: object };

/** Enqueues many, see `SendAll`. */
export async function sendAll(boss: PgBoss, queue: Queue, jobs: readonly NewJob[], db: Db): Promise<void> {
  const joined = queue.policy === 'collapse' ? await joinWaiting(queue, jobs, db) : new Set();
  const others = jobs.filter(({ key }) => !joined.has(key));
  if (others.length === 0) return;
  const inserts = others.map(({ data, ...options }) => ({ data, ...toJobOptions(options) }));
  await boss.insert(queue.name, inserts, { db });
  // Another process may have been quicker with the same key: then ours was left out, and joins that one.
  if (queue.policy === 'collapse') await joinWaiting(queue, others, db);
}

/**
 * Joins the jobs that wait with the same keys: they keep their data, are called at once, and the higher priority
 * counts. Locked until the surrounding transaction ends, none of them starts, and reads, before what it should
 * see is committed.
 * @returns the keys that were joined
 */
async function joinWaiting(queue: Queue, jobs: readonly NewJob[], db: Db): Promise<ReadonlySet<unknown>> {
  const wanted = jobs.map(({ key, priority = 0 }) => ({ key, priority }));
  const { rows } = await db.executeSql(
    `UPDATE pgboss.job SET priority = greatest(job.priority, wanted.priority), start_after = least(start_after, pgboss.job_now())
     FROM (SELECT key, max(priority) AS priority FROM jsonb_to_recordset($2::text::jsonb) AS one(key text, priority int) GROUP BY key) AS wanted
     WHERE name = $1 AND state < 'active' AND singleton_key = wanted.key
     RETURNING singleton_key`,
    [queue.name, JSON.stringify(wanted)],
  );
  return new Set(rows.map((row: { singleton_key: string }) => row.singleton_key));
}

const toJobOptions = ({ key, group, priority }: JobOptions) => ({
  ...(key && { singletonKey: key }),
  ...(group && { group: { id: group } }),
  ...(priority !== undefined && { priority }),
});
