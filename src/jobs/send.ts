import { type Db, fromPrisma, type PgBoss } from 'pg-boss';
import { currentTrace } from '../observability/trace.ts';
import type { JobOptions, Queue, SendOptions } from '../queue.ts';

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
  // An update locks the waiting job until the surrounding transaction ends. So no worker starts it, and reads, before
  // the transaction's changes are committed. It also starts a job that waits for a retry at once.
  const upsert = () => boss.upsert(queue.name, data, { ...common, startAfter: options.startAfter ?? 0 });
  // No job returned: another process's job had the key, and started before the upsert could join it. Try again.
  for (let sent = await upsert(); sent.jobs.length === 0; ) sent = await upsert();
}

type NewJob = JobOptions & { readonly data: object };

/** Enqueues many jobs, see `SendAll`. */
export async function sendAll(boss: PgBoss, queue: Queue, given: readonly NewJob[], db: Db): Promise<void> {
  // Sorted by key, so that concurrent senders lock in the same order and can't deadlock.
  const jobs = given.toSorted((a, b) => compare(a.key ?? '', b.key ?? ''));
  if (queue.policy === 'standard') {
    await insert(boss, queue, jobs, db);
    return;
  }
  // Another process may insert the same key first: then ours is left out and joins that job in the next round. If that
  // job has started, it may have read before our change, so the next round inserts ours.
  for (let left = jobs; left.length > 0; ) {
    const joined = await joinWaiting(queue, left, db);
    const others = left.filter(({ key }) => !joined.has(key));
    const made = others.length > 0 ? await insert(boss, queue, others, db) : 0;
    left = made === new Set(others.map(({ key }) => key)).size ? [] : others;
  }
}

/** @returns the number of inserted jobs, without those whose key already waits */
async function insert(boss: PgBoss, queue: Queue, jobs: readonly NewJob[], db: Db): Promise<number> {
  const inserts = jobs.map(({ data, ...options }) => ({
    data: traced(data, options),
    ...toJobOptions(options),
  }));
  return (await boss.insert(queue.name, inserts, { db, returnId: true }))?.length ?? 0;
}

const compare = (a: string, b: string): number => Number(a > b) - Number(a < b);

/**
 * Joins the given jobs with waiting ones of the same keys: these keep their data, become due at once, and get the
 * higher priority. They stay locked until the surrounding transaction ends, so none of them starts, and reads, before
 * the transaction's changes are committed.
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

/** Finds waiting jobs key by key through the index, which OFFSET 0 enforces: a long backlog is never scanned. */
async function findWaiting(queue: Queue, wanted: readonly object[], db: Db): Promise<readonly unknown[]> {
  const { rows } = await db.executeSql(
    `SELECT waiting.id FROM jsonb_to_recordset($2::text::jsonb) AS wanted(key text) CROSS JOIN LATERAL (
       SELECT id FROM pgboss.job WHERE name = $1 AND state < 'active' AND singleton_key = wanted.key OFFSET 0
     ) AS waiting`,
    [queue.name, JSON.stringify(wanted)],
  );
  return rows.map((row: { id: string }) => row.id);
}

/** Adds the trace to the payload. No queue's payload has a field of this name. */
const traced = (data: object, { trace = currentTrace() }: JobOptions): object => ({
  ...data,
  ...(trace && { trace }),
});

const toJobOptions = ({ key, group, priority }: JobOptions) => ({
  ...(key && { singletonKey: key }),
  ...(group && { group: { id: group } }),
  ...(priority !== undefined && { priority }),
});
