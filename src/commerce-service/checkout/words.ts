import { trialDays } from '../memberships/life/dates.ts';
import type { Membership } from '../memberships/schema.ts';
import { covers, EVERY_LATER_CHARGE } from '../payments/amounts.ts';
import { formatMoney, type Money } from '../payments/money.ts';
import type { PlanRow } from '../plans/schema.ts';
import { plural } from '../plural.ts';
import { mostUnits } from './order.ts';
import { due, dueNow, isFree, type Sale } from './terms.ts';

/** Returns a plan's name for buyers. */
export const titleOf = (plan: PlanRow): string => plan.product?.name ?? 'Membership';

const price = ({ plan }: Sale, amount: Money): string =>
  amount.isZero() ? 'Free' : formatMoney(amount, plan.baseCurrency);

const days = (count: number): string => plural(count, 'day', `${count} days`);

const periodOf = ({ plan }: Sale): string => days(plan.billingPeriod ?? 30);

const renews = ({ plan }: Sale): boolean => plan.planType === 'renewal';

const withoutPromo = (sale: Sale): Sale => ({ ...sale, promo: null });

export interface PriceTag {
  readonly amount: string;
  /** The price without the discount; undefined if there is no discount. */
  readonly before?: string;
  /** When, or how often, the price is charged. */
  readonly period: string;
}

/** Builds the price tag for one unit: the permanent price, or the discounted one while a discount lasts. */
export function priceTag({ plan, promo }: Sale): PriceTag {
  const sale = { plan, promo, quantity: 1 };
  const isTrial = trialDays(plan) > 0 && !due(sale, 1).isZero();
  const interval = isTrial ? 1 : tagged(sale);
  const before = due(withoutPromo(sale), interval);
  const now = due(sale, interval);
  const amount = price(sale, now);
  const period = isTrial ? afterTrial(sale) : periodOfTag(sale, interval);
  return now.equals(before) ? { amount, period } : { amount, period, before: price(sale, before) };
}

function periodOfTag(sale: Sale, interval: number): string {
  if (renews(sale)) return lasting(sale, interval);
  return isFree(withoutPromo(sale)) ? '' : 'once';
}

/** Describes when the first charge after a trial is made, and the amount of later ones. */
function afterTrial(sale: Sale): string {
  const trial = trialDays(sale.plan);
  const free = plural(trial, 'after a free day', `after ${trial} free days`);
  const [, next, another] = chargeSteps(sale);
  if (next === undefined) return `every ${periodOf(sale)}, ${free}`;
  if (next.from > 2 || another) return `${free}, then as below`;
  return `${free}, then ${words(sale, next.amount)} every ${periodOf(sale)}`;
}

/** Describes for how long a charge's amount stays the same. */
function lasting(sale: Sale, interval: number): string {
  const period = periodOf(sale);
  const next = chargeSteps(sale).find(({ from }) => from > interval)?.from;
  if (next === undefined) return `every ${period}`;
  if (next - interval > 1) return `every ${period}, ${next - interval} times`;
  return interval === 1 ? `for the first ${period}` : `for the second ${period}`;
}

/** Picks the charge to show: the first discounted one, or the later ones if they cost anything, or the first. */
function tagged(sale: Sale): number {
  const discounted = [1, 2].find((interval) => sale.promo && covers(sale.plan, sale.promo, interval));
  if (discounted !== undefined) return discounted;
  return due(sale, EVERY_LATER_CHARGE).isZero() ? 1 : EVERY_LATER_CHARGE;
}

/** Formats the charge at the purchase, for all units. */
export const totalNow = (sale: Sale): string => formatMoney(dueNow(sale), sale.plan.baseCurrency);

/** Formats the promo code's discount at the purchase; undefined if there is none. */
export function savedNow(sale: Sale): string | undefined {
  const saved = dueNow(withoutPromo(sale)).minus(dueNow(sale));
  return saved.isZero() ? undefined : formatMoney(saved, sale.plan.baseCurrency);
}

export function callToAction(sale: Sale): string {
  if (trialDays(sale.plan) > 0) return 'Start free trial';
  if (isFree(sale)) return 'Join for free';
  // The buyer may still change the quantity on the page, which changes the total.
  return mostUnits(sale.plan) > 1 || dueNow(sale).isZero() ? 'Buy now' : `Pay ${totalNow(sale)}`;
}

/** Lists the benefits and the charges of one unit, one per line. */
export function benefits({ plan, promo }: Sale): string[] {
  const sale = { plan, promo, quantity: 1 };
  return ['Access from the moment of purchase', ...(renews(sale) ? renewalLines(sale) : [oneTimeLine(sale)])];
}

function oneTimeLine(sale: Sale): string {
  const { expirationDays } = sale.plan;
  const lasts = expirationDays === null ? 'Yours for good' : `Lasts ${days(expirationDays)}`;
  return isFree(sale) ? `${lasts}, nothing to pay` : `${lasts}: one payment, no renewals`;
}

function renewalLines(sale: Sale): string[] {
  const trial = trialDays(sale.plan);
  const free = trial > 0 ? [`Free for the first ${days(trial)}`] : [];
  const period = periodOf(sale);
  if (isFree(sale)) return [...free, `Renews every ${period}, nothing to pay`];
  const steps = chargeSteps(sale);
  if (steps.length === 1)
    return [...free, `${trial > 0 ? 'Then' : 'Renews at'} ${price(sale, due(sale, 1))} every ${period}`];
  const lines = steps.map(({ from, amount }, index) => {
    const next = steps[index + 1]?.from;
    if (next === undefined) return `After that: ${words(sale, amount)} every ${period}`;
    const word = index === 0 && trial === 0 ? 'First' : 'Then';
    if (next - from === 1) return `${word} ${period}: ${words(sale, amount)}`;
    return `${word} ${next - from} times ${period}: ${words(sale, amount)} each time`;
  });
  return [...free, ...lines];
}

/** Formats an amount for use within a sentence. */
const words = (sale: Sale, amount: Money): string => (amount.isZero() ? 'free' : price(sale, amount));

/** Lists the charges at which the amount changes. It no longer changes two charges after the last discounted one. */
function chargeSteps(sale: Sale): { readonly from: number; readonly amount: Money }[] {
  const last = sale.promo?.duration === 'repeating' ? (sale.promo.numberOfIntervals ?? 1) + 2 : 3;
  const charges = Array.from({ length: last }, (_, index) => ({
    from: index + 1,
    amount: due(sale, index + 1),
  }));
  return charges.filter(({ amount }, index) => !charges[index - 1]?.amount.equals(amount));
}

/** Lists limits of the sale to show to buyers. */
export const limits = (plan: PlanRow): string[] => [
  ...(plan.stock === null || plan.stock < 1
    ? []
    : [plural(plan.stock, 'The last one', `${plan.stock} left`)]),
  ...(plan.onePerUser ? ['One per person'] : []),
];

export const STATUS_IN_WORDS: Readonly<Record<Membership['status'], string>> = {
  trialing: 'Free trial',
  active: 'Active',
  past_due: 'Payment overdue',
  completed: 'Active',
  canceled: 'Canceled',
  expired: 'Expired',
  unresolved: 'Unresolved',
};
