import Type, { type Static } from 'typebox';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { Count, FreeObject, fromJson, Nullable, secret, Timestamp, toTimestamp } from '../api/schema.ts';
import { toUser, User } from '../customers/schema.ts';
import { emailOf } from '../customers/users.ts';
import { toAnswers } from '../plans/custom-fields.ts';
import { Plan, toPlan } from '../plans/schema.ts';
import { Product, toProduct } from '../products/schema.ts';
import { PromoCode, toPromoCode, WITH_PLAN_IDS } from '../promo-codes/schema.ts';
import { CommunityChat, toCommunityChat } from './community-chat.ts';

export const MembershipStatus = Type.Enum([
  'trialing',
  'active',
  'past_due',
  'completed',
  'canceled',
  'expired',
  'unresolved',
]);
export type MembershipStatus = Static<typeof MembershipStatus>;

/** `psp` is the card processor that issues `psp_customer_id` and `psp_subscription_id`. */
const PaymentProcessor = Type.Enum(['free', 'psp', 'commerce_crypto', 'crypto', 'wallet', 'app_store']);

export const MembershipExpansion = Type.Enum(['product', 'user', 'plan', 'promo_code']);
export type MembershipExpansion = Static<typeof MembershipExpansion>;

/** Times by which a list can be sorted. Memberships without that time come last. */
export const MembershipOrder = Type.Enum([
  'created_at',
  'expires_at',
  'renewal_period_start',
  'renewal_period_end',
]);
export type MembershipOrder = Static<typeof MembershipOrder>;
export const Direction = Type.Enum(['asc', 'desc']);
export type Direction = Static<typeof Direction>;

/** A user's purchase of a plan, and whether it gives access now. */
export const Membership = Type.Object({
  id: Type.String({ description: 'Prefix mem_.' }),
  product: Type.Union([Type.String(), Product, Type.Null()]),
  user: Type.Union([Type.String(), User]),
  plan: Type.Union([Type.String(), Plan]),
  promo_code: Type.Union([Type.String(), PromoCode, Type.Null()]),
  email: Type.String(),
  psp_subscription_id: Nullable(Type.String()),
  psp_customer_id: Nullable(Type.String()),
  status: MembershipStatus,
  valid: Type.Boolean({ description: 'Whether it gives access now.' }),
  cancel_at_period_end: Type.Boolean(),
  payment_processor: PaymentProcessor,
  paid: Type.Boolean({
    description: 'Whether a payment above zero has succeeded. Not in the specification.',
  }),
  buyer_verified: Type.Boolean({
    description:
      'Whether its user is known to have bought it. False if someone bought it with the e-mail address of its user, in a browser where the user has never proven that address, and the user has not claimed it. Not in the specification.',
  }),
  license_key: Nullable(
    Type.String({
      description: 'Null for API keys without memberships:write.',
      ...secret('memberships:write'),
    }),
  ),
  metadata: FreeObject,
  quantity: Count({ minimum: 1 }),
  wallet_address: Nullable(Type.String()),
  custom_fields_responses: FreeObject,
  custom_fields_responses_v2: FreeObject,
  community_chat: Nullable(CommunityChat),
  nft_tokens: Nullable(Type.String()),
  expires_at: Nullable(Timestamp),
  renewal_period_start: Nullable(Timestamp),
  renewal_period_end: Nullable(Timestamp),
  created_at: Timestamp,
  manage_url: Nullable(
    Type.String({ description: 'Page where the buyer can cancel it, top it up or pay an overdue amount.' }),
  ),
  affiliate_page_url: Nullable(Type.String()),
  checkout_session: Nullable(Type.String({ description: 'Prefix ch_.' })),
  affiliate_username: Nullable(Type.String()),
  access_pass: Nullable(Type.String({ deprecated: true, description: 'Use product.' })),
  messaging_account_id: Nullable(Type.String()),
  phone_number: Nullable(Type.String()),
});
export type Membership = Static<typeof Membership>;

export const WITH_RELATIONS = {
  account: true,
  user: true,
  product: true,
  plan: { include: { product: true } },
  promoCode: { include: WITH_PLAN_IDS },
} as const;
export type MembershipRow = Prisma.MembershipGetPayload<{ include: typeof WITH_RELATIONS }>;

/** The part of a membership that `toMembership` needs. */
export type ShownMembership = Omit<MembershipRow, 'account'>;

/** How to show a membership: the base of its links, and the relations to include as objects instead of ids. */
export interface MembershipView {
  readonly publicUrl: string;
  readonly expand?: readonly MembershipExpansion[] | undefined;
}

export function toMembership(row: ShownMembership, { publicUrl, expand = [] }: MembershipView): Membership {
  return {
    ...NOT_COLLECTED,
    id: row.id,
    product: row.product && expand.includes('product') ? toProduct(row.product) : row.productId,
    user: expand.includes('user') ? toUser(row.user) : row.userId,
    plan: expand.includes('plan') ? toPlan(row.plan, { publicUrl }) : row.planId,
    promo_code: row.promoCode && expand.includes('promo_code') ? toPromoCode(row.promoCode) : row.promoCodeId,
    email: emailOf(row.user),
    psp_subscription_id: row.pspSubscriptionId,
    psp_customer_id: row.pspCustomerId,
    status: row.status,
    valid: row.valid,
    cancel_at_period_end: row.cancelAtPeriodEnd,
    payment_processor: row.paymentProcessor,
    paid: row.paid,
    buyer_verified: row.unclaimedSince === null,
    license_key: row.licenseKey,
    metadata: fromJson(row.metadata),
    ...toResponses(row),
    quantity: row.quantity,
    wallet_address: row.walletAddress,
    community_chat: toCommunityChat(row),
    expires_at: toTimestamp(row.expiresAt),
    renewal_period_start: toTimestamp(row.renewalPeriodStart),
    renewal_period_end: toTimestamp(row.renewalPeriodEnd),
    created_at: toEpochSeconds(row.createdAt),
    manage_url: manageUrl(publicUrl, row),
    checkout_session: row.checkoutSession,
    access_pass: row.productId,
  };
}

/** Returns the answers at checkout: by question, and (v2) by the question's id with its text at that time. */
function toResponses({ answers: stored }: Pick<MembershipRow, 'answers'>) {
  const answers = toAnswers(stored);
  return {
    custom_fields_responses: Object.fromEntries(answers.map(({ question, answer }) => [question, answer])),
    custom_fields_responses_v2: Object.fromEntries(
      answers.map(({ id, question, answer }) => [id, { question, answer }]),
    ),
  };
}

const manageUrl = (publicUrl: string, { id }: Pick<MembershipRow, 'id'>): string =>
  `${publicUrl}/memberships/${id}`;

/** Specified fields for features that this service doesn't have. */
const NOT_COLLECTED = {
  nft_tokens: null,
  affiliate_page_url: null,
  affiliate_username: null,
  messaging_account_id: null,
  phone_number: null,
};
