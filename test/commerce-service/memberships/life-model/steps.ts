import fc from 'fast-check';
import { OPERATIONS } from './operations.ts';
import { CODES, PLANS } from './terms.ts';

const REFILL = OPERATIONS.findIndex(({ path }) => path === 'refill');
const plans = PLANS.map((_, plan) => plan);
const lines = plans.filter((plan) => PLANS[plan]?.list !== undefined);
const refillable = plans.filter((plan) => PLANS[plan]?.grace !== undefined);
const buy = fc.record({
  // What takes several steps in a row comes up more: lines, and days of grace.
  plan: fc.constantFrom(...plans, ...lines, ...lines, ...lines, ...refillable, ...refillable, ...refillable),
  buyer: fc.nat(2),
  code: fc.option(fc.nat(CODES.length - 1), { nil: undefined }),
  quantity: fc.constantFrom(1, 1, 2, 3),
  card: fc.constantFrom('works', 'fails later', 'fails later', 'declined'),
});
const hours = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 400 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1_000, max: 3_000 }) },
);

/**
 * What can be done next: time goes by, and then what is due may be looked for or not yet; somebody buys; a
 * place is given; something is asked for a membership; a part of a payment goes back.
 */
export const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ hours, isLookedFor: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ buy }) },
  { weight: 3, arbitrary: fc.record({ promise: fc.constantFrom(...lines) }) },
  {
    weight: 7,
    arbitrary: fc.record({
      on: fc.nat(30),
      asks: fc.oneof(fc.nat(OPERATIONS.length - 1), fc.constant(REFILL)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ on: fc.nat(30), refunds: fc.nat(5), cents: fc.integer({ min: 1, max: 900 }) }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
