import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep as sweepQueue } from '../../../src/access/queue/queues.ts';
import { answerPendingSweep, pendingSweep } from '../../../src/access/sweep/answer-pending.ts';
import { sweepGuild } from '../../../src/access/sweep/sweep-guild.ts';
import type { Database } from '../../../src/database/index.ts';
import { answerShown } from '../../support/answer-shown.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('the mass-loss guard holds the losses of a sweep, asks once and still grants roles', async () => {
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
  expect(await sweep()).toMatchObject({ members: 31, drifted: 13, held });
  expect(await heal({ mayTake: false })).toBe(1);
  expect(rolesOf(buyer)).toEqual([supporter]);
  expect(holders()).toBe(13);

  await sweep();
  expect(await questions(), 'the same question is not asked again').toBe(1);
  expect((await stored()).heldSince).not.toBeNull();

  const admin = people[29] ?? '';
  expect(await answerShown(engine.deps, guildId, 'approve', admin)).toBe(true);
  expect(await answerShown(engine.deps, guildId, 'refuse', people[28] ?? ''), 'answered before').toBe(false);
  expect(await engine.workQueued(2)).toBe(12);
  expect(holders()).toBe(11);
  expect(await sweep(), 'ten are few enough to go without asking').toMatchObject({ drifted: 10, held: [] });
  expect((await stored()).heldSince).toBeNull();
  const audit = await database.prisma.roleChange.findMany({ where: { guildId, kind: 'revoke' } });
  expect(audit.map(({ actor }) => actor)).toEqual([admin, admin]);
});

test('only the first of two simultaneous answers counts, and the next sweep finishes an approved removal', async () => {
  const engine = await startEngine(database, 30);
  const { people, role, rolesOf, map, sweep, heal, guildId, deps, sandbox } = engine;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a', { orphans: 'strip' });
  for (const person of people.slice(0, 12)) sandbox.community.giveRole(guildId, person, supporter);
  await sweep();
  const answers = (['approve', 'refuse'] as const).map((answer, n) =>
    answerShown(deps, guildId, answer, people[29 - n] ?? ''),
  );
  const [isApproved, isRefused] = await Promise.all(answers);
  expect([isApproved, isRefused].toSorted()).toEqual([false, true]);
  // Drops all jobs that an approval queued.
  expect(await engine.workQueued(0)).toBe(isApproved ? 12 : 0);
  const held = isApproved ? [] : [{ roleId: supporter, holders: 12, losses: 12 }];
  expect(await sweep()).toMatchObject({ drifted: 12, held });
  await heal({ mayTake: isApproved === true });
  const holders = people.filter((person) => rolesOf(person)?.includes(supporter));
  expect(holders).toHaveLength(isApproved ? 0 : 12);
});

test('a refused sweep takes nothing and asks again only when the losses grow', async () => {
  const engine = await startEngine(database, 30);
  const { people, role, rolesOf, map, sweep, guildId, deps, sandbox } = engine;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a', { orphans: 'strip' });
  for (const person of people.slice(0, 12)) sandbox.community.giveRole(guildId, person, supporter);
  await sweep();
  expect(await answerShown(deps, guildId, 'refuse', people[29] ?? '')).toBe(true);
  expect(await engine.workQueued()).toBe(0);
  const stored = () => database.prisma.sweep.findUniqueOrThrow({ where: { guildId } });
  await sweep();
  expect((await stored()).answer).toBe('refuse');
  expect(await pendingSweep(database.prisma, guildId), 'what is outstanding is shown').toMatchObject({
    isRefused: true,
    missing: null,
    roles: [{ roleId: supporter, holders: 12, losses: 12 }],
  });
  sandbox.community.giveRole(guildId, people[12] ?? '', supporter);
  await sweep();
  expect((await stored()).answer).toBeNull();
  expect(people.filter((person) => rolesOf(person)?.includes(supporter))).toHaveLength(13);
});

test.each(['refuse', undefined] as const)(
  'an unapproved loss is not taken when it shrinks (answer: %s) and is dropped when it reaches zero',
  async (answer) => {
    const engine = await startEngine(database, 30);
    const { people, role, rolesOf, map, sweep, heal, guildId, deps, sandbox } = engine;
    const supporter = role('Supporter');
    await map(supporter, 'plan_a', { orphans: 'strip' });
    for (const person of people.slice(0, 12)) sandbox.community.giveRole(guildId, person, supporter);
    await sweep();
    if (answer) await answerShown(deps, guildId, answer, people[29] ?? '');
    const holders = () => people.filter((person) => rolesOf(person)?.includes(supporter));
    for (const person of people.slice(0, 4)) sandbox.community.takeRole(guildId, person, supporter);
    expect(await sweep()).toMatchObject({ held: [{ losses: 8 }] });
    await heal({ mayTake: false });
    expect(holders()).toHaveLength(8);
    expect(await pendingSweep(database.prisma, guildId)).toMatchObject({ isRefused: answer === 'refuse' });
    for (const person of holders()) sandbox.community.takeRole(guildId, person, supporter);
    expect(await sweep()).toMatchObject({ held: [] });
    expect(await pendingSweep(database.prisma, guildId)).toBeNull();
  },
);

