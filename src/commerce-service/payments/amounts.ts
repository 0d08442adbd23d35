import { Prisma } from '../../database/index.ts';
import { decimalsOf } from './currencies.ts';
import type { Money } from './money.ts';

/** The plan fields that determine its charges. */
export type Priced = Pick<
  Prisma.PlanGetPayload<object>,
  'planType' | 'initialPrice' | 'renewalPrice' | 'trialPeriodDays' | 'baseCurrency'
>;

/** The promo code fields that determine its discount. */
export type Discount = Pick<
  Prisma.PromoCodeGetPayload<object>,
  'promoType' | 'amountOff' | 'duration' | 'numberOfIntervals'
>;

/** Precise enough that no product of a price, a quantity and a percentage gets rounded. */
const Exact = Prisma.Decimal.clone({ precision: 60 });

/** Interval that stands for all later charges: only a `forever` discount covers it. */
export const EVERY_LATER_CHARGE = Number.MAX_SAFE_INTEGER;

/**
 * Calculates the amount of a charge.
 * @param promo the discount, or null for none
 * @param interval number of the charge, from 1; charge 1 is made at the purchase or at the end of its trial
 * @param quantity units bought, 1 or more
 * @returns an amount in the major unit of the plan's currency, rounded half up to that currency's decimals; never
 *   negative, and never more than without the discount
 */
export function amountDue(plan: Priced, promo: Discount | null, interval: number, quantity: number): Money {
  const price = new Exact(listPrice(plan, interval)).times(quantity);
  const off = promo && covers(plan, promo, interval) ? amountOff(promo, price) : new Exact(0);
  const due = Exact.max(0, price.minus(off));
  return new Prisma.Decimal(due.toDecimalPlaces(decimalsOf(plan.baseCurrency), Exact.ROUND_HALF_UP));
}

/**
 * Reports whether a discount covers this charge. Counting starts with the first charge that costs anything, so that a
 * free first period doesn't use up part of the discount.
 */
export function covers(plan: Priced, { duration, numberOfIntervals }: Discount, interval: number): boolean {
  const number = interval - (listPrice(plan, 1).isZero() ? 1 : 0);
  if (number < 1) return false;
  if (duration === 'forever') return true;
  return number <= (duration === 'once' ? 1 : (numberOfIntervals ?? 1));
}

/** Calculates the discount on a whole charge. A flat amount is taken off once, whatever the quantity. */
const amountOff = (promo: Discount, price: Money): Money =>
  promo.promoType === 'percentage' ? price.times(promo.amountOff).dividedBy(100) : promo.amountOff;

/** Returns one unit's undiscounted price. A trial plan without an initial price starts at the renewal price. */
function listPrice(plan: Priced, interval: number): Money {
  if (plan.planType === 'one_time') return plan.initialPrice;
  if (interval > 1) return plan.renewalPrice;
  return plan.trialPeriodDays && plan.initialPrice.isZero() ? plan.renewalPrice : plan.initialPrice;
}
