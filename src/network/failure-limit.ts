import type { Clock } from '../clock.ts';
import { networkOf } from './hosts.ts';

/** Maximum number of keys; beyond it, the oldest are forgotten. */
const MAX_KEYS = 20_000;

/** Failure counts by key. A count begins with the first failure and ends with its window. */
export interface FailureCount {
  of(key: string): number;
  /** Seconds until the key's count ends, 1 or more. */
  secondsLeft(key: string): number;
  /** Counts a failure. @returns a function that takes it back while the count lasts */
  add(key: string): () => void;
}

interface Count {
  failures: number;
  /** In milliseconds since the epoch. */
  readonly until: number;
}

/** Creates failure counts. @param window milliseconds */
export function failureCount(clock: Clock, window: number): FailureCount {
  const counts = new Map<string, Count>();
  const now = () => clock.now().getTime();
  const current = (key: string) => {
    const count = counts.get(key);
    return count && count.until > now() ? count : undefined;
  };
  const begin = (key: string): Count => {
    const count = { failures: 0, until: now() + window };
    // Reinserting puts the key last, so that the first key is always the oldest.
    counts.delete(key);
    counts.set(key, count);
    const [oldest] = counts.keys();
    if (counts.size > MAX_KEYS && oldest !== undefined) counts.delete(oldest);
    return count;
  };
  return {
    of: (key) => current(key)?.failures ?? 0,
    secondsLeft: (key) => Math.max(1, Math.ceil(((current(key)?.until ?? 0) - now()) / 1000)),
    add(key) {
      const count = current(key) ?? begin(key);
      count.failures += 1;
      return () => {
        count.failures -= 1;
        if (count.failures === 0 && counts.get(key) === count) counts.delete(key);
      };
    },
  };
}

/** Limits how often an address may fail; for IPv6, its /64 network. Kept in this process, bounded in memory. */
export interface FailureLimit {
  /** Seconds until this address may try again; undefined if it may try now. */
  secondsLeft(ip: string): number | undefined;
  /**
   * Counts an attempt as failed in advance, so that concurrent attempts are all counted.
   * @returns a function that takes it back, for an attempt that succeeded or had no result
   */
  begin(ip: string): () => void;
}

/**
 * @param most failures within the window
 * @param window milliseconds, from the first failure on
 */
export function failureLimit(
  clock: Clock,
  { most, window }: { readonly most: number; readonly window: number },
): FailureLimit {
  const failures = failureCount(clock, window);
  return {
    secondsLeft(ip) {
      const network = networkOf(ip);
      return failures.of(network) < most ? undefined : failures.secondsLeft(network);
    },
    begin: (ip) => failures.add(networkOf(ip)),
  };
}
