import { afterAll, beforeAll, expect, test } from 'vitest';
import { merge } from '../../src/access/mirror/merge.ts';
import { nextObservation, writeAnswers } from '../../src/access/mirror/mirror.ts';
import { readStats } from '../../src/admin/stats.ts';
import { systemClock } from '../../src/clock.ts';
import type { Database } from '../../src/database/index.ts';
import { type Jobs, startJobs } from '../../src/jobs/index.ts';
import { startEngine } from '../access/engine.ts';
import { openTestDatabase } from '../support/database.ts';
import { quietLog } from '../support/log.ts';

let database: Database;
let jobs: Jobs;
beforeAll(async () => {
  database = await openTestDatabase();
  jobs = await startJobs({ database, queues: [], log: quietLog });
});
afterAll(async () => {
  await jobs.stop();
  await database.close();
});

const DAY = 86_400_000;

test('stats count members by plan and role, joins and ends by day, and the time that purchases waited', async () => {
  const { guildId, people, role, map, sync } = await startEngine(database);
  const { prisma } = database;
  const [ada = '', ben = '', cleo = ''] = people;
  const roleId = role('Supporter');
  await map(roleId, 'plan_a');
  const answer = { planId: 'plan_a', status: 'active', valid: true };
  const see = async (memberships: Parameters<typeof writeAnswers>[1]) => {
    const observation = await nextObservation({ prisma, clock: systemClock });
    await prisma.$transaction((transaction) =>
      writeAnswers(transaction, memberships, observation, { sweptUpTo: 0n }),
    );
  };
  const now = Date.now();
  const long = { ...answer, planId: 'plan_b', createdAt: new Date(now - 40 * DAY) };
  await see([
    { ...answer, id: 'mem_1', chatUserId: ada },
    { ...answer, id: 'mem_2', chatUserId: ben, createdAt: new Date(now - 3 * DAY) },
    { ...answer, id: 'mem_3', chatUserId: cleo, createdAt: new Date(now - 3 * DAY) },
    { ...long, id: 'mem_4' },
  ]);
  await sync(ada, { urgency: 'live', mayTake: true, eventAt: now - 2_000 });
  await sync(ben, { urgency: 'live', mayTake: true, eventAt: now - 8_000 });
  await sync(cleo);
  await see([{ ...answer, id: 'mem_3', valid: false, status: 'canceled' }]);

  const stats = await readStats({ prisma, clock: systemClock, failed: jobs.failed }, guildId);
  expect(stats.plans).toEqual([
    { planId: 'plan_a', members: 2 },
    { planId: 'plan_b', members: 1 },
  ]);
  expect(stats.roles).toEqual([{ roleId, members: 3 }]);
  expect(stats.days).toHaveLength(30);
  const day = (at: number) => stats.days.find((one) => one.day === new Date(at).toISOString().slice(0, 10));
  expect(day(now)).toMatchObject({ joins: 1, ends: 1 });
  expect(day(now - 3 * DAY)).toMatchObject({ joins: 2, ends: 0 });
  expect(stats.days.reduce((sum, { joins, ends }) => sum + joins + ends, 0)).toBe(4);
  // Two of the three grants come from an event with a known time.
  expect(stats.latency?.count).toBe(2);
  expect(stats.latency?.p50).toBeGreaterThanOrEqual(2_000);
  expect(stats.latency?.p99).toBeGreaterThanOrEqual(8_000);
  expect(stats.failures).toEqual({ problems: 0, members: 0, work: 0 });
});

test('a membership begins at its creation if first seen valid, and otherwise when the change is seen', () => {
  const at = new Date('2026-11-21T12:00:00Z');
  const later = new Date('2026-11-22T12:00:00Z');
  const createdAt = new Date('2026-01-01T00:00:00Z');
  const first = merge(undefined, 'mem_1', { valid: true, createdAt }, { number: 1n, at });
  expect(first?.startedAt).toEqual(createdAt);
  expect(merge(undefined, 'mem_1', { valid: true }, { number: 1n, at })?.startedAt).toEqual(at);
  const over = merge(first, 'mem_1', { valid: false }, { number: 2n, at });
  expect(over).toMatchObject({ startedAt: createdAt, endedAt: at });
  const again = merge(over, 'mem_1', { valid: true }, { number: 3n, at: later });
  expect(again).toMatchObject({ startedAt: later, endedAt: null });
});
