/** What is sold, told in days and in cents, so that every sum is exact. */
export interface Terms {
  readonly isRenewal: boolean;
  readonly initial: number;
  readonly renewal: number;
  /** Of a period, or until an expiration plan is over; undefined for good. */
  readonly days?: number;
  readonly trial?: number;
  readonly parts?: number;
  readonly grace?: number;
  readonly list?: 'waitlist' | 'raffle';
  /** Units there are; STOCK when left out. */
  readonly stock?: number;
  /** Days for which a place that was given is kept; CLAIM_DAYS when left out. */
  readonly claimDays?: number;
}

/** A promo code: off each of so many charges, in hundredths of a percent or in cents. */
export interface Code {
  readonly name: string;
  readonly percent?: number;
  readonly cents?: number;
  readonly charges: number;
  readonly stock?: number;
}

export const STOCK = 4;
export const CLAIM_DAYS = 7;

export const PLANS: readonly Terms[] = [
  { isRenewal: true, initial: 0, renewal: 505, days: 7, trial: 2 },
  { isRenewal: true, initial: 999, renewal: 500, days: 30, parts: 3 },
  { isRenewal: true, initial: 0, renewal: 333, days: 30, parts: 2 },
  { isRenewal: true, initial: 0, renewal: 0, days: 30 },
  { isRenewal: true, initial: 700, renewal: 0, days: 14 },
  { isRenewal: false, initial: 415, renewal: 0, days: 5, grace: 15 },
  { isRenewal: false, initial: 100, renewal: 0, list: 'waitlist', stock: 2 },
  { isRenewal: true, initial: 250, renewal: 250, days: 30, list: 'raffle', stock: 1, claimDays: 2 },
];

export const CODES: readonly Code[] = [
  { name: 'ONCE', percent: 3333, charges: 1 },
  { name: 'TWICE', cents: 150, charges: 2, stock: 2 },
  { name: 'GIFT', percent: 10_000, charges: 2 },
  { name: 'EVER', percent: 1250, charges: Number.POSITIVE_INFINITY },
];

/** What the n-th charge comes to, in cents; half a cent is rounded up. A code counts from the first that costs. */
export function price(terms: Terms, code: Code | undefined, n: number, quantity: number): number {
  const full = listed(terms, n) * quantity;
  const number = listed(terms, 1) === 0 ? n - 1 : n;
  if (!code || number < 1 || number > code.charges) return full;
  if (code.cents !== undefined) return Math.max(0, full - code.cents);
  return Math.floor((full * (10_000 - (code.percent ?? 0)) + 5000) / 10_000);
}

/** Before any discount; the trial of a plan without an initial price ends with the renewal's. */
function listed({ isRenewal, initial, renewal, trial }: Terms, n: number): number {
  if (!isRenewal) return initial;
  return n > 1 || (trial && initial === 0) ? renewal : initial;
}

/** Whether nothing is ever to be paid. */
export const isFree = (terms: Terms, code: Code | undefined, quantity: number): boolean =>
  price(terms, code, 1, quantity) === 0 &&
  (!terms.isRenewal || price(terms, code, Number.MAX_SAFE_INTEGER, quantity) === 0);

/** The plan, as the API takes it. */
export const toPlan = (terms: Terms) => ({
  plan_type: terms.isRenewal ? 'renewal' : 'one_time',
  stock: terms.stock ?? STOCK,
  initial_price: terms.initial / 100,
  renewal_price: terms.renewal / 100,
  ...(terms.isRenewal ? { billing_period: terms.days } : { expiration_days: terms.days }),
  trial_period_days: terms.trial,
  split_pay_required_payments: terms.parts,
  grace_period_days: terms.grace,
  refillable: terms.grace !== undefined,
  release_method: terms.list ?? 'buy_now',
  allow_multiple_quantity: terms.list === undefined,
  ...(terms.claimDays !== undefined && { release_method_settings: { claim_days: terms.claimDays } }),
});

/** The code, as the API takes it. */
export const toPromoCode = ({ percent, cents, charges, stock }: Code) => ({
  promo_type: cents === undefined ? 'percentage' : 'flat_amount',
  base_currency: 'usd',
  amount_off: (cents ?? percent ?? 0) / 100,
  ...(charges === 1 && { duration: 'once' }),
  ...(charges === 2 && { duration: 'repeating', number_of_intervals: 2 }),
  ...(charges > 2 && { duration: 'forever' }),
  ...(stock !== undefined && { stock }),
});
