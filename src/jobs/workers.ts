import type { Job, JobResult, PgBoss } from 'pg-boss';
import type { TObject } from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { JobHandler, Queue } from '../queue.ts';
import { UNEXPECTED } from './failed.ts';

/** How late a job may start whose time has come without anybody saying so, in milliseconds. */
const WATCH_INTERVAL = 1_000;

/** How often a worker looks that is otherwise called, in seconds: the net below the net. */
const IDLE_INTERVAL = 30;

/**
 * A new job is notified to every worker. A job whose time has come (a retry, or one for later) is notified to
 * nobody: once a second one of the idle workers looks for those, and whoever finds a job calls the next one.
 * @returns the timer that calls the idle
 */
export async function startWork<Data extends TObject>(
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
      return { id: job.id, status: 'failed', output: describe(error) };
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

/** What people may read of it. Any other error than our own may quote anything, and is for the log alone. */
const describe = (error: unknown) =>
  error instanceof Fault ? { code: error.code, message: error.message } : { code: UNEXPECTED };

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
