import type { Static, TObject } from 'typebox';
import type { Transaction } from './database/index.ts';

/** A kind of background job: its payload's schema, and how it is retried, ordered and run. */
export interface Queue<Data extends TObject = TObject> {
  readonly name: string;
  readonly data: Data;
  /**
   * `standard`: every job runs. `collapse`: a job joins the waiting one with the same key, if there is one; every job
   * needs a key. A running job is never joined, since it may have read its input already.
   */
  readonly policy: 'standard' | 'collapse';
  /** Attempts after the first one. */
  readonly retries: number;
  /** Seconds before the first retry; doubles each time, with jitter. */
  readonly retryDelay: number;
  /** Longest wait between two attempts, in seconds. */
  readonly retryDelayMax: number;
  /** Seconds after which a running job counts as lost and is retried. */
  readonly timeout: number;
  /** Jobs that one process runs concurrently. */
  readonly concurrency: number;
}

/**
 * Runs a job of the queue periodically, in one process at a time.
 * @param cron minutes, hours, days of the month, months, days of the week; in UTC
 */
export type Schedule = <Data extends TObject>(
  queue: Queue<Data>,
  cron: string,
  data: Static<Data>,
) => Promise<void>;

/** Removes a queue's schedule, whichever process created it, and its waiting jobs. */
export type Unschedule = (queue: Queue) => Promise<void>;

/** Gives a queue's definition its payload type. */
export const defineQueue = <Data extends TObject, Policy extends Queue['policy'], Name extends string>(
  queue: Queue<Data> & { readonly policy: Policy; readonly name: Name },
): Queue<Data> & { readonly policy: Policy; readonly name: Name } => queue;

export interface JobContext {
  readonly id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted when the job times out or the process stops. */
  readonly signal: AbortSignal;
}

export type JobHandler<Data extends TObject> = (data: Static<Data>, job: JobContext) => Promise<void>;

/** Starts working on a queue in this process. A job whose handler throws is retried according to the queue. */
export type Work = <Data extends TObject>(queue: Queue<Data>, handler: JobHandler<Data>) => Promise<void>;

/**
 * Calls `onCall` when the channel is notified (PostgreSQL's NOTIFY), until the queue stops. Calls carry no data and may
 * be lost, so listeners must poll as well.
 */
export type Listen = (channel: string, onCall: () => void) => Promise<void>;

/** A job's relation to the other jobs of its queue. */
export interface JobOptions {
  /** Collapses jobs, see the queue's policy. */
  readonly key?: string;
  /** Jobs of one group run one at a time. */
  readonly group?: string;
  /** Jobs of higher priority start first; 0 if omitted. */
  readonly priority?: number;
  /** Trace that the job continues, see `currentTrace`; if omitted, the sender's. */
  readonly trace?: string | undefined;
}

export interface SendOptions extends JobOptions {
  /** Enqueues in this transaction: the job exists if and only if the transaction commits. */
  readonly transaction?: Transaction;
  /** Earliest start. */
  readonly startAfter?: Date;
}

/** Enqueues a job. Code that queues work depends on this type only, not on the engine. */
export type Send = <Data extends TObject>(
  queue: Queue<Data>,
  data: Static<Data>,
  options?: SendOptions,
) => Promise<void>;

/**
 * Enqueues many jobs in few statements; in a transaction, all or none. In a queue that collapses jobs, a job whose key
 * already waits joins the waiting one, which keeps its data and gets the higher priority.
 */
export type SendAll = <Data extends TObject>(
  queue: Queue<Data>,
  jobs: readonly (JobOptions & { readonly data: Static<Data> })[],
  options?: { readonly transaction?: Transaction },
) => Promise<void>;

/** A job that has used up its retries. */
export interface FailedJob {
  readonly id: string;
  /** Name of the queue. */
  readonly queue: string;
  readonly data: unknown;
  readonly createdAt: Date;
  /** Time of the last failure. */
  readonly failedAt: Date;
  readonly attempts: number;
  /** Code of the last error: of a Fault, or `TIMED_OUT` or `UNEXPECTED`. */
  readonly code: string;
  /** Message of the Fault; null if only the log may contain it. */
  readonly message: string | null;
  /** What the texts of a ChatFault contain besides. */
  readonly details: unknown;
}

/** Access to jobs that failed for good. The queue deletes them after a week. */
export interface FailedWork {
  /**
   * Lists the failed jobs of these queues, newest first.
   * @param where required fields of the payload; a payload without such a field matches too
   */
  list(
    queues: readonly Queue[],
    options: { readonly where: Readonly<Record<string, string>>; readonly limit: number },
  ): Promise<readonly FailedJob[]>;
  /** Retries a job once, now. @returns whether the failed job existed */
  retry(job: JobRef, transaction: Transaction): Promise<boolean>;
  /** Deletes a job. @returns whether the failed job existed */
  forget(job: JobRef, transaction: Transaction): Promise<boolean>;
}

export type JobRef = Pick<FailedJob, 'id' | 'queue'>;

/** The jobs of one queue, by state. */
export interface QueueDepth extends Backlog {
  readonly queue: string;
  readonly active: number;
  /** Jobs that wait for a retry. */
  readonly retrying: number;
  /** Jobs that have used up their retries. */
  readonly failed: number;
}

/** The number of due jobs that haven't started, and the time the oldest one was due. */
export interface Backlog {
  readonly waiting: number;
  readonly oldest: Date | null;
}
