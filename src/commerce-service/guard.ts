import type { Clock } from '../clock.ts';
import { type FailureLimit, failureLimit } from '../failure-limit.ts';
import { hashCredential } from './credentials.ts';
import { Refusal } from './refusal.ts';

/** Failures of an address with credentials of 256 random bits: enough for a mistake, few for the database. */
const FAILURES = { most: 30, window: 60_000 };

/** How many credentials are remembered that were right; beyond that the longest unused are forgotten. */
const MAX_PROVEN = 10_000;

/**
 * Looks a credential up, and limits how often an address may come with one that isn't good. A credential that was
 * right in this process before is looked up however often others fail at the same address, so nobody who shares
 * an address, or a proxy, is locked out by a guesser.
 */
export interface Guard<Found> {
  /** The name of what this credential has belonged to, if it was right the last time. */
  nameOf(credential: string): string | undefined;
  /**
   * @param credential undefined where none was sent, which is a failure too
   * @throws Refusal 429 after too many failures
   */
  check(
    ip: string,
    credential: string | undefined,
    find: () => Promise<Found | undefined>,
  ): Promise<Found | undefined>;
}

/** @param name what is remembered of something found: an id, as it stays in memory */
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
      // A client that starts with a hundred requests at once is no guesser: whether its credential is right is found out once.
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
 * Tries something that shows whether a secret was right.
 * @param limit of the failures of an address; undefined where they don't count
 * @throws Refusal 429 after too many failures, also to whoever is right this time
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
    // What couldn't be looked up tells nobody anything.
    if (!hasFailed) takeBack?.();
  }
}

/** What an address is told that has failed too often. */
export function tooManyFailures(seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  return new Refusal('too many', `Too many attempts have failed. Please try again ${when}.`, seconds);
}
