import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { raiseProblem } from '../../../src/access/problems/problems.ts';
import { MEMBER_LIST, TOKEN } from '../../../src/access/problems/subject.ts';
import { sweepAndRepair } from '../../../src/access/sweep/run-sweeps.ts';
import type { Database } from '../../../src/database/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

const LIST = '/guilds/:guild_id/members';
const MEMBER = '/guilds/:guild_id/members/:user_id';
const ROLE = '/guilds/:guild_id/members/:user_id/roles/:role_id';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a sweep corrects drift in both directions with one call and one read for each change', async () => {
  const { sandbox, people, role, rolesOf, map, buy, end, sync, sweep, heal } = await startEngine(database);
  const [ada = '', ben = '', cleo = ''] = people;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a');
  await buy(ada, 'plan_a');
  await buy(ben, 'plan_a');
  await sync(ben);
  await end([ben]);
  await buy(cleo, 'plan_a');
  await sync(cleo);
  sandbox.calls.reset();

  expect(await sweep()).toMatchObject({ members: 4, drifted: 2, held: [] });
  await heal();
  expect([ada, ben, cleo].map(rolesOf)).toEqual([[supporter], [], [supporter]]);
  expect(sandbox.calls.count({ route: LIST })).toBe(1);
  expect(sandbox.calls.count({ route: MEMBER })).toBe(2);
  expect(sandbox.calls.count({ route: ROLE })).toBe(2);
  expect(await sweep()).toMatchObject({ drifted: 0 });
});

test('a sweep finding is ignored once we have changed the member, or after half a minute', async () => {
  const engine = await startEngine(database);
  const { sandbox, people, role, map, buy, sync, sweep, heal, workQueued, guildId, deps } = engine;
  const [ada = '', ben = ''] = people;
  await map(role('Supporter'), 'plan_a');
  for (const person of [ada, ben]) await buy(person, 'plan_a');
  await sweep();
  await sync(ada);
  const { prisma } = database;
  const old = new Date(deps.clock.now().getTime() - 31_000);
  await prisma.drift.updateMany({ where: { guildId, userId: ben }, data: { at: old } });
  sandbox.community.giveRole(guildId, ben, role('Other'));
  sandbox.calls.reset();
  await heal();
  expect(
    sandbox.calls.count({ method: 'GET', route: MEMBER }),
    'Ada is looked at, Ben before and after',
  ).toBe(3);
  expect(sandbox.calls.count({ method: 'PUT' })).toBe(1);
  const grants = await prisma.roleChange.findMany({ where: { guildId, kind: 'grant' } });
  expect(grants.map(({ userId }) => userId).toSorted()).toEqual([ada, ben].toSorted());
  expect(await workQueued()).toBe(0);
});

test('a sweep finding from a clock that ran ahead is ignored', async () => {
  const engine = await startEngine(database);
  const { sandbox, people, role, rolesOf, map, buy, sweep, heal, guildId, deps } = engine;
  const [ada = ''] = people;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a');
  await buy(ada, 'plan_a');
  await sweep();
  const ahead = new Date(deps.clock.now().getTime() + 86_400_000);
  await database.prisma.drift.updateMany({ where: { guildId, userId: ada }, data: { at: ahead } });
  sandbox.community.giveRole(guildId, ada, supporter);
  sandbox.calls.reset();
  await heal();
  expect(sandbox.calls.count({ method: 'GET', route: MEMBER })).toBe(1);
  expect(sandbox.calls.count({ method: 'PUT' })).toBe(0);
  expect(rolesOf(ada)).toEqual([supporter]);
});

test('a sweep of 10,000 members without drift costs ten calls', async () => {
  const { sandbox, people, role, map, sweep, heal } = await startEngine(database, 9_998);
  await map(role('Supporter'), 'plan_a');
  sandbox.calls.reset();
  expect(await sweep()).toMatchObject({ members: people.length, drifted: 0, held: [] });
  await heal();
  expect(sandbox.calls.count()).toBe(10);
});

test('a failing page ends the sweep without conclusions from the other pages', async () => {
  const { sandbox, people, role, map, buy, sweep, heal } = await startEngine(database, 1_200);
  await map(role('Supporter'), 'plan_a');
  for (const person of people.slice(0, 3)) await buy(person, 'plan_a');
  await sweep();
  const changes = () => sandbox.calls.count({ method: 'PUT' });
  // The library makes four attempts.
  sandbox.faults.add({ route: LIST, effect: { kind: 'answer', status: 500 }, times: 4 });
  await expect(sweep()).rejects.toMatchObject({ code: 'DISCORD_UNAVAILABLE' });
  expect(changes()).toBe(0);
  await sweep();
  await heal();
  expect(changes()).toBe(3);
});

test('two sweeps of one guild run one after the other', async () => {
  const { sandbox, deps, guildId, role, map, signal } = await startEngine(database);
  await map(role('Supporter'), 'plan_a');
  const hold = sandbox.faults.hold({ route: LIST });
  const sweeps = [1, 2].map(() => sweepAndRepair(deps, { guildId, mayTake: true }, signal));
  await hold.arrived;
  await setTimeout(300);
  expect(sandbox.calls.count({ route: LIST })).toBe(1);
  hold.remove();
  await Promise.all(sweeps);
  expect(sandbox.calls.count({ route: LIST })).toBe(2);
});

test('a missing members intent is a problem of its own, announced once and closed by the next good sweep', async () => {
  const { sandbox, deps, guildId, people, role, map, buy, sync, signal } = await startEngine(database);
  await map(role('Supporter'), 'plan_a');
  const [ada = ''] = people;
  await buy(ada, 'plan_a');
  const sweepOnce = () => sweepAndRepair(deps, { guildId, mayTake: true }, signal);
  const problems = () =>
    database.prisma.problem.findMany({ where: { guildId }, select: { subject: true, problem: true } });
  sandbox.community.setMembersIntent(false);
  await sweepOnce();
  await sweepOnce();
  const problem = expect.stringContaining('Enable the Server Members intent');
  expect(await problems()).toEqual([{ subject: 'member list', problem }]);
  expect(await sync(ada), 'single members are served all the same').toMatchObject({ result: 'changed' });
  expect(await problems()).toHaveLength(1);
  sandbox.community.setMembersIntent(true);
  await sweepOnce();
  expect(await problems()).toEqual([]);
  const told = await database.prisma.announcement.findMany({ where: { guildId }, orderBy: { id: 'asc' } });
  expect(told.map(({ content }) => content)).toMatchObject([
    { kind: 'problem', subject: MEMBER_LIST },
    { kind: 'grant' },
    { kind: 'mended', subject: MEMBER_LIST },
  ]);
});

test('a member list proves that our token works everywhere, and the bot’s own membership that it works in this server', async () => {
  const { deps, guildId, role, map, signal } = await startEngine(database);
  await raiseProblem(deps, guildId, TOKEN, { code: 'DISCORD_TOKEN_REFUSED' });
  const problems = () => database.prisma.problem.count({ where: { subject: 'token' } });
  await raiseProblem(deps, 'of another server without any mapping', TOKEN, { code: 'DISCORD_TOKEN_REFUSED' });
  await sweepAndRepair(deps, { guildId, mayTake: true }, signal);
  expect(await problems(), 'no role is managed, so nobody was listed').toBe(1);
  await map(role('Supporter'), 'plan_a');
  await sweepAndRepair(deps, { guildId, mayTake: true }, signal);
  expect(await problems(), 'wherever it was in doubt').toBe(0);
});
