import { Prisma } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { decimalsOf } from './currencies.ts';

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
