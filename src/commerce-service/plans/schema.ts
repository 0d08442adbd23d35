import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Count, FreeObject, fromJson, Nullable, secret, Timestamp } from '../api/schema.ts';
import { CURRENCIES } from '../payments/money.ts';
import { Product, toProduct } from '../products/schema.ts';
import { CustomField, toCustomFields } from './custom-fields.ts';
import { unitsLeft } from './stock.ts';

export const PlanType = Type.Enum(['renewal', 'one_time']);
export const ReleaseMethod = Type.Enum(['buy_now', 'waitlist', 'raffle']);
export const PlanVisibility = Type.Enum(['visible', 'hidden', 'archived', 'quick_link']);
export const Currency = Type.Enum(CURRENCIES);
export const PaymentMethod = Type.Enum(['card', 'wallet', 'commerce_crypto']);

export const PlanExpansion = Type.Enum(['product']);
export type PlanExpansion = Static<typeof PlanExpansion>;

/** Terms under which a product is sold: price, period, stock, visibility, release. */
export const Plan = Type.Object({
  id: Type.String({ description: 'Prefix plan_.' }),
  product: Type.Union([Type.String(), Product, Type.Null()], {
    description:
      'Product id; the product itself when expanded. Null only on old plans, created before every plan had a product.',
  }),
  plan_type: PlanType,
  release_method: ReleaseMethod,
  visibility: PlanVisibility,
  billing_period: Nullable(Count({ description: 'Days between the charges of a renewal plan.' })),
  internal_notes: Nullable(Type.String()),
  payment_link_description: Nullable(Type.String()),
  metadata: FreeObject,
  custom_fields: Type.Array(CustomField, {
    description: 'Questions that the checkout asks. Beyond the specification.',
  }),
  direct_link: Type.String({
    description: 'Checkout address of this plan. API keys without plans:write see it without the password.',
    ...secret('plans:write', 'without query'),
  }),
  renewal_price: Type.Number({ minimum: 0, description: 'In the major unit of base_currency.' }),
  initial_price: Type.Number({ minimum: 0, description: 'In the major unit of base_currency.' }),
  base_currency: Currency,
  requirements: FreeObject,
  release_method_settings: FreeObject,
  accepted_payment_methods: Type.Array(PaymentMethod),
  stock: Nullable(
    Count({ description: 'Units left, including those reserved for accepted entries. Null if unlimited.' }),
  ),
  unlimited_stock: Type.Boolean(),
  created_at: Timestamp,
  mimic_plan_id: Nullable(
    Type.String({ description: 'The plan that a quick link was copied from. Beyond the specification.' }),
  ),
  product_id: Nullable(Type.String({ description: 'Same as product, but never expanded.' })),
  allow_multiple_quantity: Type.Boolean(),
  one_per_user: Type.Boolean(),
  trial_period_days: Nullable(Count()),
  expiration_days: Nullable(Count()),
  grace_period_days: Nullable(Count()),
  refillable: Type.Boolean(),
  split_pay_required_payments: Nullable(Count()),
  short_link: Nullable(Type.String()),
  commerce_crypto_accepted: Type.Boolean(),
  wallet_accepted: Type.Boolean(),
  access_pass: Nullable(Type.String({ deprecated: true, description: 'Use product.' })),
  access_pass_id: Nullable(Type.String({ deprecated: true, description: 'Use product_id.' })),
  card_payments: Type.Boolean({ deprecated: true, description: 'Use accepted_payment_methods.' }),
});
export type Plan = Static<typeof Plan>;

export const WITH_PRODUCT = { product: true } as const;
export type PlanRow = Prisma.PlanGetPayload<{ include: typeof WITH_PRODUCT }>;

/** How to show a plan: the base of its links, and the relations to include as objects instead of ids. */
export interface PlanView {
  readonly publicUrl: string;
  readonly expand?: readonly PlanExpansion[] | undefined;
}

export type PaymentMethod = Static<typeof PaymentMethod>;

const isMethod = (name: string): name is PaymentMethod =>
  PaymentMethod.enum.some((method) => method === name);

/** The plan field that says whether the plan accepts a payment method. */
export const METHOD_FIELDS = {
  card: 'card_payments',
  wallet: 'wallet_accepted',
  commerce_crypto: 'commerce_crypto_accepted',
} as const satisfies Record<PaymentMethod, keyof Plan>;

type Accepting = Pick<PlanRow, 'acceptedPaymentMethods'>;

export const acceptedMethods = (row: Accepting): PaymentMethod[] =>
  row.acceptedPaymentMethods.filter(isMethod);

/** Returns the fields that say which payment methods a plan accepts. */
export function methodFields({
  acceptedPaymentMethods: accepted,
}: Accepting): Record<(typeof METHOD_FIELDS)[PaymentMethod], boolean> {
  return {
    [METHOD_FIELDS.card]: accepted.includes('card'),
    [METHOD_FIELDS.wallet]: accepted.includes('wallet'),
    [METHOD_FIELDS.commerce_crypto]: accepted.includes('commerce_crypto'),
  };
}

export function toPlan(row: PlanRow, view: PlanView): Plan {
  return {
    id: row.id,
    product: row.product && view.expand?.includes('product') ? toProduct(row.product) : row.productId,
    plan_type: row.planType,
    release_method: row.releaseMethod,
    visibility: row.visibility,
    billing_period: row.billingPeriod,
    internal_notes: row.internalNotes,
    payment_link_description: row.paymentLinkDescription,
    metadata: fromJson(row.metadata),
    custom_fields: [...toCustomFields(row.customFields)],
    direct_link: checkoutAddress(row, view.publicUrl),
    renewal_price: row.renewalPrice.toNumber(),
    initial_price: row.initialPrice.toNumber(),
    base_currency: row.baseCurrency,
    requirements: fromJson(row.requirements),
    release_method_settings: fromJson(row.releaseMethodSettings),
    accepted_payment_methods: acceptedMethods(row),
    stock: unitsLeft(row),
    unlimited_stock: row.stock === null,
    created_at: toEpochSeconds(row.createdAt),
    mimic_plan_id: row.mimicPlanId,
    product_id: row.productId,
    allow_multiple_quantity: row.allowMultipleQuantity,
    one_per_user: row.onePerUser,
    trial_period_days: row.trialPeriodDays,
    expiration_days: row.expirationDays,
    grace_period_days: row.gracePeriodDays,
    refillable: row.refillable,
    split_pay_required_payments: row.splitPayRequiredPayments,
    short_link: row.shortLink,
    access_pass: row.productId,
    access_pass_id: row.productId,
    ...methodFields(row),
  };
}

/** Builds the address of a plan's checkout, including the plan's password. */
export function checkoutAddress(
  plan: Pick<PlanRow, 'id' | 'password'>,
  publicUrl: string,
  query: Readonly<Record<string, string>> = {},
): string {
  const parameters = Object.entries({ ...(plan.password !== null && { password: plan.password }), ...query });
  const text = parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${publicUrl}/checkout/${plan.id}${text && `?${text}`}`;
}
