import { expect, test } from 'vitest';
import { expectGolden } from './golden.ts';
import { useWorld } from './world.ts';

const world = useWorld({ worker: true });

/** Maps plans to Supporter and Insider. Juniper has bought the plan for Supporter, and Leif has Insider by hand. */
async function somebodyBought() {
  const { supporter, insider } = world().roles;
  await world().map(supporter.id, 'plan_a');
  await world().map(insider.id, 'plan_b');
  await world().buy('juniper', 'plan_a');
  world().sandbox.community.giveRole(world().guildId, world().member('leif.h'), insider.id);
}

const to = (username: string) => ({ member: world().member(username) });

test('/access why explains how to begin when no role is managed', async () => {
  await expectGolden('access/why-nothing-managed', await world().owner().run('access why', to('juniper')));
});

test("/access why gives the reason for each managed role in the reader's language", async () => {
  await somebodyBought();
  await expectGolden('access/why-not-yet', await world().owner().run('access why', to('juniper')));
  await expectGolden('access/why-not-yet.de', await world().german().run('access why', to('juniper')));
  await expectGolden('access/why-by-hand', await world().owner().run('access why', to('leif.h')));
});

test('a dry run shows the changes and makes none', async () => {
  await somebodyBought();
  const options = { ...to('juniper'), dry_run: true };
  await expectGolden('access/sync-dry-run', await world().owner().run('access sync', options));
  await expectGolden(
    'access/sync-everybody-dry-run',
    await world().owner().run('access sync', { dry_run: true }),
  );
  expect(world().rolesOf('juniper')).toEqual([]);
});

test('/access sync corrects the roles of one member by order of the admin and reports it', async () => {
  await somebodyBought();
  await expectGolden('access/sync-member', await world().owner().run('access sync', to('juniper')));
  expect(world().rolesOf('juniper')).toEqual([world().roles.supporter.id]);
  const [change] = await world().prisma.roleChange.findMany({ where: { userId: world().member('juniper') } });
  expect(change).toMatchObject({ kind: 'grant', actor: world().owner().userId });
  await expectGolden('access/sync-in-order', await world().owner().run('access sync', to('juniper')));
});

test('/access sync of all members compares them and reports how many had drifted', async () => {
  await somebodyBought();
  await world().owner().run('access sync', to('juniper'));
  await world().buy('sunniva', 'plan_b');
  await expectGolden('access/sync-everybody', await world().owner().run('access sync', {}, 'Comparing'));
});

test('/access sync soon reports a role that cannot be given as on its way, with the problem', async () => {
  const lofty = world().sandbox.community.createRole(world().guildId, { name: 'Lofty', position: 40 }).id;
  await world().map(lofty, 'plan_lofty');
  await world().buy('sunniva', 'plan_lofty');
  const looks = () =>
    world().sandbox.calls.count({ method: 'GET', route: '/guilds/:guild_id/members/:user_id' });
  const before = looks();
  const reply = await world().owner().run('access sync', to('sunniva'));
  // A command that waits to the end reads the member nine times.
  expect(looks() - before).toBeLessThan(9);
  expect(reply.text).toContain('In progress');
  expect(reply.text).toContain('drag its role above');
  const { text } = await world().owner().run('access why', to('sunniva'));
  expect(text).toMatch(/It is due, but can’t be given yet:\n⚠️ .*drag its role above/);
});

test('a command reports with an error id that the platform is down', async () => {
  const route = '/guilds/:guild_id/members/:user_id';
  const { id } = world().sandbox.faults.add({ route, effect: { kind: 'answer', status: 503 } });
  const failed = await world().owner().run('access why', to('juniper'));
  world().sandbox.faults.remove(id);
  await expectGolden('access/why-platform-down', failed);
});
