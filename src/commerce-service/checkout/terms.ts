import { amountDue, EVERY_LATER_CHARGE } from '../amounts.ts';
import type { Money } from '../money.ts';
import type { PlanRow } from '../resources/plan.ts';
import type { PromoCodeRow } from '../resources/promo-code.ts';

/** A plan as somebody would buy it. */
export interface Sale {
  readonly plan: PlanRow;
  /** The discount on it; null for none. */
  readonly promo: PromoCodeRow | null;
  readonly quantity: number;
}

/** The free days that a purchase of this plan begins with; 0 for none. */
export const trialDays = (plan: PlanRow): number =>
  plan.planType === 'renewal' ? (plan.trialPeriodDays ?? 0) : 0;

/** What the n-th charge comes to. */
export const due = ({ plan, promo, quantity }: Sale, interval: number): Money =>
  amountDue(plan, promo, interval, quantity);

/** Whether this sale never costs anything. */
export const isFree = (sale: Sale): boolean =>
  due(sale, 1).isZero() && (sale.plan.planType === 'one_time' || due(sale, EVERY_LATER_CHARGE).isZero());

/** What is charged at the moment of purchase. A trial puts the first charge off to its end. */
export const dueNow = (sale: Sale): Money =>
  trialDays(sale.plan) > 0 ? due(sale, 1).times(0) : due(sale, 1);
