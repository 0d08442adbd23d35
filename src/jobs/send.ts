import { type Db, fromPrisma, type PgBoss } from 'pg-boss';
import type { JobOptions, Queue, SendOptions } from '../queue.ts';
import { currentTrace } from '../trace.ts';

/** Enqueues a job, see `Send`. */
export async function send(boss: PgBoss, queue: Queue, payload: object, options: SendOptions): Promise<void> {
  const data = traced(payload, options);
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
  const upsert = () => boss.upsert(queue.name, data, { ...common, startAfter: options.startAfter ?? 0 });
  // Neither made nor met: somebody else's job was there, and had begun when it was to be joined.
  for (let sent = await upsert(); sent.jobs.length === 0; ) sent = await upsert();
}

type NewJob = JobOptions & { readonly data: object };

/** Enqueues many, see `SendAll`. */
export async function sendAll(boss: PgBoss, queue: Queue, given: readonly NewJob[], db: Db): Promise<void> {
  // By key everywhere: two who send about the same things wait for each other in turn, never in a circle.
  const jobs = given.toSorted((a, b) => compare(a.key ?? '', b.key ?? ''));
  if (queue.policy === 'standard') {
    await insert(boss, queue, jobs, db);
    return;
  }
  // Somebody else may be quicker with the same key: then ours is left out, and joins that one; unless it has begun,
  // and has read before ours is there: then it is made after all.
  for (let left = jobs; left.length > 0; ) {
    const joined = await joinWaiting(queue, left, db);
    const others = left.filter(({ key }) => !joined.has(key));
    const made = others.length > 0 ? await insert(boss, queue, others, db) : 0;
    left = made === new Set(others.map(({ key }) => key)).size ? [] : others;
  }
}

/** @returns how many were made; not those whose key waits already */
async function insert(boss: PgBoss, queue: Queue, jobs: readonly NewJob[], db: Db): Promise<number> {
  const inserts = jobs.map(({ data, ...options }) => ({
    data: traced(data, options),
    ...toJobOptions(options),
  }));
  return (await boss.insert(queue.name, inserts, { db, returnId: true }))?.length ?? 0;
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/**
 * Joins the jobs that wait with the same keys: they keep their data, are called at once, and the higher priority
 * counts. Locked until the surrounding transaction ends, none of them starts, and reads, before what it should
 * see is committed.
 * @returns the keys that were joined
 */
async function joinWaiting(queue: Queue, jobs: readonly NewJob[], db: Db): Promise<ReadonlySet<unknown>> {
  const wanted = jobs.map(({ key, priority = 0 }) => ({ key, priority }));
  const ids = await findWaiting(queue, wanted, db);
  if (ids.length === 0) return new Set();
  const { rows } = await db.executeSql(
    `UPDATE pgboss.job SET priority = greatest(job.priority, wanted.priority), start_after = least(start_after, pgboss.job_now())
     FROM (SELECT key, max(priority) AS priority FROM jsonb_to_recordset($2::text::jsonb) AS one(key text, priority int) GROUP BY key) AS wanted,
       (SELECT id FROM pgboss.job WHERE name = $1 AND id = ANY($3::uuid[]) ORDER BY singleton_key, id FOR UPDATE) AS locked
     WHERE name = $1 AND job.id = locked.id AND state < 'active' AND singleton_key = wanted.key
     RETURNING singleton_key`,
    [queue.name, JSON.stringify(wanted), ids],
  );
  return new Set(rows.map((row: { singleton_key: string }) => row.singleton_key));
}

/** Key by key through the index, as OFFSET 0 demands: a long backlog is never read as a whole. */
async function findWaiting(queue: Queue, wanted: readonly object[], db: Db): Promise<readonly unknown[]> {
  const { rows } = await db.executeSql(
    `SELECT waiting.id FROM jsonb_to_recordset($2::text::jsonb) AS wanted(key text) CROSS JOIN LATERAL (
       SELECT id FROM pgboss.job WHERE name = $1 AND state < 'active' AND singleton_key = wanted.key OFFSET 0
     ) AS waiting`,
    [queue.name, JSON.stringify(wanted)],
  );
  return rows.map((row: { id: string }) => row.id);
}

/** The trace travels with the data; no queue's own data has a field of this name. */
const traced = (data: object, { trace = currentTrace() }: JobOptions): object => ({
  ...data,
  ...(trace && { trace }),
});

const toJobOptions = ({ key, group, priority }: JobOptions) => ({
  ...(key && { singletonKey: key }),
  ...(group && { group: { id: group } }),
  ...(priority !== undefined && { priority }),
});
