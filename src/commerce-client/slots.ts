/** Requests may start all at once up to `burst`, and one more each `interval` milliseconds. */
export interface Rate {
  readonly burst: number;
  readonly interval: number;
}

/** At most 89 requests in any 10 s; live services take 100. */
export const RATE: Rate = { burst: 12, interval: 130 };

/** Moments at which a request may start. */
export interface Slots {
  /** Takes the next one. @returns in how many milliseconds it is */
  take(): number | Promise<number>;
  /** There is none in the next so many milliseconds, and none is saved up; a longer pause wins. */
  close(duration: number): void | Promise<void>;
}

/** The slots of one process. */
export function localSlots({ burst, interval }: Rate = RATE): Slots {
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
