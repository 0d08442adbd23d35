import type { Prisma } from '../database/index.ts';
import { parseMoney } from './money.ts';
import { Refusal } from './refusal.ts';
import { fromJson } from './resources/common.ts';
import type { NewPlan } from './resources/new-plan.ts';
import type { PlanRow } from './resources/plan.ts';

/** Days between two charges where the seller doesn't say. */
const DEFAULT_BILLING_PERIOD = 30;

/**
 * The terms of sale that a seller's wishes come down to, with every default in place.
 * @throws Refusal when a field contradicts another one
 */
export function planTerms(input: NewPlan) {
  const isRenewal = input.plan_type === 'renewal';
  const currency = input.base_currency ?? 'usd';
  if (!isRenewal && input.trial_period_days)
    throw new Refusal('contradictory', 'trial_period_days is for a plan_type of renewal only.');
  return {
    planType: input.plan_type ?? 'one_time',
    releaseMethod: input.release_method ?? 'buy_now',
    visibility: input.visibility ?? 'visible',
    baseCurrency: currency,
    initialPrice: parseMoney(input.initial_price ?? 0, currency, 'initial_price'),
    renewalPrice: parseMoney(input.renewal_price ?? 0, currency, 'renewal_price'),
    billingPeriod: input.billing_period ?? (isRenewal ? DEFAULT_BILLING_PERIOD : null),
    trialPeriodDays: input.trial_period_days ?? null,
    expirationDays: input.expiration_days ?? null,
    gracePeriodDays: input.grace_period_days ?? null,
    refillable: input.refillable ?? false,
    splitPayRequiredPayments: input.split_pay_required_payments ?? null,
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

/** Unlimited unless a stock is named; what is said outright wins. */
function toStock({ stock, unlimited_stock }: NewPlan): number | null {
  return (unlimited_stock ?? stock === undefined) ? null : (stock ?? 0);
}

function toMethods(input: NewPlan): string[] {
  return [
    ...((input.card_payments ?? true) ? ['card'] : []),
    ...(input.wallet_accepted ? ['wallet'] : []),
    ...(input.commerce_crypto_accepted ? ['commerce_crypto'] : []),
  ];
}

/** A plan's present terms, as the wishes that would lead to them. */
export const toWishes = (row: PlanRow): NewPlan => ({
  plan_type: row.planType,
  release_method: row.releaseMethod,
  visibility: row.visibility,
  base_currency: row.baseCurrency,
  initial_price: row.initialPrice.toNumber(),
  renewal_price: row.renewalPrice.toNumber(),
  ...(row.billingPeriod !== null && { billing_period: row.billingPeriod }),
  ...(row.trialPeriodDays !== null && { trial_period_days: row.trialPeriodDays }),
  ...(row.expirationDays !== null && { expiration_days: row.expirationDays }),
  ...(row.gracePeriodDays !== null && { grace_period_days: row.gracePeriodDays }),
  refillable: row.refillable,
  ...(row.splitPayRequiredPayments !== null && { split_pay_required_payments: row.splitPayRequiredPayments }),
  ...(row.stock !== null && { stock: row.stock }),
  allow_multiple_quantity: row.allowMultipleQuantity,
  one_per_user: row.onePerUser,
  card_payments: row.acceptedPaymentMethods.includes('card'),
  wallet_accepted: row.acceptedPaymentMethods.includes('wallet'),
  commerce_crypto_accepted: row.acceptedPaymentMethods.includes('commerce_crypto'),
  ...(row.internalNotes !== null && { internal_notes: row.internalNotes }),
  ...(row.paymentLinkDescription !== null && { payment_link_description: row.paymentLinkDescription }),
  ...(row.shortLink !== null && { short_link: row.shortLink }),
  requirements: fromJson(row.requirements),
  release_method_settings: fromJson(row.releaseMethodSettings),
  metadata: fromJson(row.metadata),
});
