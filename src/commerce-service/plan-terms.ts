import type { Prisma } from '../database/index.ts';
import { parseMoney } from './money.ts';
import { Refusal } from './refusal.ts';
import { fromJson } from './resources/common.ts';
import type { PlanChange } from './resources/new-plan.ts';
import type { PlanRow } from './resources/plan.ts';
import { unitsLeft } from './stock.ts';

/** Days between two charges where the seller doesn't say. */
const DEFAULT_BILLING_PERIOD = 30;

/**
 * The terms of sale that a seller's wishes come down to, with every default in place.
 * @throws Refusal when an amount can't be one
 */
export function planTerms(input: PlanChange) {
  const isRenewal = input.plan_type === 'renewal';
  const currency = input.base_currency ?? 'usd';
  return {
    planType: input.plan_type ?? 'one_time',
    releaseMethod: input.release_method ?? 'buy_now',
    visibility: input.visibility ?? 'visible',
    baseCurrency: currency,
    initialPrice: parseMoney(input.initial_price ?? 0, currency, 'initial_price'),
    // What is for the other kind of plan is kept as it was sent, and has no effect.
    renewalPrice: parseMoney(input.renewal_price ?? 0, currency, 'renewal_price'),
    billingPeriod: input.billing_period ?? (isRenewal ? DEFAULT_BILLING_PERIOD : null),
    trialPeriodDays: input.trial_period_days ?? null,
    splitPayRequiredPayments: input.split_pay_required_payments ?? null,
    expirationDays: input.expiration_days ?? null,
    gracePeriodDays: input.grace_period_days ?? null,
    refillable: input.refillable ?? false,
    stock: toStock(input),
    allowMultipleQuantity: input.allow_multiple_quantity ?? false,
    onePerUser: input.one_per_user ?? false,
    acceptedPaymentMethods: toMethods(input),
    internalNotes: input.internal_notes ?? null,
    paymentLinkDescription: input.payment_link_description ?? null,
    shortLink: input.short_link ?? null,
    requirements: input.requirements ?? {},
    releaseMethodSettings: input.release_method_settings ?? {},
    metadata: input.metadata ?? {},
  } satisfies Partial<Prisma.PlanUncheckedCreateInput>;
}

/**
 * Refuses terms under which nothing could ever be sold.
 * @throws Refusal naming the field
 */
export function checkRelease({ release_method_settings: settings }: PlanChange): void {
  const { starts_at, ends_at } = settings ?? {};
  if (starts_at !== undefined && ends_at !== undefined && starts_at >= ends_at)
    throw new Refusal('invalid', 'release_method_settings.starts_at must be before its ends_at.');
}

/**
 * Refuses a price that nobody could pay.
 * @throws Refusal naming the fields
 */
export function checkPayable({
  planType,
  initialPrice,
  renewalPrice,
  acceptedPaymentMethods,
}: ReturnType<typeof planTerms>): void {
  const isFree = initialPrice.isZero() && (planType !== 'renewal' || renewalPrice.isZero());
  if (!isFree && acceptedPaymentMethods.length === 0)
    throw new Refusal(
      'contradictory',
      'card_payments is false and nothing else is accepted: accept wallet or commerce_crypto, or sell it for nothing.',
    );
}

/** Unlimited unless a stock is named; what is said outright wins. */
function toStock({ stock = null, unlimited_stock }: PlanChange): number | null {
  return (unlimited_stock ?? stock === null) ? null : (stock ?? 0);
}

function toMethods(input: PlanChange): string[] {
  return [
    ...((input.card_payments ?? true) ? ['card'] : []),
    ...(input.wallet_accepted ? ['wallet'] : []),
    ...(input.commerce_crypto_accepted ? ['commerce_crypto'] : []),
  ];
}

/** A plan's present terms, as the wishes that would lead to them. */
export const toWishes = (row: PlanRow): PlanChange => ({
  plan_type: row.planType,
  release_method: row.releaseMethod,
  visibility: row.visibility,
  base_currency: row.baseCurrency,
  initial_price: row.initialPrice.toNumber(),
  renewal_price: row.renewalPrice.toNumber(),
  billing_period: row.billingPeriod,
  trial_period_days: row.trialPeriodDays,
  expiration_days: row.expirationDays,
  grace_period_days: row.gracePeriodDays,
  refillable: row.refillable,
  split_pay_required_payments: row.splitPayRequiredPayments,
  stock: unitsLeft(row),
  allow_multiple_quantity: row.allowMultipleQuantity,
  one_per_user: row.onePerUser,
  card_payments: row.acceptedPaymentMethods.includes('card'),
  wallet_accepted: row.acceptedPaymentMethods.includes('wallet'),
  commerce_crypto_accepted: row.acceptedPaymentMethods.includes('commerce_crypto'),
  internal_notes: row.internalNotes,
  payment_link_description: row.paymentLinkDescription,
  short_link: row.shortLink,
  requirements: fromJson(row.requirements),
  release_method_settings: fromJson(row.releaseMethodSettings),
  metadata: fromJson(row.metadata),
});
