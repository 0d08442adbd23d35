import type { Job, JobResult, PgBoss } from 'pg-boss';
import Type, { type TObject } from 'typebox';
import Value from 'typebox/value';
import { Fault } from '../errors.ts';
import { ChatFault } from '../i18n/chat-fault.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { inSpan } from '../observability/trace.ts';
import type { JobHandler, Queue } from '../queue.ts';
import { UNEXPECTED } from './failed.ts';

/** The field that a job's payload may have besides the queue's own. */
const Traced = Type.Object({ trace: Type.String() });

/** Polling interval of each worker, in seconds. Only a fallback for missed notifications. */
const IDLE_INTERVAL = 30;

interface WorkDeps {
  readonly boss: PgBoss;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
}

/** The workers of one queue in this process. */
export interface Crew {
  /** Wakes an idle worker, if there is one. */
  call(): void;
  /** Whether a job is running. */
  isBusy(): boolean;
}

/**
 * Starts the workers of a queue. A notification wakes one idle worker, and each worker that finds a job wakes the next,
 * so a single job costs two queries instead of one per worker. `watchDue` calls for jobs that become due later.
 */
export async function startWork<Data extends TObject>(
  { boss, log, metrics }: WorkDeps,
  queue: Queue<Data>,
  handler: JobHandler<Data>,
): Promise<Crew> {
  const attempt = async (job: Job<unknown>): Promise<void> => {
    try {
      const data = Value.Parse(queue.data, job.data);
      await handler(data, { id: job.id, attempt: job.retryCount + 1, signal: job.signal });
    } catch (error) {
      log.warn({ err: error, queue: queue.name, job: job.id, attempt: job.retryCount + 1 }, 'job failed');
      throw error;
    }
  };
  let begun = 0;
  const run = async (job: Job<unknown>): Promise<JobResult> => {
    begun += 1;
    if (begun % TURN_OF_THE_OLDEST === 0)
      await putOldestFirst(boss, queue).catch((err) =>
        log.warn({ err, queue: queue.name }, 'the oldest job could not be prioritized'),
      );
    const ended = metrics?.jobTime.startTimer({ queue: queue.name });
    const count = (outcome: string) => metrics?.jobs.inc({ queue: queue.name, outcome });
    const cause = Value.Check(Traced, job.data) ? job.data.trace : undefined;
    try {
      await inSpan(queue.name, { kind: 'job', attributes: { 'job.id': job.id }, cause }, () => attempt(job));
      count('completed');
      return { id: job.id, status: 'completed' };
    } catch (error) {
      count('failed');
      return { id: job.id, status: 'failed', output: describe(error) };
    } finally {
      ended?.();
    }
  };
  // One job per worker: in a batch, a slow job would delay the others.
  const workers: Worker[] = [];
  // Round robin. A worker that hangs while fetching a job looks idle, and must not be chosen every time.
  let last = -1;
  const callAnIdle = () => {
    const turns = [...workers.keys().drop(last + 1), ...workers.keys().take(last + 1)];
    const turn = turns.find((number) => !workers[number]?.busy);
    const id = turn === undefined ? undefined : workers[turn]?.id;
    if (turn === undefined || !id) return;
    last = turn;
    boss.notifyWorker(id);
  };
  for (let n = 0; n < queue.concurrency; n++) workers.push(await startWorker(boss, queue, run, callAnIdle));
  return { call: callAnIdle, isBusy: () => workers.some(({ busy }) => busy) };
}

/** Returns the part of an error that admins may read. Errors other than Faults may quote secrets: log only. */
function describe(error: unknown) {
  if (!(error instanceof Fault)) return { code: UNEXPECTED };
  const { code, message } = error;
  return { code, message, ...(error instanceof ChatFault && { details: error.details }) };
}

interface Worker {
  /** Undefined until the worker has started. */
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
    perJobResults: true as const,
    batchSize: 1,
    groupConcurrency: 1,
    pollingIntervalSeconds: IDLE_INTERVAL,
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

/** Every tenth job is the one that has waited longest, whatever its priority. */
export const TURN_OF_THE_OLDEST = 10;

/** Above all regular priorities: the largest integer of the column. */
const FIRST = 2 ** 31 - 1;

/**
 * Moves the job that was due first to the front, unless one moved before still waits. So no job starves behind a stream
 * of higher priorities: it waits for at most ten times as many jobs as were due before it. Other jobs wait for at most
 * one moved job, even if the oldest can't start.
 */
export async function putOldestFirst(boss: PgBoss, { name }: Pick<Queue, 'name'>): Promise<void> {
  await boss.getDb().executeSql(
    `UPDATE pgboss.job SET priority = $2 WHERE name = $1 AND state < 'active' AND id = (
       SELECT id FROM pgboss.job
       WHERE name = $1 AND state < 'active' AND start_after <= pgboss.job_now() AND NOT EXISTS (
         SELECT FROM pgboss.job WHERE name = $1 AND state < 'active' AND NOT blocked AND priority = $2)
       ORDER BY start_after LIMIT 1 FOR UPDATE SKIP LOCKED)`,
    [name, FIRST],
  );
}
