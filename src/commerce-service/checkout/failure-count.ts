import type { Clock } from '../../clock.ts';

/** How many keys are remembered; beyond that the oldest are forgotten. */
const MAX_KEYS = 20_000;

/** Failures by whatever they are counted by. A count begins with the first failure and ends with its window. */
export interface FailureCount {
  of(key: string): number;
  /** Seconds until the key's count ends, 1 or more. */
  secondsLeft(key: string): number;
  add(key: string): void;
}

/** @param window milliseconds */
export function failureCount(clock: Clock, window: number): FailureCount {
  const counts = new Map<string, { failures: number; readonly until: number }>();
  const now = () => clock.now().getTime();
  const current = (key: string) => {
    const count = counts.get(key);
    return count && count.until > now() ? count : undefined;
  };
  return {
    of: (key) => current(key)?.failures ?? 0,
    secondsLeft: (key) => Math.max(1, Math.ceil(((current(key)?.until ?? 0) - now()) / 1000)),
    add(key) {
      const count = current(key);
      if (count) {
        count.failures += 1;
        return;
      }
      // Set anew it stands last: the first key is always the oldest one.
      counts.delete(key);
      counts.set(key, { failures: 1, until: now() + window });
      const [oldest] = counts.keys();
      if (counts.size > MAX_KEYS && oldest !== undefined) counts.delete(oldest);
    },
  };
}
