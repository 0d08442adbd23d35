import type { PgBoss, QueueResult } from 'pg-boss';
import type { Queue } from '../queue.ts';

/** Creates or updates every queue according to its definition. One query finds those that need no change. */
export async function prepareQueues(boss: PgBoss, queues: readonly Queue[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const queue of queues) {
    const found = existing.get(queue.name);
    if (found && isAsDefined(found, queue)) continue;
    const options = optionsOf(queue);
    if (found) await boss.updateQueue(queue.name, options);
    else await boss.createQueue(queue.name, { ...options, policy: policyOf(queue) });
    await rememberQueue(boss, queue);
  }
}

/** How long a worker may send no heartbeat before its job is given to another, in seconds. */
const SILENCE = 20;

const optionsOf = (queue: Queue) => ({
  retryLimit: queue.retries,
  retryDelay: queue.retryDelay,
  retryBackoff: true,
  retryDelayMax: queue.retryDelayMax,
  expireInSeconds: queue.timeout,
  heartbeatSeconds: SILENCE,
  notify: true,
});

const policyOf = (queue: Queue) => (queue.policy === 'collapse' ? 'short' : 'standard');

const isAsDefined = (found: QueueResult, queue: Queue): boolean =>
  Object.entries(optionsOf(queue)).every(([name, value]) => Reflect.get(found, name) === value);

/**
 * Makes the engine cache the queue now. Otherwise it would look the queue up during the first transaction that sends to
 * it, on another connection. The embedded database has only one connection, so the two would deadlock.
 */
async function rememberQueue(boss: PgBoss, queue: Queue): Promise<void> {
  await boss.findJobs(queue.name, { id: NO_JOB });
}

const NO_JOB = '00000000-0000-0000-0000-000000000000';

/**
 * Releases the jobs that were running when the previous process died. Call only if no other process uses the database;
 * with several processes, such jobs return when their heartbeat stops.
 */
export async function releaseOrphans(boss: PgBoss, queues: readonly Queue[]): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`SELECT name, id FROM pgboss.job WHERE name = ANY($1) AND state = 'active'`, [
      queues.map(({ name }) => name),
    ]);
  for (const { name, id } of rows) {
    await boss.fail(name, id, { message: 'The process that ran this job has ended.' });
    await boss.update(name, undefined, { id, startAfter: 0 });
  }
}

/**
 * Adds indexes on waiting jobs, by key, by id and by start time. Without them the engine reads all waiting jobs for
 * each job sent, and slows down as the backlog grows. Costs one query if the indexes exist.
 */
export async function indexWaiting(boss: PgBoss): Promise<void> {
  const db = boss.getDb();
  const { rows } = await db.executeSql(
    `SELECT to_regclass('pgboss.rolekeeper_waiting_since') IS NOT NULL AS "isThere"`,
  );
  if (rows[0]?.isThere) return;
  // Serializes processes that start at the same time.
  await db.executeSql(`DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('rolekeeper.index-waiting', 0));
    CREATE INDEX IF NOT EXISTS rolekeeper_waiting_keys ON pgboss.job (name, singleton_key) WHERE state < 'active';
    CREATE INDEX IF NOT EXISTS rolekeeper_waiting_ids ON pgboss.job (id) WHERE state < 'active';
    CREATE INDEX IF NOT EXISTS rolekeeper_waiting_since ON pgboss.job (name, start_after) WHERE state < 'active';
  END $$`);
}
