import type { Clock } from '../../clock.ts';
import { type FailureLimit, failureLimit } from '../../network/failure-limit.ts';
import { hashCredential } from '../api-keys/credentials.ts';
import { Refusal } from './refusal.ts';

/** Failures per address and window (ms). Credentials have 256 random bits, so the limit only protects the database. */
const FAILURES = { most: 30, window: 60_000 };

/** Number of valid credentials to remember. The least recently used are dropped first. */
const MAX_PROVEN = 10_000;

/**
 * Looks up credentials, and limits failures per address. A credential that was valid before in this process is exempt
 * from the limit, so that a guesser can't lock out clients that share its address or proxy.
 */
export interface Guard<Found> {
  /** Returns the name of the credential's owner, if the credential was valid the last time. */
  nameOf(credential: string): string | undefined;
  /** @throws Refusal 429 after too many failures; a missing credential counts as one */
  check(
    ip: string,
    credential: string | undefined,
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined>;
}

/** @param name returns what to remember of a found owner: an id, since it stays in memory */
export function createGuard<Found>(clock: Clock, name: (found: Found) => string): Guard<Found> {
  const failures = failureLimit(clock, FAILURES);
  const proven = new Map<string, string>();
  const remember = (hash: string, found: Found) => {
    proven.delete(hash);
    proven.set(hash, name(found));
    const [oldest] = proven.keys();
    if (proven.size > MAX_PROVEN && oldest !== undefined) proven.delete(oldest);
  };
  const underWay = new Map<string, Promise<void>>();
  return {
    nameOf: (credential) => proven.get(hashCredential(credential)),
    async check(ip, credential, find) {
      const hash = credential === undefined ? '' : hashCredential(credential);
      // A new client may start with a hundred concurrent requests. All but the first wait for the first one's result,
      // since attempts in progress count as failures.
      const first = underWay.get(hash);
      const { promise, resolve: end } = Promise.withResolvers<void>();
      if (first) await first;
      else if (hash !== '' && !proven.has(hash)) underWay.set(hash, promise);
      try {
        const limit = proven.has(hash) ? undefined : failures;
        const found = await tryOnce(limit, ip, find, (answer) => answer !== undefined);
        if (found !== undefined) remember(hash, found);
        else proven.delete(hash);
        return found;
      } finally {
        if (underWay.get(hash) === promise) underWay.delete(hash);
        end();
      }
    },
  };
}

/**
 * Runs an action that reveals whether a secret is right, and counts a failure if it isn't.
 * @param limit failure limit of the address; undefined if failures don't count
 * @throws Refusal 429 after too many failures, even if the secret is right this time
 */
export async function tryOnce<Result>(
  limit: FailureLimit | undefined,
  ip: string,
  act: () => Promise<Result>,
  isRight: (result: Result) => boolean,
): Promise<Result> {
  const seconds = limit?.secondsLeft(ip);
  if (seconds !== undefined) throw tooManyFailures(seconds);
  const takeBack = limit?.begin(ip);
  let hasFailed = false;
  try {
    const result = await act();
    hasFailed = !isRight(result);
    return result;
  } finally {
    // An action that threw an error has revealed nothing, so it doesn't count.
    if (!hasFailed) takeBack?.();
  }
}

/** Creates the refusal for an address with too many failures. */
export function tooManyFailures(seconds: number): Refusal {
  return new Refusal('too many', ({ refusals }) => refusals.tooManyFailures(seconds), seconds);
}
