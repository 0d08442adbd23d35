import { Prisma } from '../database/index.ts';
import { parseMoney } from './money.ts';
import { Refusal } from './refusal.ts';
import type { NewPromoCode } from './resources/new-promo-code.ts';

/**
 * What a promo code takes off, with every default in place.
 * @throws Refusal when a field contradicts another one
 */
export function discountTerms(input: NewPromoCode) {
  const promoType = input.promo_type ?? 'percentage';
  const baseCurrency = input.base_currency ?? 'usd';
  const duration = input.duration ?? 'once';
  if (input.new_users_only && input.existing_memberships_only)
    throw new Refusal(
      'contradictory',
      'new_users_only and existing_memberships_only leave nobody: choose one.',
    );
  if ((duration === 'repeating') !== (input.number_of_intervals !== undefined))
    throw new Refusal(
      'contradictory',
      'number_of_intervals is required for a duration of repeating, and only there.',
    );
  return {
    promoType,
    baseCurrency,
    duration,
    numberOfIntervals: input.number_of_intervals ?? null,
    amountOff:
      promoType === 'percentage' ? percentage(input.amount_off) : flatAmount(input.amount_off, baseCurrency),
  };
}

function percentage(amount: number): Prisma.Decimal {
  const percent = new Prisma.Decimal(amount);
  if (percent.lte(0) || percent.gt(100) || percent.decimalPlaces() > 2)
    throw new Refusal(
      'invalid',
      'amount_off must be above 0 and at most 100 percent, with at most 2 decimals.',
    );
  return percent;
}

function flatAmount(amount: number, currency: string): Prisma.Decimal {
  const money = parseMoney(amount, currency, 'amount_off');
  if (money.isZero()) throw new Refusal('invalid', 'amount_off must be above 0.');
  return money;
}
