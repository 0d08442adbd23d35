import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { expectGolden } from './golden.ts';
import { type Staff, startStaff } from './staff.ts';
import type { Heard } from './talk.ts';

const { ManageGuild, ManageRoles, BanMembers, Administrator, MentionEveryone } = PermissionFlagsBits;

let staff: Staff;
beforeAll(async () => {
  staff = await startStaff();
});
afterAll(() => staff.world.close());
beforeEach(() => staff.reset());

const rankOf = ({ id }: { readonly id: string }) =>
  staff.world.sandbox.community.guild(staff.world.guildId)?.roles.get(id)?.position ?? 0;
const createRole = (name: string, position: number) =>
  staff.world.sandbox.community.createRole(staff.world.guildId, { name, position });

const guarding = () => ({ role: staff.guard.id, source: staff.plan() });

/** Replaces ids, which differ between runs. */
const steady = ({ text, ...heard }: Heard): Heard => ({
  ...heard,
  text: text.replace(/plan_\w+/g, 'plan_ID').replaceAll(staff.guard.id, 'its id'),
});

test('a member who may manage the server but not roles maps none, and so cannot get one by a free plan', async () => {
  staff.allow(staff.guard, Administrator);
  await expectGolden('roles/map-without-right', await staff.shopkeeper().run('roles map', guarding()));
  staff.allow(staff.guard);
  const said = await staff.shopkeeper().run('roles map', guarding());
  expect(said.text).toContain('need the permission Manage Roles');
  expect(said.text).not.toContain('[Save');
  expect(await staff.mappings()).toEqual([]);
});

test('a permission in one channel does not allow mapping roles', async () => {
  const ofShopkeepers = { id: staff.shopkeepers.id, of: 'role' as const, deny: '0' };
  const channel = staff.world.sandbox.community.createChannel(staff.world.guildId, 'shop', [
    { ...ofShopkeepers, allow: String(ManageRoles) },
  ]);
  const said = await staff.shopkeeper(channel.id).run('roles map', guarding());
  expect(said.text).toContain('need the permission Manage Roles');
});

test('a member with Manage Roles maps the roles below their own and no other', async () => {
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  const asked = await staff.shopkeeper().run('roles map', guarding());
  expect((await staff.shopkeeper().press(asked, 'Save')).text).toContain('Mapping saved');
  expect(await staff.mappings()).toMatchObject([{ roleId: staff.guard.id, confirmedPowers: [] }]);
  for (const role of [staff.shopkeepers, createRole('Captain', rankOf(staff.shopkeepers) + 1)]) {
    const said = await staff.shopkeeper().run('roles map', { role: role.id, source: staff.plan() });
    expect(said.text).toContain('at or above your highest role');
  }
  expect(await staff.mappings()).toHaveLength(1);
});

test('a permission lost after the question is missing when it is answered', async () => {
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  const asked = await staff.shopkeeper().run('roles map', guarding());
  await staff.world.map(staff.guard.id, 'plan_other');
  const ending = await staff
    .shopkeeper()
    .run('roles unmap', { mapping: `${staff.guard.id} plan_other valid` });
  staff.allow(staff.shopkeepers, ManageGuild);
  expect((await staff.shopkeeper().press(asked, 'Save')).text).toContain('need the permission Manage Roles');
  expect((await staff.shopkeeper().press(ending, 'Remove')).text).toContain(
    'need the permission Manage Roles',
  );
  expect(await staff.mappings()).toMatchObject([{ sourceId: 'plan_other' }]);
});

test('a role moved above the member after the question is refused when it is answered', async () => {
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  const rising = createRole('Rising', 1);
  const asked = await staff.shopkeeper().run('roles map', { role: rising.id, source: staff.plan() });
  staff.world.sandbox.community.changeRole(staff.world.guildId, rising.id, {
    position: rankOf(staff.shopkeepers) + 1,
  });
  expect((await staff.shopkeeper().press(asked, 'Save')).text).toContain('at or above your highest role');
  expect(await staff.mappings()).toEqual([]);
});

test('a role with power is mapped by the owner alone, who sees and confirms what it allows', async () => {
  staff.allow(staff.shopkeepers, Administrator);
  staff.allow(staff.guard, BanMembers, MentionEveryone);
  await expectGolden('roles/map-owners-only', await staff.shopkeeper().run('roles map', guarding()));
  const asked = await staff.world.owner().run('roles map', guarding());
  await expectGolden('roles/map-power', steady(asked));
  await expectGolden('roles/map-power.de', steady(await staff.world.german().run('roles map', guarding())));
  expect(await staff.mappings()).toEqual([]);
  expect((await staff.world.owner().press(asked, 'Yes, give this power')).text).toContain('Mapping saved');
  expect(await staff.mappings()).toMatchObject([{ confirmedPowers: ['Ban Members', 'Mention Everyone'] }]);
});

