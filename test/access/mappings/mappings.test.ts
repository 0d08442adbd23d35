import { afterAll, beforeAll, expect, test } from 'vitest';
import { mapRole, unmapRole } from '../../../src/access/mappings/change-mappings.ts';
import { someoneLosesHold } from '../../../src/access/mappings/holds.ts';
import { DEFAULT_POLICY, listMappings, removing } from '../../../src/access/mappings/mappings.ts';
import { previewMappings } from '../../../src/access/mappings/preview.ts';
import { sweep as sweepQueue } from '../../../src/access/queue/queues.ts';
import type { Database } from '../../../src/database/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a preview of a mapping change touches no member', async () => {
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

test('a removed mapping manages nothing more and leaves its role with the members', async () => {
  const { deps, people, role, rolesOf, map, buy, end, sync, sent, guildId, signal } =
    await startEngine(database);
  const [owner = '', ada = ''] = people;
  const supporter = role('Supporter');
  await map(supporter, 'plan_a');
  await buy(ada, 'plan_a');
  await sync(ada);
  const [mapping] = await listMappings(deps.prisma, guildId);
  if (!mapping) throw new Error('There is no mapping.');
  expect(await unmapRole(deps, mapping, owner, signal)).toBe(true);
  expect(await unmapRole(deps, mapping, owner, signal)).toBe(false);
  expect(sent(sweepQueue)).toEqual([{ guildId, orderedBy: owner }]);
  await end([ada]);
  expect(await sync(ada)).toMatchObject({ result: 'in order' });
  expect(rolesOf(ada)).toEqual([supporter]);
});

test('a new mapping applies to members who already hold a membership', async () => {
  const { deps, people, role, rolesOf, buy, sweep, heal, sent, guildId, signal } =
    await startEngine(database);
  const [owner = '', ada = ''] = people;
  const roleId = role('Supporter');
  await buy(ada, 'plan_a');
  const mapping = { guildId, roleId, sourceId: 'plan_a', condition: 'valid' as const, ...DEFAULT_POLICY };
  await mapRole(deps, mapping, { by: owner, confirmedPowers: [] }, signal);
  expect(sent(sweepQueue)).toHaveLength(1);
  await sweep();
  await heal();
  expect(rolesOf(ada)).toEqual([roleId]);
});

test('a mapping that cannot work is refused on creation', async () => {
  const { sandbox, deps, people, role, guildId, signal } = await startEngine(database);
  const [owner = ''] = people;
  const managed = sandbox.community.createRole(guildId, { name: 'Booster', position: 2, managed: true });
  const make = (roleId: string, graceDays = 0) => {
    const mapping = { guildId, roleId, sourceId: 'plan_a', condition: 'valid' as const };
    const decider = { by: owner, confirmedPowers: [] };
    return mapRole(deps, { ...mapping, ...DEFAULT_POLICY, graceDays }, decider, signal);
  };
  await expect(make(guildId)).rejects.toThrow('Every member already has this role.');
  await expect(make(managed.id)).rejects.toThrow('belongs to an integration');
  await expect(make(role('Boss', 60))).rejects.toThrow('at or above the bot’s own');
  await expect(make('100000000000000009')).rejects.toThrow('This role doesn’t exist');
  await expect(make(role('Supporter'), 366)).rejects.toThrow('from 0 to 365');
  expect(await listMappings(deps.prisma, guildId)).toEqual([]);
});

test('of thousands with a role of ours, the one whom a change would leave without a hold is found', async () => {
  const { deps, guildId, people, role, map, buy, sync, end, signal } = await startEngine(database);
  const [, , member = ''] = people;
  const paid = role('Paid');
  await map(paid, 'plan_removing', { atEnd: 'kick' });
  await map(paid, 'plan_holding');
  await buy(member, 'plan_removing');
  await sync(member);
  await end([member]);
  await buy(member, 'plan_holding');
  const at = deps.clock.now();
  // Their ids come before the member's.
  await deps.prisma.roleGrant.createMany({
    data: Array.from({ length: 2_500 }, (_, index) => ({
      ...{ guildId, userId: `1${String(index).padStart(16, '0')}`, roleId: paid },
      ...{ requestedAt: at, confirmedAt: at },
    })),
  });
  const unmapping = (sourceId: string, stop = signal) =>
    someoneLosesHold(deps, guildId, removing({ guildId, roleId: paid, sourceId, condition: 'valid' }), stop);
  expect(await unmapping('plan_holding')).toBe(true);
  expect(await unmapping('plan_removing')).toBe(false);
  await expect(unmapping('plan_holding', AbortSignal.abort(new Error('too late')))).rejects.toThrow(
    'too late',
  );
});
