/** Rate limit: up to `burst` requests at once, then one every `interval` milliseconds. */
export interface Rate {
  readonly burst: number;
  readonly interval: number;
}

/** At most 89 requests in any 10 s; live services allow 100. */
export const RATE: Rate = { burst: 12, interval: 130 };

/** Rate limiter that hands out start times of requests. */
export interface RateSlots {
  /** Takes the next slot. @returns how many milliseconds ahead it is */
  take(): number | Promise<number>;
  /** Blocks all slots for so many milliseconds and drops saved-up ones. The longest block counts. */
  close(duration: number): void | Promise<void>;
}

/** Creates a rate limiter for one process. */
export function localRateSlots({ burst, interval }: Rate = RATE): RateSlots {
  let freeAt = Number.NEGATIVE_INFINITY;
  return {
    take() {
      const now = performance.now();
      const slot = Math.max(freeAt, now - (burst - 1) * interval);
      freeAt = slot + interval;
      return Math.max(slot - now, 0);
    },
    close(duration) {
      freeAt = Math.max(freeAt, performance.now() + duration);
    },
  };
}
