import pTimeout from 'p-timeout';
import { fromPrisma, PgBoss } from 'pg-boss';
import type { Database } from '../database/index.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type {
  Backlog,
  FailedWork,
  Listen,
  Queue,
  QueueDepth,
  Schedule,
  Send,
  SendAll,
  Unschedule,
  Work,
} from '../queue.ts';
import { readBacklog, readDepths } from './backlog.ts';
import { createFailedWork } from './failed.ts';
import { indexWaiting, prepareQueues, releaseOrphans } from './prepare-queues.ts';
import { reportErrors } from './report-errors.ts';
import { send, sendAll } from './send.ts';
import { type Listener, listen, NEW_JOBS, watchDue } from './watch-due.ts';
import { type Crew, startWork } from './workers.ts';

/** How long a stop waits for running jobs, in milliseconds. An interrupted job runs again after the next start. */
const STOP_TIMEOUT = 5_000;

/**
 * How often to look for jobs whose process has died, in seconds. Not needed with the embedded database: it has only one
 * process, which releases its predecessor's jobs at start.
 */
const RESCUE_INTERVAL = 10;

/** No job depends on another one here, which the engine otherwise looks for every 5 seconds. */
const UNUSED = { flowIntervalSeconds: 3_600 };

export interface Jobs {
  readonly send: Send;
  readonly sendAll: SendAll;
  readonly work: Work;
  readonly schedule: Schedule;
  readonly unschedule: Unschedule;
  readonly listen: Listen;
  readonly failed: FailedWork;
  readonly backlog: () => Promise<Backlog>;
  readonly depths: () => Promise<readonly QueueDepth[]>;
  /** Resolves if the queue's database responds. */
  readonly ping: () => Promise<void>;
  /** Stops, after waiting a bounded time for running jobs. */
  stop(): Promise<void>;
}

/** Starts the queue engine on the database and prepares every queue. */
export async function startJobs(deps: {
  database: Database;
  queues: readonly Queue[];
  log: Logger;
  metrics?: Metrics;
}): Promise<Jobs> {
  const { database, queues, log, metrics } = deps;
  const rescue = { superviseIntervalSeconds: RESCUE_INTERVAL, monitorIntervalSeconds: RESCUE_INTERVAL };
  const boss = new PgBoss({ ...database.queue, ...UNUSED, ...(!database.isEmbedded && rescue) });
  reportErrors(boss, log);
  await boss.start();
  await indexWaiting(boss);
  await prepareQueues(boss, queues);
  if (database.isEmbedded) await releaseOrphans(boss, queues);
  const crews = new Map<string, Crew>();
  const listeners: Listener[] = [];
  const hear = async (channel: string, onCall: (said?: string) => void) => {
    const listener = await listen(boss, channel, onCall, log);
    if (listener) listeners.push(listener);
  };
  // The engine's own listener would wake every worker of the queue, and each would query the database.
  const watch = watchDue(boss, crews);
  await hear(NEW_JOBS, (queue) => {
    watch.resume();
    for (const [name, crew] of crews) if (queue === undefined || queue === name) crew.call();
  });
  return {
    send: (queue, data, options = {}) => send(boss, queue, data, options),
    sendAll: (queue, jobs, { transaction } = {}) =>
      sendAll(boss, queue, jobs, transaction ? fromPrisma(transaction) : boss.getDb()),
    work: async (queue, handler) => {
      metrics?.queueWorkers.set({ queue: queue.name }, 1);
      crews.set(queue.name, await startWork({ boss, log, metrics }, queue, handler));
    },
    schedule: (queue, cron, data) =>
      boss.schedule(queue.name, cron, data, { tz: 'UTC', singletonKey: queue.name }),
    async unschedule({ name }) {
      await boss.unschedule(name);
      await boss.deleteQueuedJobs(name);
    },
    failed: createFailedWork(boss.getDb()),
    backlog: () => readBacklog(boss.getDb()),
    depths: () => readDepths(boss.getDb(), queues),
    ping: async () => void (await boss.getDb().executeSql('SELECT FROM pgboss.queue LIMIT 1')),
    listen: (channel, onCall) => hear(channel, () => onCall()),
    async stop() {
      for (const listener of listeners.splice(0)) await listener.close();
      watch.stop();
      // The engine itself checks only twice a second whether the running jobs have ended.
      const ended = Promise.all([...crews.keys()].map((name) => boss.offWork(name, { wait: true })));
      const isGraceful = await pTimeout(
        ended.then(() => true),
        { milliseconds: STOP_TIMEOUT, fallback: () => false },
      );
      await boss.stop({ graceful: isGraceful, close: true });
    },
  };
}
