/**
 * The source of time. Handed to whatever needs it, so that a test sets the time instead of waiting for it.
 */
export interface Clock {
  /** The present moment. */
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A moment as whole seconds since the Unix epoch, the unit of every timestamp on the commerce API. */
export const toEpochSeconds = (moment: Date): number => Math.floor(moment.getTime() / 1000);
