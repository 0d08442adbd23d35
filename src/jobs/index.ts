import { fromPrisma, PgBoss } from 'pg-boss';
import type { Database } from '../database/index.ts';
import type { Logger } from '../log.ts';
import type { Backlog, FailedWork, Listen, Queue, Schedule, Send, SendAll, Work } from '../queue.ts';
import { readBacklog } from './backlog.ts';
import { createFailedWork } from './failed.ts';
import { type Listener, listen } from './listen.ts';
import { prepareQueues, releaseOrphans } from './prepare-queues.ts';
import { send, sendAll } from './send.ts';
import { startWork } from './workers.ts';

/** How long a stop waits for running jobs, in milliseconds. What it cuts off is done again at the next start. */
const STOP_TIMEOUT = 5_000;

/** The job queue of the process. */
export interface Jobs {
  readonly send: Send;
  readonly sendAll: SendAll;
  readonly work: Work;
  readonly schedule: Schedule;
  readonly listen: Listen;
  readonly failed: FailedWork;
  readonly backlog: () => Promise<Backlog>;
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
  await prepareQueues(boss, queues);
  if (database.isEmbedded) await releaseOrphans(boss, queues);
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
    failed: createFailedWork(boss.getDb()),
    backlog: () => readBacklog(boss.getDb()),
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
