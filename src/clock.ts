import { setTimeout } from 'node:timers/promises';

/**
 * The source of time. Handed to whatever needs it, so that a test sets the time instead of waiting for it.
 */
export interface Clock {
  /** The present moment. */
  now(): Date;
  /** Lets time pass; the machine's timers do where it is left out. */
  readonly wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Waits by a clock. @throws AbortError where the signal is aborted before */
export const wait = (clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> =>
  clock.wait?.(milliseconds, signal) ?? setTimeout(milliseconds, undefined, signal ? { signal } : {});

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A moment as whole seconds since the Unix epoch, the unit of every timestamp on the commerce API. */
export const toEpochSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
