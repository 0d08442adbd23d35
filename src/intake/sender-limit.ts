import type { Clock } from '../clock.ts';
import { failureLimit } from '../network/failure-limit.ts';
import { networkOf } from '../network/hosts.ts';

/** Most failures per network and window (in milliseconds). Each costs reading a body, or the start of one. */
const FAILURES = { most: 30, window: 60_000 };

/** Networks remembered as verified. The oldest are evicted. */
const MAX_VERIFIED = 1_000;

/** Limits wrong signatures and refused bodies per network (an IPv4 address, an IPv6 /64). In this process only. */
export interface SenderLimit {
  /** Seconds until the address may send again; undefined while it may. */
  secondsLeft(ip: string): number | undefined;
  record(ip: string, isSignedRight: boolean): void;
}

/**
 * Creates the limit. A network that has sent a valid signature is never limited: behind a proxy missing from
 * `TRUSTED_PROXIES` all senders share one address, and an attacker who guesses signatures there must not lock the
 * Commerce Service out.
 */
export function createSenderLimit(clock: Clock): SenderLimit {
  const failures = failureLimit(clock, FAILURES);
  const verified = new Set<string>();
  return {
    secondsLeft: (ip) => (verified.has(networkOf(ip)) ? undefined : failures.secondsLeft(ip)),
    record(ip, isSignedRight) {
      if (!isSignedRight) {
        failures.begin(ip);
        return;
      }
      verified.add(networkOf(ip));
      const [oldest] = verified;
      if (verified.size > MAX_VERIFIED && oldest !== undefined) verified.delete(oldest);
    },
  };
}
