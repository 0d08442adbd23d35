import Type from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { createCommerceService } from '../../../src/commerce-service/index.ts';
import type { PrismaClient } from '../../../src/database/index.ts';
import { buildApp } from '../../../src/http/app.ts';
import { recentArrivals } from '../../../src/intake/arrivals.ts';
import { quietLog } from '../../support/log.ts';
import { databaseThatTells, type Statement } from '../../support/queries.ts';
import { OURS, seedAccounts } from '../accounts/many-accounts.ts';

const API_KEY = 'key_for-the-tests-of-plans';

/** Every list with each of its filters by itself, and with all of them. */
const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  memberships: {
    ...{ status: 'active', plan_id: OURS.plan, product_id: OURS.product, user_id: OURS.user },
    ...{ community_chat_id: OURS.chat, email: OURS.email, valid: 'true', wallet_address: '0x1' },
    ...{ access_pass_id: OURS.product },
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
  const { prisma, statements } = await databaseThatTells();
  const app = buildApp({ log: quietLog });
  const service = createCommerceService({
    ...{ prisma, clock: systemClock, log: quietLog, publicUrl: 'http://shop.test' },
    send: async () => undefined,
  });
  await service.prepare({ apiKey: API_KEY });
  await seedAccounts(prisma);
  await app.register(service.routes);
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
      const headers = { authorization: `Bearer ${API_KEY}` };
      const { statusCode, body } = await app.inject({ url: `/api/v2/${path}`, headers });
      expect(statusCode, body).toBe(200);
    });
  await note('the last events', () => recentArrivals(prisma, 10));
  await app.close();

  expect(read).toEqual({});
});

const Node = Type.Cyclic(
  {
    Node: Type.Object({
      'Node Type': Type.String(),
      'Relation Name': Type.Optional(Type.String()),
      Plans: Type.Optional(Type.Array(Type.Ref('Node'))),
    }),
  },
  'Node',
);
const Explained = Type.Tuple([Type.Object({ 'QUERY PLAN': Type.Tuple([Type.Object({ Plan: Node })]) })]);

/** The tables that the database would read as a whole for it; that of accounts has few rows. */
async function scannedBy(prisma: PrismaClient, { sql, parameters }: Statement): Promise<string[]> {
  const answer = await prisma.$queryRawUnsafe(`EXPLAIN (FORMAT JSON) ${sql}`, ...parameters);
  const [
    {
      'QUERY PLAN': [{ Plan }],
    },
  ] = Value.Parse(Explained, answer);
  const tables: string[] = [];
  const walk = (node: typeof Plan): void => {
    if (node['Node Type'] === 'Seq Scan') tables.push(node['Relation Name'] ?? 'unknown');
    for (const below of node.Plans ?? []) walk(below);
  };
  walk(Plan);
  return tables.filter((table) => table !== 'accounts');
}
