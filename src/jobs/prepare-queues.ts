import type { PgBoss, QueueResult } from 'pg-boss';
import type { Queue } from '../queue.ts';

/**
 * Makes every queue ready, as it is defined now. What is as it should be costs nothing: a start asks once for all
 * that there are.
 */
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

/** How long nothing may be heard of whoever works a job before it is somebody else's, in seconds. */
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
 * Lets the engine look the queue up now: it would else do so within the first transaction that sends to it, on a
 * connection of its own, which the embedded database has not got: both would wait for each other.
 */
async function rememberQueue(boss: PgBoss, queue: Queue): Promise<void> {
  await boss.findJobs(queue.name, { id: NO_JOB });
}

const NO_JOB = '00000000-0000-0000-0000-000000000000';

/**
 * Hands back the jobs that were running when the previous process died. Only where this process is known to
 * be alone: elsewhere they come back when nothing was heard of whoever worked them.
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
