import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberUpdated } from '../../../src/access/index.ts';
import { memberChanged } from '../../../src/access/queue/queues.ts';
import type { Database } from '../../../src/database/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

const MEMBER = '/guilds/:guild_id/members/:user_id';
const ROLE = '/guilds/:guild_id/members/:user_id/roles/:role_id';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('a sync makes one read without changes, one call and two reads for one change, one call and three reads for several', async () => {
  const { sandbox, people, role, rolesOf, map, buy, end, sync } = await startEngine(database);
  const [ada = ''] = people;
  const [supporter, insider] = [role('Supporter'), role('Insider')];
  const costs = async () => {
    sandbox.calls.reset();
    await sync(ada);
    return sandbox.calls.list().map(({ method, route, arrived }) => [method, route, arrived]);
  };
  await map(supporter, 'plan_a');
  expect(await costs()).toEqual([['GET', MEMBER, 1]]);
  await buy(ada, 'plan_a');
  expect(await costs()).toEqual([
    ['GET', MEMBER, 2],
    ['PUT', ROLE, 1],
  ]);
  expect(await costs()).toEqual([['GET', MEMBER, 1]]);
  await end([ada]);
  expect(await costs()).toEqual([
    ['GET', MEMBER, 2],
    ['DELETE', ROLE, 1],
  ]);
  await map(insider, 'plan_a');
  // The PATCH replaces the whole role list, so the list is read again right before it, after every database write.
  await buy(ada, 'plan_a');
  expect(await costs()).toEqual([
    ['GET', MEMBER, 3],
    ['PATCH', MEMBER, 1],
  ]);
  expect(rolesOf(ada)).toEqual([supporter, insider]);
});

test('a late member update from the platform triggers a sync and is not taken as current state', async () => {
  const { deps, guildId, people, role, rolesOf, map, buy, end, sync, sent } = await startEngine(database);
  const [ada = ''] = people;
  await map(role('Supporter'), 'plan_a');
  await buy(ada, 'plan_a');
  await sync(ada);
  await end([ada]);
  // An event from before the role was granted that arrives only now.
  const then = { roleIds: [], isPending: false, isBot: false };
  await memberUpdated(deps, { guildId, userId: ada }, then);
  expect(sent(memberChanged)).toMatchObject([{ userId: ada }]);
  await sync(ada);
  expect(rolesOf(ada)).toEqual([]);
});

test('a sync during which somebody else changes the member does not call the result its own', async () => {
  const { sandbox, guildId, people, role, map, buy, sync } = await startEngine(database);
  const [ada = ''] = people;
  const [supporter, insider] = [role('Supporter'), role('Insider')];
  await map(supporter, 'plan_a');
  await map(insider, 'plan_b');
  await buy(ada, 'plan_a');
  await buy(ada, 'plan_b');
  sandbox.community.giveRole(guildId, ada, insider);
  const hold = sandbox.faults.hold({ method: 'PUT', route: ROLE });
  const syncing = sync(ada);
  await hold.arrived;
  sandbox.community.takeRole(guildId, ada, insider);
  hold.remove();
  expect((await syncing).seen).toBeUndefined();
  expect((await sync(ada)).seen?.roleIds.toSorted()).toEqual([supporter, insider].toSorted());
});
