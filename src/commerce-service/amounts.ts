import { Prisma } from '../database/index.ts';
import { decimalsOf } from './currencies.ts';
import type { Money } from './money.ts';

/** What of a plan decides about its charges. */
export type Priced = Pick<
  Prisma.PlanGetPayload<object>,
  'planType' | 'initialPrice' | 'renewalPrice' | 'trialPeriodDays' | 'baseCurrency'
>;

/** What of a promo code decides about a charge. */
export type Discount = Pick<
  Prisma.PromoCodeGetPayload<object>,
  'promoType' | 'amountOff' | 'duration' | 'numberOfIntervals'
>;

/** Enough digits that no product of a price, a quantity and a percentage is rounded on the way. */
const Exact = Prisma.Decimal.clone({ precision: 60 });

/** The charge that stands for all later ones: no discount but one for ever reaches it. */
export const EVERY_LATER_CHARGE = Number.MAX_SAFE_INTEGER;

/**
 * What a charge comes to.
 * @param promo the discount, or null for none
 * @param interval the number of the charge, from 1: the one at the purchase, or at the end of its trial
 * @param quantity units bought, 1 or more
 * @returns an amount in the major unit of the plan's currency, rounded half up to the decimals that currency
 *   has; never negative, and never more than without the discount
 */
export function amountDue(plan: Priced, promo: Discount | null, interval: number, quantity: number): Money {
  const price = new Exact(listPrice(plan, interval)).times(quantity);
  const off = promo && covers(plan, promo, interval) ? amountOff(promo, price) : new Exact(0);
  const due = Exact.max(0, price.minus(off));
  return new Prisma.Decimal(due.toDecimalPlaces(decimalsOf(plan.baseCurrency), Exact.ROUND_HALF_UP));
}

/**
 * Whether a discount reaches this charge. The count begins with the first charge that costs anything, so that
 * a free first period doesn't use up what a buyer was promised.
 */
export function covers(plan: Priced, { duration, numberOfIntervals }: Discount, interval: number): boolean {
  const number = interval - (listPrice(plan, 1).isZero() ? 1 : 0);
  if (number < 1) return false;
  if (duration === 'forever') return true;
  return number <= (duration === 'once' ? 1 : (numberOfIntervals ?? 1));
}

/** Off the whole charge: a percentage of it, or an amount once, whatever the quantity. */
const amountOff = (promo: Discount, price: Money): Money =>
  promo.promoType === 'percentage' ? price.times(promo.amountOff).dividedBy(100) : promo.amountOff;

/** One unit without any discount. After a trial, a plan without an initial price begins with the renewal's. */
function listPrice(plan: Priced, interval: number): Money {
  if (plan.planType === 'one_time') return plan.initialPrice;
  if (interval > 1) return plan.renewalPrice;
  return plan.trialPeriodDays && plan.initialPrice.isZero() ? plan.renewalPrice : plan.initialPrice;
}
