import { amountDue, EVERY_LATER_CHARGE } from '../amounts.ts';
import { trialDays } from '../life/dates.ts';
import { amountLimit, formatMoney, type Money } from '../money.ts';
import { Refusal } from '../refusal.ts';
import type { PlanRow } from '../resources/plan.ts';
import type { PromoCodeRow } from '../resources/promo-code.ts';

/** A plan as somebody would buy it. */
export interface Sale {
  readonly plan: PlanRow;
  /** The discount on it; null for none. */
  readonly promo: PromoCodeRow | null;
  readonly quantity: number;
}

/** What the n-th charge comes to. */
export const due = ({ plan, promo, quantity }: Sale, interval: number): Money =>
  amountDue(plan, promo, interval, quantity);

/**
 * Checks that no charge will ever be more than an amount can say, also when a discount has ended.
 * @throws Refusal
 */
export function checkTotal({ plan, quantity }: Sale): void {
  const most = [1, EVERY_LATER_CHARGE].map((interval) => amountDue(plan, null, interval, quantity));
  const limit = amountLimit(plan.baseCurrency);
  if (most.some((amount) => amount.gte(limit)))
    throw new Refusal(
      'invalid',
      `quantity must be less: a charge must be below ${formatMoney(limit, plan.baseCurrency)}.`,
    );
}

/** Whether this sale never costs anything. */
export const isFree = (sale: Sale): boolean =>
  due(sale, 1).isZero() && (sale.plan.planType === 'one_time' || due(sale, EVERY_LATER_CHARGE).isZero());

/** What is charged at the moment of purchase. A trial puts the first charge off to its end. */
export const dueNow = (sale: Sale): Money =>
  trialDays(sale.plan) > 0 ? due(sale, 1).times(0) : due(sale, 1);
