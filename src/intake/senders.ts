import type { Clock } from '../clock.ts';
import { failureLimit } from '../failure-limit.ts';
import { networkOf } from '../network.ts';

/** Wrong signatures of an address: each costs the reading of a body. */
const FAILURES = { most: 30, window: 60_000 };

/** How many networks are remembered that have sent a right signature; beyond that the oldest are forgotten. */
const MAX_PROVEN = 1_000;

/** Counts wrong signatures by address (of IPv6 a /64 network), in this process. */
export interface Senders {
  /** Seconds until an address may send again; undefined while it may. */
  secondsLeft(ip: string): number | undefined;
  note(ip: string, isRight: boolean): void;
}

/**
 * An address from which a right signature has come is never refused: behind a proxy that isn't trusted everybody has
 * the same one, and a guesser there must not keep the Commerce Service out.
 */
export function createSenders(clock: Clock): Senders {
  const failures = failureLimit(clock, FAILURES);
  const proven = new Set<string>();
  return {
    secondsLeft: (ip) => (proven.has(networkOf(ip)) ? undefined : failures.secondsLeft(ip)),
    note(ip, isRight) {
      if (!isRight) {
        failures.begin(ip);
        return;
      }
      proven.add(networkOf(ip));
      const [oldest] = proven;
      if (proven.size > MAX_PROVEN && oldest !== undefined) proven.delete(oldest);
    },
  };
}
