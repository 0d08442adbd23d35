import type { Money } from '../money.ts';
import type { PlanRow } from '../resources/plan.ts';

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
