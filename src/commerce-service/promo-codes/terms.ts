import { Prisma } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { parseMoney } from '../payments/money.ts';
import type { NewPromoCode } from './schema.ts';

/** Checks a discount's terms against each other, and fills in all defaults. */
export function discountTerms(input: NewPromoCode) {
  const { promo_type: promoType, base_currency: baseCurrency, number_of_intervals: intervals } = input;
  const duration = input.duration ?? durationOf(intervals);
  if (input.new_users_only && input.existing_memberships_only)
    throw new Refusal(
      'contradictory',
      'new_users_only and existing_memberships_only together exclude everyone. Choose one.',
    );
  if (!fits(duration, intervals))
    throw new Refusal(
      'contradictory',
      'number_of_intervals must be above 0 for the duration repeating. It can be 0 for forever, and must be left out for once.',
    );
  return {
    promoType,
    baseCurrency,
    duration,
    numberOfIntervals: duration === 'repeating' ? (intervals ?? null) : null,
    amountOff:
      promoType === 'percentage' ? percentage(input.amount_off) : flatAmount(input.amount_off, baseCurrency),
  };
}

type Duration = NonNullable<NewPromoCode['duration']>;

/** Derives the duration of a discount from its number of charges. */
function durationOf(intervals: number | undefined): Duration {
  if (intervals === undefined) return 'once';
  return intervals === 0 ? 'forever' : 'repeating';
}

function fits(duration: Duration, intervals: number | undefined): boolean {
  if (duration === 'repeating') return intervals !== undefined && intervals > 0;
  return intervals === undefined || (duration === 'forever' && intervals === 0);
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
