import { Prisma } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';

export const CURRENCIES = [
  ...['usd', 'sgd', 'inr', 'aud', 'brl', 'cad', 'dkk', 'eur', 'nok', 'gbp', 'sek', 'chf', 'hkd', 'huf'],
  ...['jpy', 'mxn', 'myr', 'pln', 'czk', 'nzd', 'aed', 'eth', 'ape', 'cop', 'ron', 'thb', 'bgn', 'idr'],
  ...['dop', 'php', 'try', 'krw', 'twd', 'vnd', 'pkr', 'clp', 'uyu', 'ars', 'zar', 'dzd', 'tnd', 'mad'],
  ...['kes', 'kwd', 'jod', 'all', 'xcd', 'amd', 'bsd', 'bhd', 'bob', 'bam', 'khr', 'crc', 'xof', 'egp'],
  ...['etb', 'gmd', 'ghs', 'gtq', 'gyd', 'ils', 'jmd', 'mop', 'mga', 'mur', 'mdl', 'mnt', 'nad', 'ngn'],
  ...['mkd', 'omr', 'pyg', 'pen', 'qar', 'rwf', 'sar', 'rsd', 'lkr', 'tzs', 'ttd', 'uzs', 'rub'],
];

/**
 * Currencies whose amounts don't have two decimals (ISO 4217, list one). The two cryptocurrencies have 18 decimals on
 * their chain; with 8, a JSON number still holds useful amounts without loss.
 */
const DECIMALS: ReadonlyMap<string, number> = new Map([
  ...['clp', 'jpy', 'krw', 'pyg', 'rwf', 'vnd', 'xof'].map((code) => [code, 0] as const),
  ...['bhd', 'jod', 'kwd', 'omr', 'tnd'].map((code) => [code, 3] as const),
  ...['eth', 'ape'].map((code) => [code, 8] as const),
]);

/** Returns the maximum number of decimals of an amount in this currency. */
export const decimalsOf = (currency: string): number => DECIMALS.get(currency) ?? 2;

/** Exact amount in the major unit of its currency; a JSON number on the wire. */
export type Money = Prisma.Decimal;

/** Significant digits that a JSON number (IEEE 754 double) carries without loss. */
const SIGNIFICANT_DIGITS = 15;

/**
 * Parses an amount from a request.
 * @throws Refusal if the amount is negative, too large, or has more decimals than its currency
 */
export function parseMoney(amount: number, currency: string, field: string): Money {
  const money = new Prisma.Decimal(amount);
  const decimals = decimalsOf(currency);
  if (money.isNegative() && !money.isZero()) throw new Refusal('invalid', `${field} must be 0 or more.`);
  if (money.decimalPlaces() > decimals)
    throw new Refusal('invalid', `${field} may have ${decimalsInWords(decimals)} in ${currency}.`);
  const limit = amountLimit(currency);
  if (money.gte(limit)) throw new Refusal('invalid', `${field} must be below ${limit.toFixed()}.`);
  return money.abs();
}

/** Returns the exclusive limit for amounts: they must fit into a JSON number with all decimals of the currency. */
export const amountLimit = (currency: string): Money =>
  new Prisma.Decimal(10).pow(SIGNIFICANT_DIGITS - decimalsOf(currency));

function decimalsInWords(decimals: number): string {
  if (decimals === 0) return 'no decimals';
  return `at most ${decimals} decimals`;
}

/** Formats an amount for people; in English `$9.99`, `¥500`, `KWD 1.250`. */
export function formatMoney(amount: Money, currency: string, locale: string): string {
  const minimumFractionDigits = amount.isInteger() ? 0 : Math.min(decimalsOf(currency), 3);
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits,
    maximumFractionDigits: decimalsOf(currency),
  });
  return format.format(amount.toNumber());
}

/** The plan fields that determine its charges. */
export type Priced = Pick<
  Prisma.PlanGetPayload<object>,
  'planType' | 'initialPrice' | 'renewalPrice' | 'trialPeriodDays' | 'baseCurrency'
>;

/** The promo code fields that determine its discount. */
export type Discount = Pick<
  Prisma.PromoCodeGetPayload<object>,
  'promoType' | 'amountOff' | 'duration' | 'numberOfIntervals'
>;

/** Precise enough that no product of a price, a quantity and a percentage gets rounded. */
const Exact = Prisma.Decimal.clone({ precision: 60 });

/** Interval that stands for all later charges: only a `forever` discount covers it. */
export const EVERY_LATER_CHARGE = Number.MAX_SAFE_INTEGER;

/**
 * Calculates the amount of a charge.
 * @param promo the discount, or null for none
 * @param interval number of the charge, from 1; charge 1 is made at the purchase or at the end of its trial
 * @param quantity units bought, 1 or more
 * @returns an amount in the major unit of the plan's currency, rounded half up to that currency's decimals; never
 *   negative, and never more than without the discount
 */
export function amountDue(plan: Priced, promo: Discount | null, interval: number, quantity: number): Money {
  const price = new Exact(listPrice(plan, interval)).times(quantity);
  const off = promo && covers(plan, promo, interval) ? amountOff(promo, price) : new Exact(0);
  const due = Exact.max(0, price.minus(off));
  return new Prisma.Decimal(due.toDecimalPlaces(decimalsOf(plan.baseCurrency), Exact.ROUND_HALF_UP));
}

/**
 * Reports whether a discount covers this charge. Counting starts with the first charge that costs anything, so that a
 * free first period doesn't use up part of the discount.
 */
export function covers(plan: Priced, { duration, numberOfIntervals }: Discount, interval: number): boolean {
  const number = interval - (listPrice(plan, 1).isZero() ? 1 : 0);
  if (number < 1) return false;
  if (duration === 'forever') return true;
  return number <= (duration === 'once' ? 1 : (numberOfIntervals ?? 1));
}

/** Calculates the discount on a whole charge. A flat amount is taken off once, whatever the quantity. */
const amountOff = (promo: Discount, price: Money): Money =>
  promo.promoType === 'percentage' ? price.times(promo.amountOff).dividedBy(100) : promo.amountOff;

/** Returns one unit's undiscounted price. A trial plan without an initial price starts at the renewal price. */
function listPrice(plan: Priced, interval: number): Money {
  if (plan.planType === 'one_time') return plan.initialPrice;
  if (interval > 1) return plan.renewalPrice;
  return plan.trialPeriodDays && plan.initialPrice.isZero() ? plan.renewalPrice : plan.initialPrice;
}
