import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import { type FailureCount, failureCount } from '../../failure-count.ts';
import { networkOf } from '../../network.ts';
import { tooManyFailures } from '../guard.ts';
import type { PlanRow } from '../resources/plan.ts';

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
 * can lock others out. What links carry is counted apart from what is sent: another website can have its visitors
 * follow links, but send no form here. It is decided and counted in one go, so guesses at the same moment are all
 * counted. Kept in this process.
 */
export function attemptsByRequest(clock: Clock): (request: FastifyRequest, plan: PlanRow) => Attempts {
  const openCounts = () => ({ addresses: failureCount(clock, WINDOW), plans: failureCount(clock, WINDOW) });
  const [links, forms] = [openCounts(), openCounts()];
  const known = new WeakMap<FastifyRequest, Attempts>();
  return (request, plan) => {
    const counts = request.method === 'POST' ? forms : links;
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
      if (addresses.of(address) >= allowed) throw tooManyFailures(addresses.secondsLeft(address));
      if (isRight) return;
      hasFailed = true;
      addresses.add(address);
      plans.add(planId);
    },
  };
}
