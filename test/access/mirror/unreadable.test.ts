import { afterAll, beforeAll, expect, test } from 'vitest';
import { markUnreadable } from '../../../src/access/mirror/unreadable.ts';
import { retryProblem } from '../../../src/access/problems/answer-problems.ts';
import { sweep } from '../../../src/access/queue/queues.ts';
import { sweepAndRepair } from '../../../src/access/sweep/run-sweeps.ts';
import type { Database } from '../../../src/database/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

const MINUTE = 60_000;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('memberships unreadable for over ten minutes become a problem in the servers that map them, until they are readable', async () => {
  const { prisma } = database;
  const { deps, guildId, people, role, map, buy, signal, sent } = await startEngine(database);
  await map(role('Supporter'), 'plan_odd');
  const [ada = '', ben = ''] = people;
  const [mine, elsewhere] = [await buy(ada, 'plan_odd'), await buy(ben, 'plan_of_another_server')];
  const sweepOnce = () => sweepAndRepair(deps, { guildId, mayTake: true }, signal);
  const problems = () => prisma.problem.findMany({ where: { guildId } });
  const since = (minutes: number) => new Date(deps.clock.now().getTime() - minutes * MINUTE);

  await markUnreadable(prisma, mine, { number: 2n, at: since(9) });
  await markUnreadable(prisma, elsewhere, { number: 2n, at: since(60) });
  await sweepOnce();
  expect(await problems(), 'a moment ago it made sense').toEqual([]);
  await prisma.mirroredMembership.update({ where: { id: mine }, data: { unreadableSince: since(11) } });
  await sweepOnce();
  await sweepOnce();
  expect(await problems()).toMatchObject([
    { subject: 'memberships', code: 'MEMBERSHIPS_UNREADABLE', said: mine, blocking: true },
  ]);
  const told = () =>
    prisma.announcement.count({
      where: { guildId, content: { path: ['subject', 'kind'], equals: 'memberships' } },
    });
  expect(await told(), 'told once').toBe(1);

  const failed = { list: async () => [], retry: async () => false, forget: async () => false };
  await retryProblem({ ...deps, failed }, { guildId, by: ben }, { subject: 'memberships' });
  expect(sent(sweep)).toEqual([{ guildId, orderedBy: ben }]);
  await prisma.mirroredMembership.update({ where: { id: mine }, data: { unreadableSince: null } });
  await sweepOnce();
  expect(await problems()).toEqual([]);
  expect(await told()).toBe(2);
});
