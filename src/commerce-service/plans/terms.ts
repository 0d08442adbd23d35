import type { Prisma } from '../../database/index.ts';
import { Refusal } from '../api/refusal.ts';
import { fromJson } from '../api/schema.ts';
import { parseMoney } from '../payments/money.ts';
import type { PlanChange } from './new-plan-schema.ts';
import { METHOD_FIELDS, methodFields, PaymentMethod, type PlanRow } from './schema.ts';
import { unitsLeft } from './stock.ts';

/** In days. */
const DEFAULT_BILLING_PERIOD = 30;

/** Builds a plan's terms of sale from a seller's input, with all defaults filled in. */
export function planTerms(input: PlanChange) {
  const isRenewal = input.plan_type === 'renewal';
  const currency = input.base_currency ?? 'usd';
  return {
    planType: input.plan_type ?? 'one_time',
    releaseMethod: input.release_method ?? 'buy_now',
    visibility: input.visibility ?? 'visible',
    baseCurrency: currency,
    initialPrice: parseMoney(input.initial_price ?? 0, currency, 'initial_price'),
    // A field that only applies to the other plan type is stored as sent, and has no effect.
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

/** @throws Refusal if the release window is empty, so that nothing could ever be sold */
export function checkRelease({ release_method_settings: settings }: PlanChange): void {
  const { starts_at, ends_at } = settings ?? {};
  if (starts_at !== undefined && ends_at !== undefined && starts_at >= ends_at)
    throw new Refusal('invalid', 'release_method_settings.starts_at must be before its ends_at.');
}

/** @throws Refusal if the plan costs something but accepts no payment method */
export function checkPayable({
  planType,
  initialPrice,
  renewalPrice,
  acceptedPaymentMethods,
}: ReturnType<typeof planTerms>): void {
  const isFree = initialPrice.isZero() && (planType !== 'renewal' || renewalPrice.isZero());
  if (isFree || acceptedPaymentMethods.length > 0) return;
  const fields = Object.values(METHOD_FIELDS).join(', ');
  throw new Refusal(
    'contradictory',
    `The plan costs something but accepts no payment method. Set one of ${fields} to true, or make the plan free.`,
  );
}

/** Returns the stock, or null for unlimited, which is the default. `unlimited_stock` takes precedence over `stock`. */
function toStock({ stock = null, unlimited_stock }: PlanChange): number | null {
  return (unlimited_stock ?? stock === null) ? null : (stock ?? 0);
}

/** Returns the payment methods that a plan accepts: cards, unless refused, and others on request. */
const toMethods = (input: PlanChange): PaymentMethod[] =>
  PaymentMethod.enum.filter((method) => input[METHOD_FIELDS[method]] ?? method === 'card');

/** Converts a plan back into the input that would produce its current terms. */
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
  ...methodFields(row),
  internal_notes: row.internalNotes,
  payment_link_description: row.paymentLinkDescription,
  short_link: row.shortLink,
  requirements: fromJson(row.requirements),
  release_method_settings: fromJson(row.releaseMethodSettings),
  metadata: fromJson(row.metadata),
});
