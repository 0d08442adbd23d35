import type { FastifyRequest } from 'fastify';
import { failureCount } from '../../failure-count.ts';
import { networkOf } from '../../network.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';

/** Over which time is counted what an address was given, in milliseconds. */
const WINDOW = 10 * 60_000;

/** What one request may have for nothing: a membership, or a place on a list. */
export interface Giveaway {
  /**
   * Counts it, once a request, before it is given.
   * @throws Refusal 429 where the address has had all that it may
   */
  take(): void;
  /** Nothing was given: it doesn't count. */
  giveBack(): void;
}

/**
 * Limits how much an address (of IPv6 a /64 network) gets for nothing: in ten minutes as much as it may ask of the API in ten
 * seconds. Whoever pays is never counted. What costs nothing to have costs others time and room: their roles, and
 * everybody's database. Counted before it is given, so purchases at the same moment are all counted. Kept in this process.
 */
export function giveawaysByRequest({
  clock,
  rateLimit: most = 0,
}: Service): (request: FastifyRequest) => Giveaway {
  const given = failureCount(clock, WINDOW);
  return ({ ip }) => {
    const network = networkOf(ip);
    let takeBack: (() => void) | undefined;
    return {
      take() {
        if (most === 0 || takeBack) return;
        if (given.of(network) >= most) throw tooMany(most, given.secondsLeft(network));
        takeBack = given.add(network);
      },
      giveBack() {
        takeBack?.();
        takeBack = undefined;
      },
    };
  };
}

function tooMany(most: number, seconds: number): Refusal {
  const minutes = Math.ceil(seconds / 60);
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new Refusal(
    'too many',
    `From your network address, ${most} purchases or entries that cost nothing were made in a short time. Nothing was added for you. Please try again in ${when}.`,
    seconds,
  );
}
