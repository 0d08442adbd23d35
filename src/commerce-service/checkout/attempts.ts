import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../clock.ts';
import { Refusal } from '../refusal.ts';
import type { PlanRow } from '../resources/plan.ts';
import { type FailureCount, failureCount } from './failure-count.ts';

/** Over which time failures are counted, in milliseconds. */
const WINDOW = 10 * 60_000;

/** Failures after which an address has to wait, and after which a plan takes no second try from anybody. */
const PER_ADDRESS = 30;
const PER_PLAN = 150;

/** What one request to the checkout may still try. */
export interface Attempts {
  /**
   * To be called wherever an answer tells whether a secret was right or a card good, between finding that out
   * and letting it be known. A request counts once, however much is wrong about it.
   * @throws Refusal 429 after too many failures, also to those who are right this time
   */
  try(isRight: boolean): void;
}

/**
 * Counts what fails at the checkout: passwords, promo codes, claims and addresses that are not right, and cards
 * that are declined. Whoever buys is never counted, so a crowd from one address gets through. Counted is by the
 * address that the connection comes from, which no header can change, and by plan: guesses from very many
 * addresses at one plan leave each of them with one. An address without a failure always has its try, so nobody
 * can lock others out. It is decided and counted in one go, so guesses at the same moment are all counted.
 * Kept in this process.
 */
export function attemptsByRequest(clock: Clock): (request: FastifyRequest, plan: PlanRow) => Attempts {
  const counts = { addresses: failureCount(clock, WINDOW), plans: failureCount(clock, WINDOW) };
  const known = new WeakMap<FastifyRequest, Attempts>();
  return (request, plan) => {
    const attempts = known.get(request) ?? countAttempts(counts, networkOf(request.ip), plan.id);
    known.set(request, attempts);
    return attempts;
  };
}

interface Counts {
  readonly addresses: FailureCount;
  readonly plans: FailureCount;
}

function countAttempts({ addresses, plans }: Counts, address: string, planId: string): Attempts {
  let hasFailed = false;
  return {
    try(isRight) {
      if (hasFailed) return;
      const allowed = plans.of(planId) < PER_PLAN ? PER_ADDRESS : 1;
      if (addresses.of(address) >= allowed) throw tooMany(addresses, address);
      if (isRight) return;
      hasFailed = true;
      addresses.add(address);
      plans.add(planId);
    },
  };
}

function tooMany(addresses: FailureCount, address: string): Refusal {
  const seconds = addresses.secondsLeft(address);
  const minutes = Math.ceil(seconds / 60);
  const when = minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
  return new Refusal('too many', `Too many attempts have failed. Please try again ${when}.`, seconds);
}

/** An IPv4 address; of an IPv6 address the network, as whoever has one has all the addresses in it. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
