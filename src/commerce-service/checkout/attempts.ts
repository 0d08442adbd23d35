import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../clock.ts';
import { type FailureCount, failureCount } from '../../network/failure-limit.ts';
import { networkOf } from '../../network/hosts.ts';
import { tooManyFailures } from '../api/guard.ts';
import type { PlanRow } from '../plans/schema.ts';

/** Time over which failures are counted, in milliseconds. */
const WINDOW = 10 * 60_000;

/** Failures allowed per address; and failures at one plan, after which each address is allowed only one. */
const PER_ADDRESS = 30;
const PER_PLAN = 150;

export interface Attempts {
  /**
   * Counts the result of a check. Call it for every check that reveals whether a secret is right or a card is good,
   * before anything reveals the result. A request counts at most once.
   * @throws Refusal 429 after too many failures, even if this attempt is right
   */
  try(isRight: boolean): void;
}

/**
 * Limits failures at the checkout: wrong passwords, promo codes, claims and e-mail addresses, and declined cards.
 * Requests without a failure aren't counted, so a crowd of buyers behind one address gets through.
 *
 * Counts by network address, which no header can change, and by plan: if very many addresses guess at one plan, each of
 * them gets one attempt. An address without failures always gets an attempt, so no client can lock other buyers out.
 * Links (GET) and forms (POST) are counted separately, because another website can make its visitors follow links, but
 * can't send forms here. Checking and counting is one synchronous step, so concurrent guesses are all counted. The
 * counts are kept in this process.
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
