import Value from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberJoined } from '../../../src/access/index.ts';
import { listProblems } from '../../../src/access/problems/list-problems.ts';
import { memberChanged } from '../../../src/access/queue/queues.ts';
import { SyncRequest } from '../../../src/access/queue/sync-request.ts';
import { sweepAndRepair } from '../../../src/access/sweep/run-sweeps.ts';
import { observeMember } from '../../../src/access/sync/observe-member.ts';
import { explainRoles } from '../../../src/access/sync/why.ts';
import type { Database } from '../../../src/database/index.ts';
import { wordsFor } from '../../../src/i18n/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const MINUTE = 60_000;

/** Sets up Ada and Ben, and another bot that grants or revokes the role. */
async function openWar(orphans: 'keep' | 'strip' = 'keep') {
  const engine = await startEngine(database);
  const { sandbox, deps, guildId, people, role, rolesOf, map, sync, workQueued, signal } = engine;
  const [ada = '', ben = ''] = people;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a', { orphans });
  let later = 0;
  deps.clock = { now: () => new Date(Date.now() + later) };
  const has = (userId: string) => rolesOf(userId)?.includes(supporter) ?? false;
  return {
    ...engine,
    ada,
    ben,
    supporter,
    has,
    pass: (minutes: number) => {
      later += minutes * MINUTE;
    },
    /** Undoes our change as the other bot, and handles the gateway event. @returns whether Ada has the role then */
    async undo() {
      if (has(ada)) sandbox.community.takeRole(guildId, ada, supporter);
      else sandbox.community.giveRole(guildId, ada, supporter);
      const member = { roleIds: rolesOf(ada) ?? [], isPending: false, isBot: false };
      const request = await observeMember(deps, { guildId, userId: ada }, member);
      if (request) await sync(ada, request);
      return has(ada);
    },
    async sweepAll() {
      await sweepAndRepair(deps, { guildId, mayTake: true }, signal);
      while ((await workQueued()) > 0);
    },
    changes: () => sandbox.calls.count({ method: 'PUT' }) + sandbox.calls.count({ method: 'DELETE' }),
    problems: () => database.prisma.problem.findMany({ where: { guildId }, include: { affected: true } }),
    told: async () => {
      const rows = await database.prisma.announcement.findMany({
        where: { guildId },
        orderBy: { id: 'asc' },
      });
      return rows
        .map(({ content }) => Object(content).kind)
        .filter((kind) => kind !== 'grant' && kind !== 'revoke');
    },
  };
}

test('a role taken by another bot is restored twice, then becomes a problem that each sweep retries once', async () => {
  const war = await openWar();
  const { ada, ben, buy, sync, undo, pass, sweepAll, changes, problems, told, sandbox, has, supporter } = war;
  const { deps, guildId, signal } = war;
  await buy(ada, 'plan_a');
  await sync(ada);
  expect([await undo(), await undo(), await undo()]).toEqual([true, true, false]);
  expect(await problems()).toMatchObject([
    { subject: `conflict ${supporter}`, code: 'ROLE_CONTESTED', affected: [{ userId: ada }] },
  ]);
  sandbox.calls.reset();
  for (let times = 0; times < 3; times++) await sync(ada);
  expect(changes(), 'no loop').toBe(0);
  const ref = { guildId, userId: ada };
  const { roles } = await explainRoles(deps, ref, wordsFor('en').reasons, signal);
  expect(roles).toMatchObject([{ has: false, action: 'grant', problem: { code: 'ROLE_CONTESTED' } }]);

  await buy(ben, 'plan_a');
  await sync(ben);
  expect(has(ben), 'nobody else is kept from it').toBe(true);

  for (let sweeps = 0; sweeps < 2; sweeps++) {
    pass(15);
    sandbox.calls.reset();
    await sweepAll();
    expect(await undo()).toBe(false);
    await sync(ada);
    expect(changes(), 'one try').toBe(1);
  }
  expect(await told()).toEqual(['problem']);

  pass(15);
  await sweepAll();
  expect(has(ada), 'the other bot has gone').toBe(true);
  expect(await problems(), 'which is not proven yet').toHaveLength(1);
  pass(15);
  await sweepAll();
  expect(await problems()).toEqual([]);
  expect(await told()).toEqual(['problem', 'mended']);
});

test("a stripped role given by another bot becomes a problem, and an admin's order is tried at once", async () => {
  const { ada, undo, sync, has, problems, guildId, deps, sandbox, changes, supporter } =
    await openWar('strip');
  expect([await undo(), await undo(), await undo(), await undo()]).toEqual([false, false, false, true]);
  expect(await problems()).toHaveLength(1);
  const failed = { list: async () => [], retry: async () => false, forget: async () => false };
  expect((await listProblems({ ...deps, failed }, guildId)).needsAction).toMatchObject([
    { about: { kind: 'conflict', roleId: supporter }, affected: 1, userIds: [ada] },
  ]);
  sandbox.calls.reset();
  await sync(ada, { urgency: 'urgent', mayTake: true, orderedBy: ada });
  expect(has(ada)).toBe(false);
  expect(changes()).toBe(1);
});

test('corrections that are far apart never become a role conflict', async () => {
  const { ada, buy, sync, undo, pass, problems } = await openWar();
  await buy(ada, 'plan_a');
  await sync(ada);
  for (let times = 0; times < 5; times++) {
    pass(6);
    expect(await undo()).toBe(true);
  }
  expect(await problems()).toEqual([]);
});

test('a role conflict without recorded members ends with the next sweep', async () => {
  const { ada, buy, sync, undo, pass, sweepAll, problems, deps, guildId } = await openWar();
  await buy(ada, 'plan_a');
  await sync(ada);
  for (let times = 0; times < 3; times++) await undo();
  expect(await problems()).toHaveLength(1);
  await deps.prisma.affectedMember.deleteMany({ where: { guildId } });
  pass(15);
  await sweepAll();
  expect(await problems()).toEqual([]);
});

test('a member who leaves and rejoins repeatedly gets the role each time without a role conflict', async () => {
  const { ada, buy, sync, has, problems, sandbox, guildId, deps, sent } = await openWar();
  await buy(ada, 'plan_a');
  await sync(ada);
  for (let times = 0; times < 5; times++) {
    sandbox.community.leave(guildId, ada);
    sandbox.community.join(guildId, { userId: ada });
    await memberJoined(deps, { guildId, userId: ada });
    const { guildId: _, userId: __, ...request } = sent(memberChanged).at(-1) ?? {};
    await sync(ada, Value.Parse(SyncRequest, request));
    expect(has(ada)).toBe(true);
  }
  expect(await problems()).toEqual([]);
});
