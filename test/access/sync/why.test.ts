import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainRoles } from '../../../src/access/sync/why.ts';
import type { Database } from '../../../src/database/index.ts';
import { english } from '../../../src/i18n/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEngine } from '../engine.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('why lists the reasons, the pending action and the problem for each managed role', async () => {
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
  expect(await explainRoles(deps, { guildId, userId: ada }, english.reasons, signal)).toEqual({
    isMember: true,
    held: [],
    roles: expect.arrayContaining([
      { roleId: supporter, has: true, action: 'leave', reasons, problem: null },
      {
        roleId: insider,
        has: false,
        action: 'grant',
        reasons,
        problem: expect.objectContaining({ code: 'ROLE_FORBIDDEN' }),
      },
    ]),
  });
  sandbox.community.leave(guildId, ben);
  expect(await explainRoles(deps, { guildId, userId: ben }, english.reasons, signal)).toMatchObject({
    isMember: false,
    roles: [{ reasons: ['No membership gives this role.'] }, { has: false }],
  });
});
