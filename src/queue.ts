import type { Static, TObject } from 'typebox';
import type { Transaction } from './database/index.ts';

/** A kind of background work: its payload's schema, and how it is retried, ordered and run. */
export interface Queue<Data extends TObject = TObject> {
  readonly name: string;
  readonly data: Data;
  /**
   * `standard`: every job runs. `collapse`: a job joins the one that waits with the same key, if there is
   * one; every job needs a key. A job that has started is never joined, as it may have looked already.
   */
  readonly policy: 'standard' | 'collapse';
  /** Attempts after the first one. */
  readonly retries: number;
  /** Seconds before the first retry; it doubles each time, with jitter. */
  readonly retryDelay: number;
  /** The longest wait between two attempts, in seconds. */
  readonly retryDelayMax: number;
  /** Seconds after which a running job is taken for lost and tried again. */
  readonly timeout: number;
  /** How many jobs one process works at the same time. */
  readonly concurrency: number;
}

/**
 * Runs a job of the queue again and again, in one process at a time.
 * @param cron minutes, hours, days of the month, months, days of the week; in UTC
 */
export type Schedule = <Data extends TObject>(
  queue: Queue<Data>,
  cron: string,
  data: Static<Data>,
) => Promise<void>;

/** Takes a schedule back, whoever has asked for it, and what waits in its queue. */
export type Unschedule = (queue: Queue) => Promise<void>;

/** Gives a queue's definition its payload type. */
export const defineQueue = <Data extends TObject, Policy extends Queue['policy']>(
  queue: Queue<Data> & { readonly policy: Policy },
): Queue<Data> & { readonly policy: Policy } => queue;

/** What a handler is told about the job besides its data. */
export interface JobContext {
  readonly id: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Aborted when the job has run out of time or the process stops. */
  readonly signal: AbortSignal;
}

export type JobHandler<Data extends TObject> = (data: Static<Data>, job: JobContext) => Promise<void>;

/** Starts to work a queue in this process. A handler that throws is retried as the queue says. */
export type Work = <Data extends TObject>(queue: Queue<Data>, handler: JobHandler<Data>) => Promise<void>;

/**
 * Calls whenever the channel is notified (PostgreSQL's NOTIFY), until the queue stops. A call is a hint that
 * may be lost, and says nothing: whoever listens looks by the clock as well.
 */
export type Listen = (channel: string, onCall: () => void) => Promise<void>;

/** How a job stands to the others of its queue. */
export interface JobOptions {
  /** Collapses jobs, see the queue's policy. */
  readonly key?: string;
  /** Of the jobs of one group only one runs at a time. */
  readonly group?: string;
  /** A job of a higher one is started before all others that wait; 0 when left out. */
  readonly priority?: number;
  /** The trace that it goes on with, see `currentTrace`; that of whoever sends it when left out. */
  readonly trace?: string | undefined;
}

export interface SendOptions extends JobOptions {
  /** Enqueue in this transaction: the job exists if and only if the transaction commits. */
  readonly transaction?: Transaction;
  /** Not before this moment. */
  readonly startAfter?: Date;
}

/** Enqueues a job. Parts that cause work take this as a dependency and know nothing of the engine behind it. */
export type Send = <Data extends TObject>(
  queue: Queue<Data>,
  data: Static<Data>,
  options?: SendOptions,
) => Promise<void>;

/**
 * Enqueues many jobs with few statements; in the transaction, as a whole or not at all. Where a queue
 * collapses jobs, one whose key waits already joins that: its data is left as it was, and the higher priority
 * counts.
 */
export type SendAll = <Data extends TObject>(
  queue: Queue<Data>,
  jobs: readonly (JobOptions & { readonly data: Static<Data> })[],
  options?: { readonly transaction?: Transaction },
) => Promise<void>;

/** A job that has used up its retries. */
export interface FailedJob {
  readonly id: string;
  /** The name of its queue. */
  readonly queue: string;
  readonly data: unknown;
  readonly createdAt: Date;
  /** When its last attempt failed. */
  readonly failedAt: Date;
  readonly attempts: number;
  /** Of the last error: the code of a Fault, `TIMED_OUT` or `UNEXPECTED`. */
  readonly code: string;
  /** What the Fault says; null where the log alone may say it. */
  readonly message: string | null;
}

/** What is left of work that failed for good. The queue forgets it after a week. */
export interface FailedWork {
  /**
   * The newest first, of these queues.
   * @param where what a job's data must hold, where it holds that at all
   */
  list(
    queues: readonly Queue[],
    options: { readonly where: Readonly<Record<string, string>>; readonly limit: number },
  ): Promise<readonly FailedJob[]>;
  /** Tries a job once more, now. @returns whether it was there, failed */
  retry(job: JobRef, transaction: Transaction): Promise<boolean>;
  /** Forgets a job. @returns whether it was there, failed */
  forget(job: JobRef, transaction: Transaction): Promise<boolean>;
}

export type JobRef = Pick<FailedJob, 'id' | 'queue'>;

/** How one queue stands. */
export interface QueueDepth extends Backlog {
  /** Its name. */
  readonly queue: string;
  /** Jobs that run now. */
  readonly active: number;
  /** Jobs that have failed, and wait to be tried again. */
  readonly retrying: number;
  /** Jobs that have used up their retries. */
  readonly failed: number;
}

/** How much work waits whose time has come, and since when the oldest of it does. */
export interface Backlog {
  readonly waiting: number;
  readonly oldest: Date | null;
}
