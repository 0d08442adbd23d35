import type { Clock } from '../clock.ts';
import { failureCount } from './failure-count.ts';
import { networkOf } from './network.ts';

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
