import { formatMoney, type Money } from '../money.ts';
import type { Membership } from '../resources/membership.ts';
import type { PlanRow } from '../resources/plan.ts';
import { dueAfterTrial, dueNow, isFree, trialDays } from './terms.ts';

/** What a plan is called where buyers see it. */
export const titleOf = (plan: PlanRow): string => plan.product?.name ?? 'Membership';

const price = (plan: PlanRow, amount: Money): string =>
  amount.isZero() ? 'Free' : formatMoney(amount, plan.baseCurrency);

const days = (count: number): string => (count === 1 ? 'day' : `${count} days`);

const renews = (plan: PlanRow): boolean => plan.planType === 'renewal';

/** The price that a buyer looks for first, and what it is for. */
export function priceTag(plan: PlanRow): { readonly amount: string; readonly period: string } {
  if (!renews(plan)) return { amount: price(plan, plan.initialPrice), period: isFree(plan) ? '' : 'once' };
  const regular = plan.renewalPrice.isZero() ? plan.initialPrice : plan.renewalPrice;
  return { amount: price(plan, regular), period: `every ${days(plan.billingPeriod ?? 30)}` };
}

/** What is charged now for one unit. */
export const totalNow = (plan: PlanRow): string => formatMoney(dueNow(plan, 1), plan.baseCurrency);

export function callToAction(plan: PlanRow): string {
  if (trialDays(plan) > 0) return 'Start free trial';
  if (isFree(plan)) return 'Join for free';
  return plan.allowMultipleQuantity || dueNow(plan, 1).isZero() ? 'Buy now' : `Pay ${totalNow(plan)}`;
}

/** What a buyer gets and what it costs when, a line each. */
export const benefits = (plan: PlanRow): string[] => [
  'Access from the moment of purchase',
  ...(renews(plan) ? renewalLines(plan) : [oneTimeLine(plan)]),
];

function oneTimeLine(plan: PlanRow): string {
  const lasts = plan.expirationDays === null ? 'Yours for good' : `Lasts ${days(plan.expirationDays)}`;
  return isFree(plan) ? `${lasts}, nothing to pay` : `${lasts}: one payment, no renewals`;
}

function renewalLines(plan: PlanRow): string[] {
  const period = days(plan.billingPeriod ?? 30);
  const trial = trialDays(plan);
  const first = trial > 0 ? dueAfterTrial(plan) : plan.initialPrice;
  const regular = plan.renewalPrice.isZero() ? 'free' : price(plan, plan.renewalPrice);
  const free = trial > 0 ? [`Free for the first ${days(trial)}`] : [];
  if (isFree(plan)) return [...free, `Renews every ${period}, nothing to pay`];
  if (first.equals(plan.renewalPrice))
    return [...free, `${trial > 0 ? 'Then' : 'Renews at'} ${regular} every ${period}`];
  const start = first.isZero() ? 'free' : price(plan, first);
  return [
    ...free,
    `${trial > 0 ? 'Then' : 'First'} ${period}: ${start}`,
    `After that: ${regular} every ${period}`,
  ];
}

/** What a buyer should know about how it is sold. */
export const limits = (plan: PlanRow): string[] => [
  ...(plan.stock === null ? [] : [plan.stock === 1 ? 'The last one' : `${plan.stock} left`]),
  ...(plan.onePerUser ? ['One per person'] : []),
];

/** The state of a membership, for its owner. */
export const STATUS_IN_WORDS: Readonly<Record<Membership['status'], string>> = {
  trialing: 'Free trial',
  active: 'Active',
  past_due: 'Payment overdue',
  completed: 'Active',
  canceled: 'Canceled',
  expired: 'Expired',
  unresolved: 'Unresolved',
};

/** A moment of the wire, as a date for people. */
export const dateInWords = (timestamp: number): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(timestamp * 1000));
