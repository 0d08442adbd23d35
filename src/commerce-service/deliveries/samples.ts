import { toEpochSeconds } from '../../clock.ts';
import type { Membership } from '../memberships/schema.ts';
import type { Payment, Refund } from '../payments/schema.ts';
import type { EventName } from '../webhooks/schema.ts';

const USER = 'user_test';
const PLAN = 'plan_test';
const PRODUCT = 'prod_test';
const EMAIL = 'test@example.com';

/** Returns sample data for test events: complete resources with ids that end in `_test`. */
export function sampleOf(name: EventName, now: Date) {
  const created_at = toEpochSeconds(now);
  const membership = { ...MEMBERSHIP, created_at, valid: !name.endsWith('invalid') };
  const payment = { ...PAYMENT, paid_at: created_at, created_at };
  switch (name) {
    case 'membership_went_valid':
    case 'membership_metadata_updated':
    case 'app_membership_went_valid':
      return membership;
    case 'membership_cancel_at_period_end_changed':
    case 'app_membership_cancel_at_period_end_changed':
      return { ...membership, cancel_at_period_end: true };
    case 'membership_went_invalid':
    case 'app_membership_went_invalid':
      return { ...membership, status: 'canceled' };
    case 'payment_succeeded':
    case 'app_payment_succeeded':
      return payment;
    case 'payment_failed':
    case 'app_payment_failed':
      return { ...payment, status: 'open', paid_at: null, failure_message: 'The card was declined.' };
    case 'refund_created':
    case 'refund_updated':
      return { ...REFUND, created_at };
    // This service emits these events only as tests.
    case 'dispute_created':
    case 'dispute_updated':
      return { id: 'dspt_test', payment: PAYMENT.id, amount: PAYMENT.amount, currency: 'usd', created_at };
    case 'payment_affiliate_reward_created':
      return { id: 'rwd_test', payment: PAYMENT.id, affiliate_username: 'test', amount: 1, created_at };
    case 'membership_experience_claimed':
      return { id: 'exp_test', membership: MEMBERSHIP.id, user: USER, created_at };
  }
}

const MEMBERSHIP: Omit<Membership, 'created_at' | 'valid'> = {
  id: 'mem_test',
  product: PRODUCT,
  user: USER,
  plan: PLAN,
  promo_code: null,
  email: EMAIL,
  psp_subscription_id: null,
  psp_customer_id: null,
  status: 'active',
  cancel_at_period_end: false,
  payment_processor: 'free',
  paid: false,
  buyer_verified: true,
  license_key: 'TEST',
  metadata: {},
  quantity: 1,
  wallet_address: null,
  custom_fields_responses: {},
  custom_fields_responses_v2: {},
  community_chat: null,
  nft_tokens: null,
  expires_at: null,
  renewal_period_start: null,
  renewal_period_end: null,
  manage_url: null,
  affiliate_page_url: null,
  checkout_session: null,
  affiliate_username: null,
  access_pass: PRODUCT,
  messaging_account_id: null,
  phone_number: null,
};

const PAYMENT: Omit<Payment, 'created_at' | 'paid_at'> = {
  id: 'pay_test',
  status: 'paid',
  membership: MEMBERSHIP.id,
  plan: PLAN,
  product: PRODUCT,
  user: USER,
  email: EMAIL,
  amount: 10,
  final_amount: 10,
  subtotal: 10,
  currency: 'usd',
  card_last4: '4242',
  last4: '4242',
  failure_message: null,
  refunded_amount: 0,
  community_chat: null,
};

const REFUND: Omit<Refund, 'created_at'> = {
  id: 're_test',
  payment: PAYMENT.id,
  membership: MEMBERSHIP.id,
  amount: 10,
  currency: 'usd',
  community_chat: null,
};
