import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerHeld } from '../../src/access/answer-held.ts';
import { mapRole, unmapRole } from '../../src/access/change-mappings.ts';
import { DEFAULT_POLICY, listMappings } from '../../src/access/mappings.ts';
import { previewMappings } from '../../src/access/preview.ts';
import { guildSweep } from '../../src/access/queues.ts';
import { why } from '../../src/access/why.ts';
import type { Database } from '../../src/database/index.ts';
import { english } from '../../src/words/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { startEngine } from './engine.ts';

const LIST = '/guilds/:guild_id/members';
const MEMBER = '/guilds/:guild_id/members/:user_id';
const ROLE = '/guilds/:guild_id/members/:user_id/roles/:role_id';

/** Who changes mappings. */
const admin = '100000000000000001';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a sweep heals drift both ways: one call for each change, and no other', async () => {
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

  expect(await sweep()).toEqual({ members: 4, drifted: 2, held: [] });
  await heal();
  expect([ada, ben, cleo].map(rolesOf)).toEqual([[supporter], [], [supporter]]);
  expect(sandbox.calls.count({ route: LIST })).toBe(1);
  expect(sandbox.calls.count({ route: MEMBER })).toBe(0);
  expect(sandbox.calls.count({ route: ROLE })).toBe(2);
  expect(await sweep()).toMatchObject({ drifted: 0 });
});

test('a guild of 10,000 in order costs ten calls', { timeout: 60_000 }, async () => {
  const { sandbox, people, role, map, sweep, heal } = await startEngine(database, 9_998);
  await map(role('Supporter'), 'plan_a');
  sandbox.calls.reset();
  expect(await sweep()).toEqual({ members: people.length, drifted: 0, held: [] });
  await heal();
  expect(sandbox.calls.count()).toBe(10);
});

test('a page that fails ends the sweep, and nothing is concluded from the others', async () => {
  const { sandbox, people, role, map, buy, sweep, heal } = await startEngine(database, 1_200);
  await map(role('Supporter'), 'plan_a');
  for (const person of people.slice(0, 3)) await buy(person, 'plan_a');
  await sweep();
  const changes = () => sandbox.calls.count({ method: 'PUT' });
  // The library tries four times.
  sandbox.faults.add({ route: LIST, effect: { kind: 'answer', status: 500 }, times: 4 });
  await expect(sweep()).rejects.toMatchObject({ code: 'DISCORD_UNAVAILABLE' });
  expect(changes()).toBe(0);
  await sweep();
  await heal();
  expect(changes()).toBe(3);
});

test('the breaker: a sweep that would take too much takes nothing, asks once, and still gives', async () => {
  const engine = await startEngine(database, 30);
  const { people, role, rolesOf, map, buy, sweep, heal, guildId } = engine;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a', { orphans: 'strip' });
  for (const person of people.slice(0, 12)) engine.sandbox.community.giveRole(guildId, person, supporter);
  const buyer = people[20] ?? '';
  await buy(buyer, 'plan_a');
  const holders = () => people.filter((person) => rolesOf(person)?.includes(supporter)).length;
  const questions = () =>
    database.prisma.announcement.count({
      where: { guildId, content: { path: ['kind'], equals: 'held' } },
    });
  const stored = () => database.prisma.sweep.findUniqueOrThrow({ where: { guildId } });

  const held = [{ roleId: supporter, holders: 12, losses: 12 }];
  expect(await sweep()).toEqual({ members: 31, drifted: 13, held });
  expect(await heal({ mayTake: false })).toBe(1);
  expect(rolesOf(buyer)).toEqual([supporter]);
  expect(holders()).toBe(13);

  await sweep();
  expect(await questions(), 'the same question is not asked again').toBe(1);
  expect((await stored()).heldSince).not.toBeNull();

  const admin = people[29] ?? '';
  expect(await answerHeld(engine.deps, guildId, 'approve', admin)).toBe(true);
  expect(await answerHeld(engine.deps, guildId, 'refuse', people[28] ?? ''), 'answered before').toBe(false);
  expect(await engine.workQueued(2)).toBe(12);
  expect(holders()).toBe(11);
  expect(await sweep(), 'ten are few enough to go without asking').toMatchObject({ drifted: 10, held: [] });
  expect((await stored()).heldSince).toBeNull();
  const audit = await database.prisma.roleChange.findMany({ where: { guildId, kind: 'revoke' } });
  expect(audit.map(({ actor }) => actor)).toEqual([admin, admin]);
});

test('a sweep that an admin refuses takes nothing, and asks again only when there is more to take', async () => {
  const engine = await startEngine(database, 30);
  const { people, role, rolesOf, map, sweep, guildId, deps, sandbox } = engine;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a', { orphans: 'strip' });
  for (const person of people.slice(0, 12)) sandbox.community.giveRole(guildId, person, supporter);
  await sweep();
  expect(await answerHeld(deps, guildId, 'refuse', people[29] ?? '')).toBe(true);
  expect(await engine.workQueued()).toBe(0);
  const stored = () => database.prisma.sweep.findUniqueOrThrow({ where: { guildId } });
  await sweep();
  expect((await stored()).answer).toBe('refuse');
  sandbox.community.giveRole(guildId, people[12] ?? '', supporter);
  await sweep();
  expect((await stored()).answer).toBeNull();
  expect(people.filter((person) => rolesOf(person)?.includes(supporter))).toHaveLength(13);
});

