import { amountDue, EVERY_LATER_CHARGE } from '../amounts.ts';
import type { Money } from '../money.ts';
import type { PlanRow } from '../resources/plan.ts';
import type { PromoCodeRow } from '../resources/promo-code.ts';

const DAY = 24 * 60 * 60 * 1000;

/** A plan as somebody would buy it. */
export interface Sale {
  readonly plan: PlanRow;
  /** The discount on it; null for none. */
  readonly promo: PromoCodeRow | null;
  readonly quantity: number;
}

const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY);

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

/** The state in which a membership of this plan begins. */
export function beginning(plan: PlanRow, now: Date) {
  if (plan.planType === 'one_time') {
    const expiresAt = plan.expirationDays === null ? null : daysAfter(now, plan.expirationDays);
    return { status: 'completed' as const, expiresAt };
  }
  const trial = trialDays(plan);
  return {
    status: trial > 0 ? ('trialing' as const) : ('active' as const),
    renewalPeriodStart: now,
    renewalPeriodEnd: daysAfter(now, trial > 0 ? trial : (plan.billingPeriod ?? 30)),
  };
}