test('queued losses are not executed once a later sweep holds them again', async () => {
  const engine = await startEngine(database, 30);
  const { people, role, rolesOf, map, sweep, heal, guildId, deps, sandbox, workQueued } = engine;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a', { orphans: 'strip' });
  for (const person of people.slice(0, 20)) sandbox.community.giveRole(guildId, person, supporter);
  await sweep();
  await answerShown(deps, guildId, 'approve', people[29] ?? '');
  const holders = () => people.filter((person) => rolesOf(person)?.includes(supporter)).length;
  await workQueued(3);
  const longAgo = new Date(deps.clock.now().getTime() - 61 * 60_000);
  await sweep();
  expect(await pendingSweep(database.prisma, guildId), 'it goes on').toBeNull();
  await heal({ mayTake: true });
  expect(holders()).toBe(0);

  for (const person of people.slice(0, 20)) sandbox.community.giveRole(guildId, person, supporter);
  const queued = await sweep();
  expect(queued.held).not.toEqual([]);
  await database.prisma.sweep.update({
    where: { guildId },
    data: { answer: 'approve', answeredAt: longAgo },
  });
  await sweep();
  expect(await pendingSweep(database.prisma, guildId), 'an hour without any progress').not.toBeNull();
  await heal({ mayTake: true });
  expect(holders()).toBe(20);
});

test('an answer to a replaced question does not count for the new one', async () => {
  const { guildId, map, role, deps, signal, people } = await startEngine(database);
  await map(role('Supporter'), 'plan_a');
  const ask = (missing: number) => sweepGuild(deps, guildId, { mayTake: false, missing }, signal);
  await ask(3);
  const shown = await pendingSweep(database.prisma, guildId);
  if (!shown) throw new Error('Nothing was asked.');
  await ask(30);
  const by = people[0] ?? '';
  expect(await answerPendingSweep(deps, guildId, 'approve', by, shown)).toBe(false);
  expect(await pendingSweep(database.prisma, guildId)).toMatchObject({ missing: 30, isRefused: false });
});

test('a refused loss can still be approved, once', async () => {
  const engine = await startEngine(database, 30);
  const { people, role, rolesOf, map, sweep, guildId, deps, sandbox } = engine;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a', { orphans: 'strip' });
  for (const person of people.slice(0, 12)) sandbox.community.giveRole(guildId, person, supporter);
  await sweep();
  const [first = '', second = ''] = people.slice(28);
  const shown = {
    since: (await pendingSweep(database.prisma, guildId))?.since ?? new Date(0),
    isRefused: false,
  };
  expect(await answerShown(deps, guildId, 'refuse', first)).toBe(true);
  for (const answer of ['refuse', 'approve'] as const)
    expect(
      await answerPendingSweep(deps, guildId, answer, second, shown),
      'shown before it was refused',
    ).toBe(false);
  expect(await answerShown(deps, guildId, 'approve', second)).toBe(true);
  expect(await answerShown(deps, guildId, 'approve', first)).toBe(false);
  expect(await pendingSweep(database.prisma, guildId)).toBeNull();
  expect(await engine.workQueued()).toBe(12);
  expect(people.filter((person) => rolesOf(person)?.includes(supporter))).toEqual([]);
});

test('an answer about an emptied service must not contradict the answer given in another server', async () => {
  const [here, there] = [await startEngine(database), await startEngine(database)];
  const ask = async ({ guildId, map, role, deps, signal }: typeof here) => {
    await map(role('Supporter'), 'plan_a');
    await sweepGuild(deps, guildId, { mayTake: false, missing: 3 }, signal);
  };
  for (const engine of [here, there]) await ask(engine);
  const answer = ({ deps, guildId, people }: typeof here, said: 'approve' | 'refuse') =>
    answerShown(deps, guildId, said, people[0] ?? '');
  expect(await answer(there, 'refuse')).toBe(true);
  await expect(answer(here, 'approve')).rejects.toMatchObject({ code: 'REFUSED_ELSEWHERE' });
  expect(await pendingSweep(database.prisma, here.guildId), 'the question still waits').toMatchObject({
    isRefused: false,
    missing: 3,
  });
  expect(here.sent(sweepQueue)).toEqual([]);
  expect(await answer(there, 'approve')).toBe(true);
  expect(there.sent(sweepQueue)).toMatchObject([{ isTrusted: true }]);
  await expect(answer(here, 'refuse')).rejects.toMatchObject({ code: 'APPROVED_ELSEWHERE' });
  expect(await answer(here, 'approve')).toBe(true);
});

test('a sweep that may only grant asks no question and leaves a pending one unchanged', async () => {
  const engine = await startEngine(database, 30);
  const { people, role, rolesOf, map, buy, sweep, heal, guildId, deps, sandbox, signal } = engine;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a', { orphans: 'strip' });
  for (const person of people.slice(0, 12)) sandbox.community.giveRole(guildId, person, supporter);
  const onlyGive = () => sweepGuild(deps, guildId, { mayTake: false }, signal);
  const questions = () =>
    database.prisma.announcement.count({
      where: { guildId, content: { path: ['kind'], equals: 'held' } },
    });
  const row = () => database.prisma.sweep.findUniqueOrThrow({ where: { guildId } });
  expect(await onlyGive()).toMatchObject({ drifted: 12, held: [] });
  expect(await row()).toMatchObject({ drifted: 12, onlyGave: true });
  expect(await questions()).toBe(0);
  expect(await heal(), 'nothing that such a sweep found is ever taken').toBe(0);

  await sweep();
  expect(await row()).toMatchObject({ onlyGave: false });
  expect(await questions()).toBe(1);
  await buy(people[20] ?? '', 'plan_a');
  await onlyGive();
  await onlyGive();
  expect(await answerShown(deps, guildId, 'approve', people[29] ?? '')).toBe(true);
  await engine.workQueued();
  expect(people.filter((person) => rolesOf(person)?.includes(supporter))).toEqual([]);
});
