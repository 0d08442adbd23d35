import type { Words } from '../../i18n/index.ts';
import { trialDays } from '../memberships/life/dates.ts';
import { covers, EVERY_LATER_CHARGE, formatMoney, type Money } from '../payments/money.ts';
import type { PlanRow } from '../plans/schema.ts';
import { mostUnits } from './order.ts';
import { due, dueNow, isFree, type Sale } from './terms.ts';

/** Returns a plan's name for buyers. */
export const titleOf = ({ pages }: Words, plan: PlanRow): string =>
  plan.product?.name ?? pages.shared.membership;

const price = ({ locale, pages }: Words, { plan }: Sale, amount: Money): string =>
  amount.isZero() ? pages.checkout.terms.free : formatMoney(amount, plan.baseCurrency, locale);

/** Formats an amount for use within a sentence. */
const priceWithin = (words: Words, sale: Sale, amount: Money): string =>
  amount.isZero() ? words.pages.checkout.terms.freely : price(words, sale, amount);

/** Days between two charges. */
const periodOf = ({ plan }: Sale): number => plan.billingPeriod ?? 30;

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
export function priceTag(words: Words, { plan, promo }: Sale): PriceTag {
  const sale = { plan, promo, quantity: 1 };
  const isTrial = trialDays(plan) > 0 && !due(sale, 1).isZero();
  const interval = isTrial ? 1 : tagged(sale);
  const before = due(withoutPromo(sale), interval);
  const now = due(sale, interval);
  const amount = price(words, sale, now);
  const period = isTrial ? afterTrial(words, sale) : periodOfTag(words, sale, interval);
  return now.equals(before) ? { amount, period } : { amount, period, before: price(words, sale, before) };
}

function periodOfTag(words: Words, sale: Sale, interval: number): string {
  if (renews(sale)) return lasting(words, sale, interval);
  return isFree(withoutPromo(sale)) ? '' : words.pages.checkout.terms.once;
}

/** Describes when the first charge after a trial is made, and the amount of later ones. */
function afterTrial(words: Words, sale: Sale): string {
  const { terms } = words.pages.checkout;
  const trial = trialDays(sale.plan);
  const [, next, another] = chargeSteps(sale);
  if (next === undefined) return terms.everyAfterTrial(periodOf(sale), trial);
  if (next.from > 2 || another) return terms.afterTrialAsBelow(trial);
  return terms.afterTrialThen(trial, priceWithin(words, sale, next.amount), periodOf(sale));
}

/** Describes for how long a charge's amount stays the same. */
function lasting({ pages }: Words, sale: Sale, interval: number): string {
  const { terms } = pages.checkout;
  const period = periodOf(sale);
  const next = chargeSteps(sale).find(({ from }) => from > interval)?.from;
  if (next === undefined) return terms.every(period);
  if (next - interval > 1) return terms.everyTimes(period, next - interval);
  return interval === 1 ? terms.forFirst(period) : terms.forSecond(period);
}

/** Picks the charge to show: the first discounted one, or the later ones if they cost anything, or the first. */
function tagged(sale: Sale): number {
  const discounted = [1, 2].find((interval) => sale.promo && covers(sale.plan, sale.promo, interval));
  if (discounted !== undefined) return discounted;
  return due(sale, EVERY_LATER_CHARGE).isZero() ? 1 : EVERY_LATER_CHARGE;
}

/** Formats the charge at the purchase, for all units. */
export const totalNow = ({ locale }: Words, sale: Sale): string =>
  formatMoney(dueNow(sale), sale.plan.baseCurrency, locale);

/** Formats the promo code's discount at the purchase; undefined if there is none. */
export function savedNow({ locale }: Words, sale: Sale): string | undefined {
  const saved = dueNow(withoutPromo(sale)).minus(dueNow(sale));
  return saved.isZero() ? undefined : formatMoney(saved, sale.plan.baseCurrency, locale);
}

export function callToAction(words: Words, sale: Sale): string {
  const { startTrial, joinFree, buy, pay } = words.pages.checkout.form;
  if (trialDays(sale.plan) > 0) return startTrial;
  if (isFree(sale)) return joinFree;
  // The buyer may still change the quantity on the page, which changes the total.
  return mostUnits(sale.plan) > 1 || dueNow(sale).isZero() ? buy : pay(totalNow(words, sale));
}

/** Lists the benefits and the charges of one unit, one per line. */
export function benefits(words: Words, { plan, promo }: Sale): string[] {
  const sale = { plan, promo, quantity: 1 };
  const charges = renews(sale) ? renewalLines(words, sale) : [oneTimeLine(words, sale)];
  return [words.pages.checkout.gets.atOnce, ...charges];
}

function oneTimeLine({ pages }: Words, sale: Sale): string {
  const { gets } = pages.checkout;
  const { expirationDays } = sale.plan;
  if (expirationDays === null) return isFree(sale) ? gets.forGoodFree : gets.forGood;
  return isFree(sale) ? gets.lastsFree(expirationDays) : gets.lasts(expirationDays);
}

function renewalLines(words: Words, sale: Sale): string[] {
  const { gets } = words.pages.checkout;
  const trial = trialDays(sale.plan);
  const free = trial > 0 ? [gets.trial(trial)] : [];
  const period = periodOf(sale);
  if (isFree(sale)) return [...free, gets.renewsFree(period)];
  const steps = chargeSteps(sale);
  if (steps.length === 1) {
    const amount = price(words, sale, due(sale, 1));
    return [...free, trial > 0 ? gets.thenRenews(amount, period) : gets.renews(amount, period)];
  }
  const lines = steps.map(({ from, amount: due }, index) => {
    const amount = priceWithin(words, sale, due);
    const next = steps[index + 1]?.from;
    if (next === undefined) return gets.afterThat(amount, period);
    return index === 0 && trial === 0
      ? gets.first(next - from, period, amount)
      : gets.next(next - from, period, amount);
  });
  return [...free, ...lines];
}

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
export const limits = ({ pages }: Words, plan: PlanRow): string[] => [
  ...(plan.stock === null || plan.stock < 1 ? [] : [pages.checkout.left(plan.stock)]),
  ...(plan.onePerUser ? [pages.checkout.onePerPerson] : []),
];
