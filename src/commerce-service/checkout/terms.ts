import { Refusal } from '../api/refusal.ts';
import { trialDays } from '../memberships/life/dates.ts';
import { amountDue, amountLimit, EVERY_LATER_CHARGE, formatMoney, type Money } from '../payments/money.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { PromoCodeRow } from '../promo-codes/schema.ts';

/** A plan with the quantity and discount of a possible purchase. */
export interface Sale {
  readonly plan: PlanRow;
  readonly promo: PromoCodeRow | null;
  readonly quantity: number;
}

/** Calculates the n-th charge. */
export const due = ({ plan, promo, quantity }: Sale, interval: number): Money =>
  amountDue(plan, promo, interval, quantity);

/** Refuses a sale if any charge could reach the currency's amount limit, also after a discount has ended. */
export function checkTotal({ plan, quantity }: Sale): void {
  const most = [1, EVERY_LATER_CHARGE].map((interval) => amountDue(plan, null, interval, quantity));
  const limit = amountLimit(plan.baseCurrency);
  if (most.some((amount) => amount.gte(limit)))
    throw new Refusal('invalid', ({ locale, refusals }) =>
      refusals.quantityTooHigh(formatMoney(limit, plan.baseCurrency, locale)),
    );
}

/** Reports whether this sale never costs anything. */
export const isFree = (sale: Sale): boolean =>
  due(sale, 1).isZero() && (sale.plan.planType === 'one_time' || due(sale, EVERY_LATER_CHARGE).isZero());

/** Calculates the charge at the purchase. A trial postpones the first charge to its end. */
export const dueNow = (sale: Sale): Money =>
  trialDays(sale.plan) > 0 ? due(sale, 1).times(0) : due(sale, 1);
