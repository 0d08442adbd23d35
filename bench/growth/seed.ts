import type { PrismaClient } from '../../src/database/index.ts';

/** Entities that exist once, whatever the number of memberships. */
export const WORLD = {
  guildId: '1085128214315012624',
  roleId: '1092025885658050129',
  planId: 'plan_growth',
  productId: 'prod_growth',
} as const;

/** Returns the nth buyer's chat account, with as many digits as the platform's ids. */
export const chatUser = (n: number): string => String(100_000_000_000_000_000n + BigInt(n));

/** Stores a product, a plan, and a mapping to a role. */
export async function seedWorld(prisma: PrismaClient): Promise<void> {
  const { guildId, roleId, planId, productId } = WORLD;
  await prisma.$executeRaw`
    INSERT INTO commerce.products (id, account_id, name, metadata, created_at)
    SELECT ${productId}, id, 'Growth', '{}', now() FROM commerce.accounts`;
  await prisma.$executeRaw`
    INSERT INTO commerce.plans (id, account_id, product_id, plan_type, release_method, visibility, base_currency,
      initial_price, renewal_price, billing_period, refillable, allow_multiple_quantity, one_per_user,
      accepted_payment_methods, requirements, release_method_settings, metadata, created_at)
    SELECT ${planId}, id, ${productId}, 'renewal', 'buy_now', 'visible', 'usd', 10, 10, 30, false, false, false,
      '{}', '{}', '{}', '{}', now() FROM commerce.accounts`;
  await prisma.roleMapping.create({ data: { guildId, roleId, sourceId: planId } });
}

/** Memberships stored by one statement, to stay within the statement timeout. */
const STEP = 20_000;

const FILLED = ['commerce.users', 'commerce.memberships', 'community.memberships', 'community.role_grants'];

/** Adds memberships up to a total: in the service, the mirror and the ledger. @param from the current number */
export async function growTo(prisma: PrismaClient, from: number, to: number): Promise<void> {
  for (let done = from; done < to; done += STEP) await store(prisma, done, Math.min(done + STEP, to), to);
  // Does what autovacuum would do after a while.
  for (const table of FILLED) await prisma.$executeRawUnsafe(`VACUUM ANALYZE ${table}`);
}

async function store(prisma: PrismaClient, from: number, to: number, all: number): Promise<void> {
  const { guildId, roleId, planId, productId } = WORLD;
  await prisma.$executeRaw`
    INSERT INTO commerce.users (id, account_id, email, created_at)
    SELECT 'user_' || n, account.id, n || '@example.com', now()
    FROM generate_series(${from}::int + 1, ${to}::int) AS n, commerce.accounts AS account`;
  await prisma.$executeRaw`
    INSERT INTO commerce.memberships (id, account_id, user_id, plan_id, product_id, status, valid, payment_processor,
      license_key, quantity, community_chat_id, metadata, renewal_period_start, renewal_period_end, created_at, next_change_at)
    SELECT 'mem_' || n, account.id, 'user_' || n, ${planId}, ${productId}, 'active', true, 'psp', 'key-' || n, 1,
      (100000000000000000 + n)::text, '{}', now(), now() + interval '30 days',
      now() - (${all}::int - n) * interval '1 second', now() + interval '30 days'
    FROM generate_series(${from}::int + 1, ${to}::int) AS n, commerce.accounts AS account`;
  await prisma.$executeRaw`
    INSERT INTO community.memberships (id, product_id, plan_id, commerce_user_id, chat_user_id, chat_connected_at,
      status, valid, started_at, observation, observed_at)
    SELECT 'mem_' || n, ${productId}, ${planId}, 'user_' || n, (100000000000000000 + n)::text, now(),
      'active', true, now(), 1, now()
    FROM generate_series(${from}::int + 1, ${to}::int) AS n`;
  await prisma.$executeRaw`
    INSERT INTO community.role_grants (guild_id, user_id, role_id, requested_at, confirmed_at)
    SELECT ${guildId}, (100000000000000000 + n)::text, ${roleId}, now(), now()
    FROM generate_series(${from}::int + 1, ${to}::int) AS n`;
}

/** Ends the periods of `count` memberships, which then end, too. */
export async function makeDue(prisma: PrismaClient, count: number): Promise<void> {
  await prisma.$executeRaw`
    UPDATE commerce.memberships SET next_change_at = now() - interval '1 minute', renewal_period_end = now() - interval '1 minute',
      cancel_at_period_end = true
    WHERE id IN (SELECT id FROM commerce.memberships WHERE status = 'active' ORDER BY next_change_at DESC LIMIT ${count}::int)`;
}
