import { PermissionFlagsBits } from 'discord.js';
import { beforeEach, expect, test } from 'vitest';
import { adminActions } from '../audit/log.ts';
import { expectGolden } from './golden.ts';
import { buttonIn } from './talk.ts';
import { useWorld } from './world.ts';

const world = useWorld({ commerce: true });

/** A member who may manage the server but doesn't run the bot. */
const MANAGER = 'leif.h';
const REFUSED = 'only its operators may use it';

beforeEach(() => {
  const { community } = world().sandbox;
  const permissions = String(PermissionFlagsBits.ManageGuild);
  const { id } = community.createRole(world().guildId, { name: 'Manager', position: 60, permissions });
  community.giveRole(world().guildId, world().member(MANAGER), id);
});

const ourId = async () => {
  const { items } = await world().commerce.webhooks.list({ per: 50 });
  return items.find(({ url }) => url === world().ourUrl)?.id ?? '';
};
const actions = () => adminActions(world().prisma, { guildId: world().guildId });

/** Makes the platform report a team as the owner of the bot's application. */
function ownedByTeam(members: readonly { name: string; role: string; state?: number }[], owner?: string) {
  const team = {
    owner_user_id: owner === undefined ? null : world().member(owner),
    members: members.map(({ name, role, state = 2 }) => ({
      membership_state: state,
      role,
      user: { id: world().member(name) },
    })),
  };
  // The platform reports the team as if it were a user.
  const application = { name: 'Rolekeeper', owner: { id: world().member('tomasz_k') }, team };
  const { faults } = world().sandbox;
  return faults.add({
    route: '/applications/@me',
    effect: { kind: 'answer', status: 200, body: JSON.stringify(application), type: 'application/json' },
  });
}

test('a member who may only manage a server sees, creates and re-keys no webhook of the deployment', async () => {
  const webhook = await ourId();
  const manager = world().as(MANAGER);
  const before = world().service.asked.length;
  await expectGolden('webhooks/no-operator', await manager.run('webhooks rotate', { webhook }));
  const orders = [
    ['webhooks list', {}],
    ['webhooks register', { url: 'https://hooks.example.com/mine' }],
    ['webhooks rotate', { webhook }],
  ] as const;
  for (const [path, options] of orders) expect((await manager.run(path, options)).text).toContain(REFUSED);
  expect(await manager.suggestions('webhooks rotate', 'webhook', { webhook: 'commerce' })).toEqual([]);
  expect(world().service.asked.slice(before)).toEqual([]);
  expect(await actions()).toEqual([]);
});

test('the team of an application runs the bot: its owner, admins and developers who have joined', async () => {
  const { id } = ownedByTeam([{ name: MANAGER, role: 'developer' }], 'mira.solberg');
  expect((await world().as(MANAGER).run('webhooks list')).text).toContain('Our webhook exists');
  expect((await world().owner().run('webhooks list')).text).toContain('Our webhook exists');
  world().sandbox.faults.remove(id);
  for (const member of [
    { name: MANAGER, role: 'read_only' },
    { name: MANAGER, role: 'admin', state: 1 },
  ]) {
    const { id: team } = ownedByTeam([member]);
    expect((await world().as(MANAGER).run('webhooks list')).text).toContain(REFUSED);
    world().sandbox.faults.remove(team);
  }
});

test('a user who left the team after the question is refused when answering it', async () => {
  const { id } = ownedByTeam([{ name: MANAGER, role: 'admin' }]);
  const manager = world().as(MANAGER);
  const asked = await manager.run('webhooks rotate', { webhook: await ourId() });
  expect(buttonIn(asked, 'New secret')).toBeTruthy();
  world().sandbox.faults.remove(id);
  expect((await manager.press(asked, 'New secret')).text).toContain(REFUSED);
  expect(await actions()).toEqual([]);
});

test('webhook commands are refused while the platform does not report who runs the bot', async () => {
  const { faults } = world().sandbox;
  const { id } = faults.add({ route: '/applications/@me', effect: { kind: 'answer', status: 500 } });
  const { text } = await world().owner().run('webhooks list');
  expect(text).toContain('The chat platform isn’t answering');
  expect(text).not.toContain(world().ourUrl);
  faults.remove(id);
});
