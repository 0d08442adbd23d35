import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  amountDue,
  CURRENCIES,
  covers,
  type Discount,
  decimalsOf,
  type Priced,
} from '../../../src/commerce-service/payments/money.ts';
import { Prisma } from '../../../src/database/index.ts';

const money = (amount: number | string) => new Prisma.Decimal(amount);

/** Fixed, so that a failure is the same failure tomorrow; fast-check prints it with every counterexample. */
const SEED = { seed: 20_261_121, numRuns: 500 };

const renewal: Priced = {
  planType: 'renewal',
  initialPrice: money(19),
  renewalPrice: money(9.99),
  trialPeriodDays: null,
  baseCurrency: 'usd',
};
const oneTime: Priced = { ...renewal, planType: 'one_time' };

const percent = (amount: number, duration: Discount['duration'], numberOfIntervals: number | null = null) =>
  ({ promoType: 'percentage', amountOff: money(amount), duration, numberOfIntervals }) satisfies Discount;
const flat = (amount: number, duration: Discount['duration'] = 'forever') =>
  ({
    promoType: 'flat_amount',
    amountOff: money(amount),
    duration,
    numberOfIntervals: null,
  }) satisfies Discount;

const due = (plan: Priced, promo: Discount | null, quantity = 1) =>
  [1, 2, 3, 4].map((interval) => amountDue(plan, promo, interval, quantity).toString());

test('without a discount the initial price comes first and the renewal price after it', () => {
  expect(due(renewal, null)).toEqual(['19', '9.99', '9.99', '9.99']);
  expect(due(renewal, null, 3)).toEqual(['57', '29.97', '29.97', '29.97']);
  expect(due(oneTime, null)).toEqual(['19', '19', '19', '19']);
});

test('a discount lasts for one charge, for its number of charges, or for ever', () => {
  expect(due(renewal, percent(50, 'once'))).toEqual(['9.5', '9.99', '9.99', '9.99']);
  expect(due(renewal, percent(50, 'repeating', 3))).toEqual(['9.5', '5', '5', '9.99']);
  expect(due(renewal, percent(50, 'forever'))).toEqual(['9.5', '5', '5', '5']);
});

test('a flat amount comes off the whole charge once, and never makes it negative', () => {
  expect(due(renewal, flat(5), 2)).toEqual(['33', '14.98', '14.98', '14.98']);
  expect(due(renewal, flat(12))).toEqual(['7', '0', '0', '0']);
});

test('a free first period uses up nothing of a discount', () => {
  const freeStart = { ...renewal, initialPrice: money(0) };
  expect(due(freeStart, percent(50, 'once'))).toEqual(['0', '5', '9.99', '9.99']);
  const afterTrial = { ...freeStart, trialPeriodDays: 7 };
  expect(due(afterTrial, percent(50, 'once'))).toEqual(['5', '9.99', '9.99', '9.99']);
});

test.each([
  ['jpy', 999, '666'],
  ['usd', 9.99, '6.66'],
  ['kwd', 9.999, '6.666'],
  ['eth', 0.00000003, '2e-8'],
])('what is left of a price in %s is rounded to the decimals it has', (baseCurrency, price, left) => {
  const plan = { ...oneTime, baseCurrency, initialPrice: money(price) };
  expect(amountDue(plan, percent(33.33, 'once'), 1, 1).toString()).toBe(left);
});

test('half of the smallest unit is rounded up', () => {
  const plan = { ...oneTime, initialPrice: money(0.05) };
  expect(amountDue(plan, percent(50, 'once'), 1, 1).toString()).toBe('0.03');
});

const price = (currency: string) =>
  fc
    .bigInt({ min: 0n, max: 999_999_999_999_999n })
    .map((units) => money(`${units}e-${decimalsOf(currency)}`));

const sale = fc.constantFrom(...CURRENCIES).chain((baseCurrency) =>
  fc.record({
    plan: fc.record({
      planType: fc.constantFrom('renewal' as const, 'one_time' as const),
      initialPrice: price(baseCurrency),
      renewalPrice: price(baseCurrency),
      trialPeriodDays: fc.option(fc.nat(30)),
      baseCurrency: fc.constant(baseCurrency),
    }),
    promo: fc.record({
      promoType: fc.constantFrom('percentage' as const, 'flat_amount' as const),
      amountOff: fc.integer({ min: 1, max: 10_000 }).map((hundredths) => money(hundredths).dividedBy(100)),
      duration: fc.constantFrom('once' as const, 'repeating' as const, 'forever' as const),
      numberOfIntervals: fc.integer({ min: 1, max: 24 }),
    }),
    interval: fc.integer({ min: 1, max: 60 }),
    quantity: fc.integer({ min: 1, max: 10_000 }),
  }),
);

test('no discount makes a charge negative, dearer, or finer than its currency', () => {
  fc.assert(
    fc.property(sale, ({ plan, promo, interval, quantity }) => {
      const full = amountDue(plan, null, interval, quantity);
      const amount = amountDue(plan, promo, interval, quantity);
      expect(amount.isNegative() && !amount.isZero()).toBe(false);
      expect(amount.lte(full)).toBe(true);
      expect(amount.decimalPlaces()).toBeLessThanOrEqual(decimalsOf(plan.baseCurrency));
    }),
    SEED,
  );
});

test('a repeating discount reaches exactly its number of charges', () => {
  fc.assert(
    fc.property(sale, ({ plan, promo }) => {
      const repeating = { ...promo, duration: 'repeating' as const };
      const charges = Array.from({ length: 60 }, (_, index) => index + 1);
      const reached = charges.filter((interval) => covers(plan, repeating, interval));
      expect(reached).toHaveLength(repeating.numberOfIntervals);
      const last = Math.max(...reached);
      expect(amountDue(plan, repeating, last + 1, 1)).toEqual(amountDue(plan, null, last + 1, 1));
    }),
    SEED,
  );
});

test('what a percentage leaves is within half a unit of the exact share', () => {
  fc.assert(
    fc.property(sale, ({ plan, promo, interval, quantity }) => {
      const share = { ...promo, promoType: 'percentage' as const, duration: 'forever' as const };
      if (!covers(plan, share, interval)) return;
      const Exact = Prisma.Decimal.clone({ precision: 60 });
      const full = new Exact(amountDue(plan, null, interval, quantity));
      const exact = full.times(new Exact(100).minus(promo.amountOff)).dividedBy(100);
      const half = new Exact(10).pow(-decimalsOf(plan.baseCurrency)).dividedBy(2);
      expect(
        exact
          .minus(amountDue(plan, share, interval, quantity))
          .abs()
          .lte(half),
      ).toBe(true);
    }),
    SEED,
  );
});
