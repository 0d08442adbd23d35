import type { PrismaClient } from '../../../src/database/index.ts';

/** Accounts besides ours, and how many rows of each kind each of them has. */
const ACCOUNTS = 20;
const ROWS = 300;

/** The names of what one of our rows is. */
export const OURS = {
  user: 'user_0_7',
  email: 'buyer_0_7@example.com',
  chat: 'chat_0_7',
  membership: 'mem_0_7',
  plan: 'plan_0_7',
  product: 'prod_0_7',
  webhook: 'hook_0_1',
} as const;

/** Enough rows that reading a table as a whole would be the worse way, ours a small part of them. */
export async function seedAccounts(prisma: PrismaClient): Promise<void> {
  await prisma.$executeRaw`
    INSERT INTO commerce.accounts (id, handle, created_at)
    SELECT 'acct_' || n, 'other ' || n, now() FROM generate_series(1, ${ACCOUNTS}::int) AS n`;
  for (const statement of Object.values(INSERTS)) await prisma.$executeRawUnsafe(`${FROM} ${statement}`);
  await prisma.$executeRaw`
    INSERT INTO community.inbox_events (id, name, membership_id, received_at, payload)
    SELECT 'evt_' || n, 'membership_went_valid', 'mem_0_' || n, now() - n * interval '1 second', '{}'
    FROM generate_series(1, ${ACCOUNTS * ROWS}::int) AS n`;
  await prisma.$executeRaw`
    INSERT INTO community.memberships (id, plan_id, status, valid, observation, observed_at)
    SELECT 'mem_0_' || n, 'plan_0_7', 'active', true, 1, now() FROM generate_series(1, ${ACCOUNTS * ROWS}::int) AS n`;
  await prisma.$executeRawUnsafe('VACUUM ANALYZE');
}

/** One row for each account and number: ours are those of account 0. */
const FROM = `
  WITH sellers AS (
    SELECT id AS account, CASE WHEN id LIKE 'acct\\_%' AND handle LIKE 'other %' THEN substr(id, 6)::int ELSE 0 END AS a
    FROM commerce.accounts
  ), given AS (
    SELECT account, a, n, a || '_' || n AS key, now() - n * interval '1 minute' AS at
    FROM sellers, generate_series(1, ${ROWS}) AS n ORDER BY a, n
  )`;

const INSERTS = {
  users: `INSERT INTO commerce.users (id, account_id, email, created_at)
    SELECT 'user_' || key, account, 'buyer_' || key || '@example.com', at FROM given`,
  products: `INSERT INTO commerce.products (id, account_id, name, metadata, created_at)
    SELECT 'prod_' || key, account, key, '{}', at FROM given`,
  plans: `INSERT INTO commerce.plans (id, account_id, product_id, plan_type, release_method, visibility, base_currency,
      initial_price, renewal_price, refillable, allow_multiple_quantity, one_per_user, accepted_payment_methods,
      requirements, release_method_settings, metadata, created_at)
    SELECT 'plan_' || key, account, 'prod_' || key, 'one_time', 'buy_now',
      (CASE WHEN n % 9 = 0 THEN 'hidden' ELSE 'visible' END)::commerce.plan_visibility, 'usd', 10, 10, false, false, false,
      '{}', '{}', '{}', '{}', at FROM given`,
  promoCodes: `INSERT INTO commerce.promo_codes (id, account_id, code, code_key, promo_type, amount_off, base_currency, duration,
      new_users_only, existing_memberships_only, status, metadata, created_at)
    SELECT 'promo_' || key, account, key, key, 'percentage', 10, 'usd', 'once', false, false, 'active', '{}', at FROM given`,
  promoCodePlans: `INSERT INTO commerce.promo_code_plans (promo_code_id, plan_id)
    SELECT 'promo_' || key, 'plan_' || key FROM given`,
  memberships: `INSERT INTO commerce.memberships (id, account_id, user_id, plan_id, product_id, status, valid,
      payment_processor, license_key, quantity, community_chat_id, metadata, created_at)
    SELECT 'mem_' || key, account, 'user_' || key, 'plan_' || key, 'prod_' || key,
      (CASE WHEN n % 3 = 0 THEN 'canceled' ELSE 'active' END)::commerce.membership_status, n % 3 > 0, 'psp', 'key_' || key, 1,
      'chat_' || key, '{}', at FROM given`,
  payments: `INSERT INTO commerce.payments (id, account_id, user_id, plan_id, membership_id, status, amount, currency, card_last4, refunded_at, created_at)
    SELECT 'pay_' || key, account, 'user_' || key, 'plan_' || key, 'mem_' || key,
      (CASE WHEN n % 9 = 0 THEN 'failed' ELSE 'succeeded' END)::commerce.payment_status, 10, 'usd', '4242',
      CASE WHEN n % 7 = 0 THEN at END, at FROM given`,
  refunds: `INSERT INTO commerce.refunds (id, account_id, payment_id, amount, created_at)
    SELECT 're_' || key, account, 'pay_' || key, 1, at FROM given`,
  webhooks: `INSERT INTO commerce.webhooks (id, account_id, url, secret, enabled, events, created_at)
    SELECT 'hook_' || key, account, 'https://shop.test/' || key, 'whsec_', n % 3 > 0, '{}', at FROM given`,
  events: `INSERT INTO commerce.events (id, account_id, name, subject_id, data, occurred_at)
    SELECT 'evt_' || key, account, 'membership_went_valid', 'mem_' || key, '{}', at FROM given`,
  deliveries: `INSERT INTO commerce.deliveries (id, event_id, webhook_id, status, attempts, ordering_key, created_at)
    SELECT 'dlv_' || key, 'evt_' || key, 'hook_' || a || '_1',
      (CASE WHEN n % 9 = 0 THEN 'failed' ELSE 'delivered' END)::commerce.delivery_status, 1, 'mem_' || key, at FROM given`,
  attempts: `INSERT INTO commerce.delivery_attempts (delivery_id, number, status_code, started_at, duration)
    SELECT 'dlv_' || key, 1, 200, at, 5 FROM given`,
  checkoutSessions: `INSERT INTO commerce.checkout_sessions (id, account_id, plan_id, metadata, created_at)
    SELECT 'ch_' || key, account, 'plan_' || key, '{}', at FROM given`,
  entries: `INSERT INTO commerce.plan_entries (id, account_id, plan_id, user_id, status, created_at)
    SELECT 'entry_' || key, account, 'plan_' || a || '_7', 'user_' || key,
      (CASE WHEN n % 9 = 0 THEN 'waiting' ELSE 'bought' END)::commerce.entry_status, at FROM given`,
  apiKeys: `INSERT INTO commerce.api_keys (id, account_id, hash, scopes, created_at)
    SELECT 'key_' || key, account, 'hash_' || key, '{read}', at FROM given`,
  oauthClients: `INSERT INTO commerce.oauth_clients (id, account_id, name, client_id, secret_hash, redirect_uris, created_at)
    SELECT 'oauth_' || key, account, key, 'app_' || key, 'hash', '{https://app.test/}', at FROM given`,
};
