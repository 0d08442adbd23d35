import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../commands/world.ts';
import { waitFor } from '../../support/wait.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ worker: true });
});
afterAll(() => world.close());

const LIST = { method: 'GET', route: '/guilds/:guild_id/members' } as const;

test('a new gateway session restores a role lost before it, and a resumed session lists no members', async () => {
  const { sandbox, prisma, guildId, roles, member, rolesOf } = world;
  const listed = () => sandbox.calls.count(LIST);
  const swept = () => prisma.sweep.count({ where: { finishedAt: { not: null } } });
  await waitFor(async () => expect(await swept(), 'as the bot starts').toBe(1));
  await world.map(roles.supporter.id, 'plan_a');
  await world.buy('juniper', 'plan_a');
  const deaf = sandbox.faults.add({ event: 'GUILD_MEMBER_UPDATE', effect: { kind: 'lose-events' } });
  await world.sync('juniper');
  await waitFor(async () => expect(await prisma.roleChange.count()).toBe(1));
  sandbox.community.takeRole(guildId, member('juniper'), roles.supporter.id);
  sandbox.faults.remove(deaf.id);
  sandbox.disconnect();
  await world.inLog('gateway lost, reconnecting');
  // The bot's answer proves that the new connection works.
  await world.owner().run('access problems');
  expect(listed()).toBe(0);

  sandbox.invalidate();
  await waitFor(() => expect(rolesOf('juniper')).toEqual([roles.supporter.id]));
  expect(listed()).toBe(1);
});
