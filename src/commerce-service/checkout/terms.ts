import type { Money } from '../money.ts';
import type { PlanRow } from '../resources/plan.ts';

const DAY = 24 * 60 * 60 * 1000;

const daysAfter = (moment: Date, days: number): Date => new Date(moment.getTime() + days * DAY);

/** The free days that a purchase of this plan begins with; 0 for none. */
export const trialDays = (plan: PlanRow): number =>
  plan.planType === 'renewal' ? (plan.trialPeriodDays ?? 0) : 0;

/** Whether this plan never costs anything. */
export const isFree = (plan: PlanRow): boolean =>
  plan.initialPrice.isZero() && (plan.planType === 'one_time' || plan.renewalPrice.isZero());

/** What is charged at the moment of purchase. A trial puts the first charge off to its end. */
export const dueNow = (plan: PlanRow, quantity: number): Money =>
  plan.initialPrice.times(trialDays(plan) > 0 ? 0 : quantity);

/** The first charge after a trial: the initial price, or the renewal price where there is none. */
export const dueAfterTrial = (plan: PlanRow): Money =>
  plan.initialPrice.isZero() ? plan.renewalPrice : plan.initialPrice;

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

/** Why nobody can buy this plan now, in words for a buyer; undefined while it is on sale. */
export function closedBecause(plan: PlanRow): string | undefined {
  if (plan.visibility === 'archived') return 'This plan is no longer sold.';
  if (plan.releaseMethod === 'waitlist') return 'This plan has a waitlist: it can’t be bought directly.';
  if (plan.releaseMethod === 'raffle') return 'This plan is raffled: it can’t be bought directly.';
  if (plan.stock !== null && plan.stock <= 0) return 'This plan is sold out.';
  if (!isFree(plan) && !plan.acceptedPaymentMethods.includes('card'))
    return 'This plan takes no cards, and this checkout takes nothing else.';
  return undefined;
}
