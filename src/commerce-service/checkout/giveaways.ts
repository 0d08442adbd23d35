import type { FastifyRequest } from 'fastify';
import { failureCount } from '../../network/failure-limit.ts';
import { networkOf } from '../../network/hosts.ts';
import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';

/** Time over which an address's free items are counted, in milliseconds. */
const WINDOW = 10 * 60_000;

/** The free item that one request may get: a membership for which nothing is charged now, or an entry on a list. */
export interface Giveaway {
  /** Counts the item before it is given, once per request. Refuses it (429) if the address has reached its limit. */
  take(): void;
  /** Takes the count back if nothing was given. */
  giveBack(): void;
}

/**
 * Limits how many free items an address (a /64 network for IPv6) gets: in ten minutes as many as it may make API
 * requests in ten seconds. Trials count too, purchases that are paid never do. Free items cost the community time for role changes, and
 * take up space in the shared database. Counted before they are given, so that concurrent requests are all counted. The
 * counts are kept in this process.
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
  return new Refusal('too many', ({ refusals }) => refusals.tooManyGiveaways(most, seconds), seconds);
}
