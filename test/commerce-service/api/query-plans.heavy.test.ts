import Type, { type Static } from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { claimDeliveries } from '../../../src/commerce-service/deliveries/claim.ts';
import { createCommerceService } from '../../../src/commerce-service/index.ts';
import type { PrismaClient } from '../../../src/database/index.ts';
import { recentArrivals } from '../../../src/intake/arrivals.ts';
import { quietLog } from '../../support/log.ts';
import { databaseThatTells, type Statement } from '../../support/queries.ts';
import { OURS, seedAccounts } from '../accounts/many-accounts.ts';
import { serviceThatTells } from '../service-that-tells.ts';

const API_KEY = 'key_for-the-tests-of-plans';

/** Bulk deliveries that wait before another one. */
const BULK = 5_000;

/** Every list with each of its filters by itself, and with all of them. */
const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  memberships: {
    status: 'active',
    plan_id: OURS.plan,
    product_id: OURS.product,
    user_id: OURS.user,
    community_chat_id: OURS.chat,
    email: OURS.email,
    valid: 'true',
    wallet_address: '0x1',
    access_pass_id: OURS.product,
  },
  payments: { status: 'open', membership_id: OURS.membership, user_id: OURS.user },
  checkout_sessions: { plan_id: OURS.plan },
  customers: { email: OURS.email },
  members: { email: OURS.email },
  plans: { visibility: 'hidden', product_id: OURS.product },
  products: {},
  promo_codes: { status: 'active' },
  webhooks: { enabled: 'true' },
  [`webhooks/${OURS.webhook}/deliveries`]: { status: 'failed' },
  [`plans/${OURS.plan}/entries`]: { status: 'waiting' },
  api_keys: {},
  oauth_clients: {},
};

/** The values of a filter that are looked up otherwise than the one above. */
const OTHERWISE = ['payments?status=paid&', 'payments?status=refunded&'];

const PATHS = Object.entries(LISTS)
  .flatMap(([list, filters]) => [
    ...[
      `${list}?`,
      `${list}?page=2&`,
      `${list}?page=3&per=50&`,
      ...Object.entries(filters).map(([name, value]) => `${list}?${name}=${value}&`),
    ],
    `${list}?${new URLSearchParams(filters)}&`,
  ])
  .concat(OTHERWISE);

test('lists go through indexes, whatever they are narrowed to', async () => {
  const { prisma, statements, app, apiKey } = await serviceThatTells();
  await seedAccounts(prisma);
  const read: Record<string, readonly string[]> = {};
  const note = async (what: string, asking: () => Promise<unknown>) => {
    statements.length = 0;
    await asking();
    const asked = statements.filter(({ sql }) => /^\s*SELECT/i.test(sql));
    expect(asked.length, what).toBeGreaterThan(0);
    const scanned = await Promise.all(asked.map((statement) => scannedBy(prisma, statement)));
    const whole = new Set(scanned.flat());
    if (whole.size > 0) read[what] = [...whole];
  };
  for (const path of PATHS)
    await note(path, async () => {
      const headers = { authorization: `Bearer ${apiKey}` };
      const { statusCode, body } = await app.inject({ url: `/api/v2/${path}`, headers });
      expect(statusCode, body).toBe(200);
    });
  await note('the last events', () => recentArrivals(prisma, 10));

  expect(read).toEqual({});
});

test('claiming deliveries reads only those of the class that goes first', async () => {
  const { prisma, statements } = await databaseThatTells();
  const service = {
    prisma,
    clock: systemClock,
    log: quietLog,
    publicUrl: 'http://shop.test',
    send: async () => undefined,
  };
  await createCommerceService(service).prepare({ apiKey: API_KEY });
  await prisma.$executeRaw`
    INSERT INTO commerce.webhooks (id, account_id, url, secret, enabled, events, created_at)
    SELECT 'hook', id, 'https://shop.test/', 'whsec_', true, '{}', now() FROM commerce.accounts`;
  await prisma.$executeRaw`
    INSERT INTO commerce.events (id, account_id, name, subject_id, data, occurred_at)
    SELECT 'evt_' || n, id, 'membership_went_valid', 'mem_' || n, '{}', now()
    FROM commerce.accounts, generate_series(1, ${BULK + 1}::int) AS n`;
  await prisma.$executeRaw`
    INSERT INTO commerce.deliveries (id, event_id, webhook_id, status, attempts, ordering_key, created_at,
      next_attempt_at, is_bulk)
    SELECT 'dlv_' || n, 'evt_' || n, 'hook', 'pending', 0, 'mem_' || n, now(), now() - interval '1 hour', n <= ${BULK}
    FROM generate_series(1, ${BULK + 1}::int) AS n`;
  await prisma.$executeRawUnsafe('ANALYZE commerce.deliveries');
  statements.length = 0;
  const claimed = await claimDeliveries(service, { total: 10, endpoints: new Map() });
  expect(claimed.map(({ id }) => id)).toEqual([`dlv_${BULK + 1}`]);
  const [claim, ...others] = statements.filter(({ sql }) => /^\s*WITH due/.test(sql));
  expect(others).toEqual([]);
  const conditions = claim ? await indexConditionsOf(prisma, claim) : [];
  expect(conditions.filter((condition) => condition.includes('(is_bulk = false)'))).toHaveLength(1);
  expect(conditions.filter((condition) => condition.includes('(is_bulk = true)'))).toHaveLength(1);
});

const Node = Type.Cyclic(
  {
    Node: Type.Object({
      'Node Type': Type.String(),
      'Relation Name': Type.Optional(Type.String()),
      'Index Cond': Type.Optional(Type.String()),
      Plans: Type.Optional(Type.Array(Type.Ref('Node'))),
    }),
  },
  'Node',
);
const Explained = Type.Tuple([Type.Object({ 'QUERY PLAN': Type.Tuple([Type.Object({ Plan: Node })]) })]);

type Node = Static<typeof Node>;

/** The nodes of the plan by which the database would carry it out. */
async function planOf(prisma: PrismaClient, { sql, parameters }: Statement): Promise<readonly Node[]> {
  const answer = await prisma.$queryRawUnsafe(`EXPLAIN (FORMAT JSON) ${sql}`, ...parameters);
  const [
    {
      'QUERY PLAN': [{ Plan }],
    },
  ] = Value.Parse(Explained, answer);
  const nodesOf = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  return nodesOf(Plan);
}

/** The tables that the database would read as a whole for it; that of accounts has few rows. */
async function scannedBy(prisma: PrismaClient, statement: Statement): Promise<string[]> {
  const nodes = await planOf(prisma, statement);
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? 'unknown')
    .filter((table) => table !== 'accounts');
}

/** What the database would look up in indexes for it. */
async function indexConditionsOf(prisma: PrismaClient, statement: Statement): Promise<string[]> {
  const nodes = await planOf(prisma, statement);
  return nodes.flatMap((node) => node['Index Cond'] ?? []);
}