test('why: for each managed role the reasons in words, what is about to be done, and what is in the way', async () => {
  const { sandbox, deps, people, role, map, buy, sync, guildId, signal } = await startEngine(database);
  const [ada = '', ben = ''] = people;
  const supporter = role('Supporter');
  const insider = role('Insider');
  await map(supporter, 'plan_a');
  await map(insider, 'plan_a');
  const id = await buy(ada, 'plan_a');
  sandbox.community.changeRole(guildId, insider, { position: 60 });
  await sync(ada);
  const reasons = [`Membership ${id} is active.`];
  expect(await why(deps, { guildId, userId: ada }, english.reasons, signal)).toEqual({
    isMember: true,
    roles: expect.arrayContaining([
      { roleId: supporter, has: true, action: 'leave', reasons, problem: null },
      {
        roleId: insider,
        has: false,
        action: 'grant',
        reasons,
        problem: expect.stringContaining('drag its role'),
      },
    ]),
  });
  sandbox.community.leave(guildId, ben);
  expect(await why(deps, { guildId, userId: ben }, english.reasons, signal)).toMatchObject({
    isMember: false,
    roles: [{ reasons: ['No membership gives this role.'] }, { has: false }],
  });
});

test('a change of the mappings is previewed without touching anybody', async () => {
  const { sandbox, deps, people, role, map, buy, sync, guildId, signal } = await startEngine(database);
  const [ada = '', ben = ''] = people;
  const supporter = role('Supporter');
  const insider = role('Insider');
  await map(supporter, 'plan_a');
  await buy(ada, 'plan_a');
  await buy(ben, 'plan_b');
  await sync(ada);
  sandbox.calls.reset();
  const toPlanB = { guildId, sourceId: 'plan_b', condition: 'valid' as const, ...DEFAULT_POLICY };
  const preview = await previewMappings(
    deps,
    guildId,
    () => [
      { ...toPlanB, roleId: supporter },
      { ...toPlanB, roleId: insider },
    ],
    signal,
  );
  expect(preview).toEqual({
    gains: [
      { roleId: supporter, count: 1, userIds: [ben] },
      { roleId: insider, count: 1, userIds: [ben] },
    ],
    losses: [{ roleId: supporter, count: 1, userIds: [ada] }],
    kicks: { count: 0, userIds: [] },
  });
  expect(sandbox.calls.count()).toBe(1);
});

test('a mapping that is removed manages nothing any more: the role stays where it is', async () => {
  const { deps, people, role, rolesOf, map, buy, end, sync, sent, guildId } = await startEngine(database);
  const [ada = ''] = people;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a');
  await buy(ada, 'plan_a');
  await sync(ada);
  const [mapping] = await listMappings(deps.prisma, guildId);
  if (!mapping) throw new Error('There is no mapping.');
  expect(await unmapRole(deps, mapping, admin)).toBe(true);
  expect(await unmapRole(deps, mapping, admin)).toBe(false);
  expect(sent(guildSweep)).toEqual([{ guildId, mayTake: true }]);
  await end([ada]);
  expect(await sync(ada)).toMatchObject({ result: 'in order' });
  expect(rolesOf(ada)).toEqual([supporter]);
});

test('a mapping that is made applies to those who hold memberships already', async () => {
  const { deps, people, role, rolesOf, buy, sweep, heal, sent, guildId, signal } =
    await startEngine(database);
  const [ada = ''] = people;
  const roleId = role('Supporter');
  await buy(ada, 'plan_a');
  const mapping = { guildId, roleId, sourceId: 'plan_a', condition: 'valid' as const, ...DEFAULT_POLICY };
  await mapRole(deps, mapping, admin, signal);
  expect(sent(guildSweep)).toHaveLength(1);
  await sweep();
  await heal();
  expect(rolesOf(ada)).toEqual([roleId]);
});

test('a mapping that can’t work is refused when it is made', async () => {
  const { sandbox, deps, role, guildId, signal } = await startEngine(database);
  const managed = sandbox.community.createRole(guildId, { name: 'Booster', position: 2, managed: true });
  const make = (roleId: string, graceDays = 0) => {
    const mapping = { guildId, roleId, sourceId: 'plan_a', condition: 'valid' as const };
    return mapRole(deps, { ...mapping, ...DEFAULT_POLICY, graceDays }, admin, signal);
  };
  await expect(make(guildId)).rejects.toThrow('Everybody has this role already.');
  await expect(make(managed.id)).rejects.toThrow('belongs to an integration');
  await expect(make(role('Boss', 60))).rejects.toThrow("at or above the bot's own");
  await expect(make('100000000000000009')).rejects.toThrow('There is no such role');
  await expect(make(role('Supporter'), 366)).rejects.toThrow('from 0 to 365');
  expect(await listMappings(deps.prisma, guildId)).toEqual([]);
});
