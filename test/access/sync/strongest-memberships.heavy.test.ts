import Type from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { decide } from '../../../src/access/sync/decide.ts';
import { derive } from '../../../src/access/sync/derive.ts';
import { connectionsOf } from '../../../src/linking/connection.ts';
import { databaseThatTells, type Statement } from '../../support/queries.ts';

type Prisma = Awaited<ReturnType<typeof databaseThatTells>>['prisma'];

const GUILD = '100000000000000001';
const ACCOUNT = '200000000000000002';
const NOW = new Date('2026-11-20T12:00:00Z');
const CROWD = 20_000;

/** Inserts very many memberships of a plan that name the account. */
const flood = (
  prisma: Prisma,
  { planId, chat, user }: { planId: string; chat: string; user: string | null },
) =>
  prisma.$executeRaw`
    INSERT INTO community.memberships
      (id, plan_id, commerce_user_id, chat_user_id, chat_connected_at, chat_proven, status, valid, observation, observed_at)
    SELECT 'mem_' || ${planId} || lpad(n::text, 6, '0'), ${planId}, coalesce(${user}, 'user_' || n), ${chat}, ${NOW},
      false, 'active', true, 1, ${NOW}
    FROM generate_series(1, ${CROWD}::int) AS n`;

const map = (prisma: Prisma, roleId: string, sourceId: string, graceDays = 0) =>
  prisma.roleMapping.create({ data: { guildId: GUILD, roleId, sourceId, graceDays } });

const add = (prisma: Prisma, data: { id: string; planId: string } & Partial<Membership>) =>
  prisma.mirroredMembership.create({
    data: {
      chatUserId: ACCOUNT,
      chatConnectedAt: NOW,
      status: 'active',
      valid: true,
      observation: 1,
      observedAt: NOW,
      ...data,
    },
  });
type Membership = Parameters<Prisma['mirroredMembership']['create']>[0]['data'];

async function decideFor(prisma: Prisma, userId: string) {
  const stored = await derive(prisma, { guildId: GUILD, userId });
  const member = { roleIds: [], isPending: false, isBot: false };
  return { stored, ...decide({ ...stored, userId, member, now: NOW }) };
}

test('a decision reads few of the many purchases that name an account, including all that matter', async () => {
  const { prisma, statements } = await databaseThatTells();
  await flood(prisma, { planId: 'plan_free', chat: ACCOUNT, user: null });
  await add(prisma, { id: 'mem_zz_paid', planId: 'plan_paid' });
  await add(prisma, { id: 'mem_zz_proven', planId: 'plan_free', commerceUserId: 'user_own' });
  await map(prisma, 'free', 'plan_free');
  await map(prisma, 'paid', 'plan_paid');
  await prisma.$executeRaw`ANALYZE community.memberships`;
  statements.length = 0;
  const { stored, roleDecisions } = await decideFor(prisma, ACCOUNT);

  expect(roleDecisions).toMatchObject([
    { roleId: 'free', action: 'grant', isProven: true },
    { roleId: 'paid', action: 'grant', isProven: true },
  ]);
  expect(stored.memberships.length).toBeLessThan(50);
  expect(await rowsRead(prisma, statements)).toBeLessThan(1_000);
});

test('a decision reads few of the many purchases by one linked buyer', async () => {
  const { prisma, statements } = await databaseThatTells();
  const link = { commerceUserId: 'user_own', chatUserId: ACCOUNT, linkedAt: NOW };
  await prisma.accountLink.create({ data: link });
  await flood(prisma, { planId: 'plan_free', chat: '300000000000000003', user: 'user_own' });
  await map(prisma, 'free', 'plan_free');
  statements.length = 0;
  const { stored, roleDecisions } = await decideFor(prisma, ACCOUNT);
  const connection = (await connectionsOf(prisma, [ACCOUNT]))(ACCOUNT);

  expect(roleDecisions).toMatchObject([{ roleId: 'free', action: 'grant', isProven: true }]);
  expect(stored.memberships.length).toBeLessThan(50);
  expect(connection).toMatchObject({ is_member: '1' });
  expect(await rowsRead(prisma, statements)).toBeLessThan(1_000);
});

test('the ended membership with the longest grace decides', async () => {
  const { prisma } = await databaseThatTells();
  const endedAt = (daysAgo: number) => new Date(NOW.getTime() - daysAgo * 86_400_000);
  for (let n = 0; n < 60; n++) {
    const id = `mem_${String(n).padStart(3, '0')}`;
    await add(prisma, { id, planId: 'plan_a', status: 'expired', valid: false, endedAt: endedAt(100 - n) });
  }
  await add(prisma, {
    id: 'mem_last',
    planId: 'plan_a',
    status: 'expired',
    valid: false,
    endedAt: endedAt(1),
  });
  await add(prisma, { id: 'mem_never', planId: 'plan_a', status: 'expired', valid: false, endedAt: null });
  await map(prisma, 'role', 'plan_a', 3);
  const { roleDecisions, changesAt } = await decideFor(prisma, ACCOUNT);

  expect(roleDecisions).toMatchObject([{ action: 'grant', isPaid: true }]);
  expect(changesAt).toEqual(endedAt(-2));
});

const Node = Type.Cyclic(
  {
    Node: Type.Object({
      'Relation Name': Type.Optional(Type.String()),
      'Actual Rows': Type.Number(),
      'Actual Loops': Type.Number(),
      'Rows Removed by Filter': Type.Optional(Type.Number()),
      Plans: Type.Optional(Type.Array(Type.Ref('Node'))),
    }),
  },
  'Node',
);
const Explained = Type.Tuple([Type.Object({ 'QUERY PLAN': Type.Tuple([Type.Object({ Plan: Node })]) })]);

/** Counts the membership rows that these statements read from the table or its indexes. */
async function rowsRead(prisma: Prisma, statements: readonly Statement[]): Promise<number> {
  let read = 0;
  const walk = (node: Type.Static<typeof Node>): void => {
    const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
    if (node['Relation Name'] === 'memberships') read += each * node['Actual Loops'];
    for (const below of node.Plans ?? []) walk(below);
  };
  for (const { sql, parameters } of statements.filter(({ sql }) => sql.includes('memberships'))) {
    const answer = await prisma.$queryRawUnsafe(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, ...parameters);
    walk(Value.Parse(Explained, answer)[0]['QUERY PLAN'][0].Plan);
  }
  return read;
}
