import { type Db, fromPrisma, type Job, type JobResult, PgBoss } from 'pg-boss';
import type { TObject } from 'typebox';
import Value from 'typebox/value';
import type { Database } from '../database/index.ts';
import type { Logger } from '../log.ts';
import type {
  JobHandler,
  JobOptions,
  Listen,
  Queue,
  Schedule,
  Send,
  SendAll,
  SendOptions,
  Work,
} from '../queue.ts';

/** How long a stop waits for running jobs, in milliseconds. What it cuts off is done again at the next start. */
const STOP_TIMEOUT = 5_000;

/** How late a job may start whose time has come without anybody saying so, in milliseconds. */
const WATCH_INTERVAL = 1_000;

/** How often a worker looks that is otherwise called, in seconds: the net below the net. */
const IDLE_INTERVAL = 30;

/** The job queue of the process. */
export interface Jobs {
  readonly send: Send;
  readonly sendAll: SendAll;
  readonly work: Work;
  readonly schedule: Schedule;
  readonly listen: Listen;
  /** Waits for running jobs, within bounds, and stops. */
  stop(): Promise<void>;
}

/** Starts the queue engine on the database, with every queue made ready. */
export async function startJobs(deps: {
  database: Database;
  queues: readonly Queue[];
  log: Logger;
}): Promise<Jobs> {
  const { database, queues, log } = deps;
  const boss = new PgBoss({ ...database.queue, useListenNotify: true });
  boss.on('error', (error) => log.error({ err: error }, 'job queue error'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue warning'));
  await boss.start();
  for (const queue of queues) await prepareQueue(boss, queue);
  for (const queue of queues) await rememberQueue(boss, queue);
  if (database.isEmbedded) for (const queue of queues) await releaseOrphans(boss, queue);
  const watches: NodeJS.Timeout[] = [];
  const listeners: Listener[] = [];
  return {
    send: (queue, data, options = {}) => send(boss, queue, data, options),
    sendAll: (queue, jobs, { transaction } = {}) =>
      sendAll(boss, queue, jobs, transaction ? fromPrisma(transaction) : boss.getDb()),
    work: async (queue, handler) => {
      watches.push(await startWork(boss, queue, handler, log));
    },
    schedule: (queue, cron, data) =>
      boss.schedule(queue.name, cron, data, { tz: 'UTC', singletonKey: queue.name }),
    async listen(channel, onCall) {
      const listener = await listen(boss, channel, onCall, log);
      if (listener) listeners.push(listener);
    },
    async stop() {
      for (const listener of listeners.splice(0)) await listener.close();
      for (const watch of watches.splice(0)) clearInterval(watch);
      await boss.stop({ graceful: true, timeout: STOP_TIMEOUT, close: true });
    },
  };
}

/** What has to be closed again. */
interface Listener {
  close(): Promise<void>;
}

/** @returns undefined where nobody can listen: whoever wants to hear looks by the clock */
async function listen(
  boss: PgBoss,
  channel: string,
  onCall: () => void,
  log: Logger,
): Promise<Listener | undefined> {
  try {
    return await boss.getDb().listen?.(channel, onCall, onCall);
  } catch (error) {
    log.warn({ err: error, channel }, 'notifications can not be heard');
    return undefined;
  }
}

async function send(boss: PgBoss, queue: Queue, data: object, options: SendOptions): Promise<void> {
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

async function sendAll(boss: PgBoss, queue: Queue, jobs: readonly NewJob[], db: Db): Promise<void> {
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

async function prepareQueue(boss: PgBoss, queue: Queue): Promise<void> {
  const options = {
    retryLimit: queue.retries,
    retryDelay: queue.retryDelay,
    retryBackoff: true,
    retryDelayMax: queue.retryDelayMax,
    expireInSeconds: queue.timeout,
    notify: true,
  };
  await boss.createQueue(queue.name, {
    ...options,
    policy: queue.policy === 'collapse' ? 'short' : 'standard',
  });
  await boss.updateQueue(queue.name, options);
}

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
 * be alone: elsewhere they come back when their time is up.
 */
async function releaseOrphans(boss: PgBoss, queue: Queue): Promise<void> {
  const { rows } = await boss
    .getDb()
    .executeSql(`SELECT id FROM pgboss.job WHERE name = $1 AND state = 'active'`, [queue.name]);
  for (const { id } of rows) {
    await boss.fail(queue.name, id, { message: 'The process that ran this job has ended.' });
    await boss.update(queue.name, undefined, { id, startAfter: 0 });
  }
}

/**
 * A new job is notified to every worker. A job whose time has come (a retry, or one for later) is notified to
 * nobody: once a second one of the idle workers looks for those, and whoever finds a job calls the next one.
 * @returns the timer that calls the idle
 */
async function startWork<Data extends TObject>(
  boss: PgBoss,
  queue: Queue<Data>,
  handler: JobHandler<Data>,
  log: Logger,
): Promise<NodeJS.Timeout> {
  const run = async (job: Job<unknown>): Promise<JobResult> => {
    try {
      const data = Value.Parse(queue.data, job.data);
      await handler(data, { id: job.id, attempt: job.retryCount + 1, signal: job.signal });
      return { id: job.id, status: 'completed' };
    } catch (error) {
      log.warn({ err: error, queue: queue.name, job: job.id, attempt: job.retryCount + 1 }, 'job failed');
      return { id: job.id, status: 'failed', output: { message: String(error) } };
    }
  };
  // One job per worker: a slow job holds up nobody else's, as it would in a batch.
  const workers: Worker[] = [];
  const callAnIdle = () => {
    const idle = workers.find((worker) => !worker.busy);
    if (idle?.id) boss.notifyWorker(idle.id);
  };
  for (let n = 0; n < queue.concurrency; n++) workers.push(await startWorker(boss, queue, run, callAnIdle));
  return setInterval(callAnIdle, WATCH_INTERVAL);
}

/** One of those that work a queue. */
interface Worker {
  /** Not there before it has started. */
  id?: string;
  busy: boolean;
}

async function startWorker(
  boss: PgBoss,
  queue: Queue,
  run: (job: Job<unknown>) => Promise<JobResult>,
  callAnIdle: () => void,
): Promise<Worker> {
  const worker: Worker = { busy: false };
  const options = {
    ...{ perJobResults: true as const, batchSize: 1, groupConcurrency: 1 },
    ...{ pollingIntervalSeconds: IDLE_INTERVAL, notifyPollingIntervalSeconds: IDLE_INTERVAL },
  };
  worker.id = await boss.work(queue.name, options, async (jobs) => {
    worker.busy = true;
    callAnIdle();
    try {
      return await Promise.all(jobs.map(run));
    } finally {
      worker.busy = false;
      if (worker.id) boss.notifyWorker(worker.id);
    }
  });
  return worker;
}
