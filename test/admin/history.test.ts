import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteAction } from '../../src/admin/admin-actions.ts';
import { membershipHistory } from '../../src/admin/history.ts';
import { type HistoryCursor, type HistoryEntry, readPage } from '../../src/admin/history-page.ts';
import type { Database } from '../../src/database/index.ts';
import { english } from '../../src/i18n/index.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const { reasons: words } = english;
const guildId = '100000000000000001';
const [ada, admin] = ['200000000000000001', '200000000000000002'];
const minute = (count: number) => new Date(Date.UTC(2026, 10, 21, 12, count));

const sentence = (entry: HistoryEntry): string => {
  const time = entry.at.toISOString().slice(14, 16);
  if (entry.kind === 'event') return `${time} ${entry.membershipId} ${entry.name}`;
  return entry.kind === 'role' ? `${time} ${entry.change}` : `${time} ${entry.action}`;
};

test('a history is merged by time, its pages add up to the whole, and that of a membership has no other’s changes', async () => {
  const { prisma } = database;
  const membership = {
    planId: 'plan_a',
    status: 'active',
    valid: true,
    observation: 1,
    observedAt: minute(0),
  };
  for (const [id, owner] of [
    ['mem_a', { chatUserId: ada }],
    ['mem_b', { commerceUserId: 'user_b' }],
    ['mem_c', { chatUserId: admin }],
  ] as const)
    await prisma.mirroredMembership.create({ data: { id, ...membership, ...owner } });
  await prisma.accountLink.create({
    data: { commerceUserId: 'user_b', chatUserId: ada, linkedAt: minute(0) },
  });
  const event = (id: string, membershipId: string, at: Date) =>
    prisma.inboxEvent.create({ data: { id, membershipId, name: id, receivedAt: at, payload: {} } });
  await event('went_valid', 'mem_a', minute(1));
  await event('paid', 'mem_b', minute(2));
  await event('of_another', 'mem_c', minute(2));
  const role = (kind: string, id: string, at: Date, of = guildId) =>
    prisma.roleChange.create({
      data: { at, guildId: of, userId: ada, roleId: '3', kind, reasons: [{ kind: 'payment late', id }] },
    });
  await role('grant', 'mem_a', minute(1));
  await role('revoke', 'mem_b', minute(2));
  await role('elsewhere', 'mem_a', minute(3), '100000000000000002');
  const about = { guildId, actor: admin, action: 'problem retried' } as const;
  await prisma.$transaction(async (transaction) => {
    await noteAction(transaction, minute(2), { ...about, object: { type: 'member', id: ada } });
    const object = { type: 'membership', id: 'mem_a' };
    const settles = await noteAction(transaction, minute(3), {
      ...about,
      action: 'membership terminated',
      object,
    });
    await noteAction(transaction, minute(4), { ...about, action: 'work retried', object, settles });
    await noteAction(transaction, minute(5), { ...about, object: { type: 'member', id: admin } });
  });

  const sources = {
    roles: { guildId, userId: ada },
    actions: { guildId, objectId: { in: [ada, 'mem_a', 'mem_b'] } },
    events: { membershipId: { in: ['mem_a', 'mem_b'] } },
  };
  const whole = [
    '04 work retried',
    '02 revoke',
    '02 mem_b paid',
    '02 problem retried',
    '01 grant',
    '01 mem_a went_valid',
  ];
  for (const limit of [1, 2, 3, 6, 10]) {
    const read: string[] = [];
    let before: HistoryCursor | null | undefined;
    for (let page = 0; page < 10 && before !== null; page++) {
      const options = { limit, before, words };
      const { entries, before: next } = await readPage(prisma, options, sources);
      expect(entries.length).toBeLessThanOrEqual(limit);
      read.push(...entries.map(sentence));
      before = next;
    }
    expect(read, `pages of ${limit}`).toEqual(whole);
  }
  const { entries } = await membershipHistory(
    prisma,
    { guildId, membershipId: 'mem_a' },
    { limit: 10, words },
  );
  expect(entries.map(sentence)).toEqual(['04 work retried', '01 grant', '01 mem_a went_valid']);
});