test.each([
  'ManageGuild',
  'ManageRoles',
  'ManageChannels',
  'ManageWebhooks',
  'BanMembers',
  'KickMembers',
  'MentionEveryone',
  'Administrator',
] as const)('%s counts as a power', async (name) => {
  staff.allow(staff.shopkeepers, Administrator);
  staff.allow(staff.guard, PermissionFlagsBits[name]);
  expect((await staff.shopkeeper().run('roles map', guarding())).text).toContain('only the server’s owner');
});

test('a power added to the role after the question is not confirmed by the answer', async () => {
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  const harmless = await staff.world.owner().run('roles map', guarding());
  const ofOthers = await staff.shopkeeper().run('roles map', guarding());
  staff.allow(staff.guard, BanMembers);
  const moreThanShown = await staff.world.owner().run('roles map', guarding());
  expect((await staff.world.owner().press(harmless, 'Save')).text).toContain('more than you confirmed');
  expect((await staff.shopkeeper().press(ofOthers, 'Save')).text).toContain('only the server’s owner');
  staff.allow(staff.guard, BanMembers, Administrator);
  const said = await staff.world.owner().press(moreThanShown, 'Yes, give this power');
  expect(said.text).toContain('more than you confirmed');
  expect(await staff.mappings()).toEqual([]);
});

test('a mapping of a role with power is changed by the owner alone and ended by anyone who may manage the role', async () => {
  await staff.world.map(staff.guard.id, staff.plan());
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  staff.allow(staff.guard, BanMembers);
  const changed = await staff.shopkeeper().run('roles map', { ...guarding(), grace_days: 9 });
  expect(changed.text).toContain('only the server’s owner');
  const ending = await staff
    .shopkeeper()
    .run('roles unmap', { mapping: `${staff.guard.id} ${staff.plan()} valid` });
  expect((await staff.shopkeeper().press(ending, 'Remove')).text).toContain('Mapping removed');
});

test('/doctor warns of a mapped role with new power until the owner confirms it', async () => {
  await staff.world.map(staff.guard.id, staff.plan());
  staff.allow(staff.guard, BanMembers);
  const warning = '@Guard allows Ban Members, and the server’s owner hasn’t confirmed';
  expect((await staff.world.owner().run('doctor')).text).toContain(warning);
  expect((await staff.world.german().run('doctor')).text).toContain('erlaubt Mitglieder bannen');
  const asked = await staff.world.owner().run('roles map', guarding());
  await staff.world.owner().press(asked, 'Yes, give this power');
  expect((await staff.world.owner().run('doctor')).text).not.toContain(warning);
});

test('a quick link of a plan needs the same permissions as a mapping of its roles', async () => {
  await staff.world.map(staff.guard.id, staff.plan());
  const free = { plan: staff.plan(), trial_days: 36_500 };
  const made = () => staff.world.prisma.plan.count({ where: { visibility: 'quick_link' } });
  const before = await made();
  const refused = await staff.shopkeeper().run('plans quick-link', free);
  expect(refused.text).toContain('need the permission Manage Roles');
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  staff.allow(staff.guard, BanMembers);
  const ofPower = await staff.shopkeeper().run('plans quick-link', free);
  expect(ofPower.text).toContain('allows Ban Members');
  expect(await made()).toBe(before);
  staff.allow(staff.guard);
  expect((await staff.shopkeeper().run('plans quick-link', free)).text).toContain('/checkout/');
});

test('a plan in a product that gives roles needs them too, whether the product is named, spelled in another way or left to the service', async () => {
  await staff.world.map(staff.guard.id, staff.world.seeded.productId);
  const count = () => staff.world.prisma.plan.count();
  const before = await count();
  const { productId } = staff.world.seeded;
  for (const product of [productId, productId.replace('prod_', 'pass_'), undefined]) {
    const options = product === undefined ? {} : { product };
    const said = await staff
      .shopkeeper()
      .fillIn(staff.shopkeeper().actor.run('plans create', options), { name: 'Free' });
    expect(said.text).toContain('need the permission Manage Roles');
  }
  expect(await count()).toBe(before);
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  const opened = staff.shopkeeper().actor.run('plans create', {});
  expect((await staff.shopkeeper().fillIn(opened, { name: 'Free' })).text).toContain('Plan created');
  await waitFor(async () => expect(await count()).toBe(before + 1));
});
