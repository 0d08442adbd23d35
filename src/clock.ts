import { setTimeout } from 'node:timers/promises';

/** The source of time. Passed to all code that needs it, so that a test can set the time instead of waiting. */
export interface Clock {
  now(): Date;
  /** Lets time pass. Omitted: the system's timers do. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Waits by a clock. @throws AbortError if the signal is aborted first */
export const wait = (clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  clock.wait?.(milliseconds, signal) ?? setTimeout(milliseconds, undefined, signal ? { signal } : {});

export const systemClock: Clock = { now: () => new Date() };

/** Converts a time to whole seconds since the Unix epoch, the unit of all timestamps on the commerce API. */
export const toEpochSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
