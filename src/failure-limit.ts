import type { Clock } from './clock.ts';
import { failureCount } from './failure-count.ts';
import { networkOf } from './network.ts';

/** Limits how often an address (of IPv6 a /64 network) may fail. Kept in this process, bounded in memory. */
export interface FailureLimit {
  /** Seconds until this address may try again; undefined while it may. */
  secondsLeft(ip: string): number | undefined;
  /**
   * Counts a try as failed beforehand, so that tries at the same moment are all counted.
   * @returns takes it back: the try was right, or nobody found out
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
