import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { expectGolden } from './golden.ts';
import type { Heard } from './talk.ts';
import { GENERAL, startWorld, type World } from './world.ts';

const { ManageGuild, ManageRoles, BanMembers, KickMembers, Administrator, MentionEveryone } =
  PermissionFlagsBits;

/** A member whose role may manage the server, but not roles. */
const SHOPKEEPER = 'leif.h';

let world: World;
let guard: { readonly id: string };
let shopkeepers: { readonly id: string };
beforeAll(async () => {
  world = await startWorld({ commerce: true });
  const { community } = world.sandbox;
  // Moves the bot's role above all roles of these tests.
  const bot = [...(community.guild(world.guildId)?.roles.values() ?? [])].find(
    ({ managedFor }) => managedFor !== undefined && 'botId' in managedFor,
  );
  community.changeRole(world.guildId, bot?.id ?? '', { position: 90 });
  guard = community.createRole(world.guildId, { name: 'Guard', position: 1 });
  shopkeepers = community.createRole(world.guildId, { name: 'Shopkeeper', position: 60 });
  community.giveRole(world.guildId, world.member(SHOPKEEPER), shopkeepers.id);
});
afterAll(() => world.close());

beforeEach(async () => {
  allow(shopkeepers, ManageGuild);
  allow(guard);
  await world.prisma.roleMapping.deleteMany({});
  await world.prisma.mirroredMembership.deleteMany({});
  await world.prisma.accountLink.deleteMany({});
  await world.prisma.roleGrant.deleteMany({});
});

const allow = ({ id }: { readonly id: string }, ...permissions: bigint[]) =>
  world.sandbox.community.changeRole(world.guildId, id, {
    permissions: String(permissions.reduce((all, each) => all | each, 0n)),
  });
const rankOf = ({ id }: { readonly id: string }) =>
  world.sandbox.community.guild(world.guildId)?.roles.get(id)?.position ?? 0;
const createRole = (name: string, position: number) =>
  world.sandbox.community.createRole(world.guildId, { name, position });

const shopkeeper = (channelId = GENERAL) => world.as(SHOPKEEPER, channelId);
const mappings = () => world.prisma.roleMapping.findMany({ where: { guildId: world.guildId } });
const plan = () => world.seeded.plans[0]?.id ?? '';
const guarding = () => ({ role: guard.id, source: plan() });

/** Replaces ids, which differ between runs. */
const steady = ({ text, ...heard }: Heard): Heard => ({
  ...heard,
  text: text.replace(/plan_\w+/g, 'plan_ID').replaceAll(guard.id, 'its id'),
});

test('a member who may manage the server but not roles maps none, and so cannot get one by a free plan', async () => {
  allow(guard, Administrator);
  await expectGolden('roles/map-without-right', await shopkeeper().run('roles map', guarding()));
  allow(guard);
  const said = await shopkeeper().run('roles map', guarding());
  expect(said.text).toContain('need the permission Manage Roles');
  expect(said.text).not.toContain('[Save');
  expect(await mappings()).toEqual([]);
});

test('a permission in one channel does not allow mapping roles', async () => {
  const ofShopkeepers = { id: shopkeepers.id, of: 'role' as const, deny: '0' };
  const channel = world.sandbox.community.createChannel(world.guildId, 'shop', [
    { ...ofShopkeepers, allow: String(ManageRoles) },
  ]);
  const said = await shopkeeper(channel.id).run('roles map', guarding());
  expect(said.text).toContain('need the permission Manage Roles');
});

test('a member with Manage Roles maps the roles below their own and no other', async () => {
  allow(shopkeepers, ManageGuild, ManageRoles);
  const asked = await shopkeeper().run('roles map', guarding());
  expect((await shopkeeper().press(asked, 'Save')).text).toContain('Mapping saved');
  expect(await mappings()).toMatchObject([{ roleId: guard.id, confirmedPowers: [] }]);
  for (const role of [shopkeepers, createRole('Captain', rankOf(shopkeepers) + 1)]) {
    const said = await shopkeeper().run('roles map', { role: role.id, source: plan() });
    expect(said.text).toContain('at or above your highest role');
  }
  expect(await mappings()).toHaveLength(1);
});

test('a mapping that removes members at the end needs the permission Kick Members', async () => {
  allow(shopkeepers, ManageGuild, ManageRoles);
  const options = { ...guarding(), at_end: 'kick' };
  const said = await shopkeeper().run('roles map', options);
  expect(said.text).toContain('need the permission Kick Members');
  await world.owner().run('settings change', { at_end: 'kick' });
  const byDefault = await shopkeeper().run('roles map', guarding());
  await world.owner().run('settings change', { at_end: 'remove' });
  expect(byDefault.text).toContain('need the permission Kick Members');
  allow(shopkeepers, ManageGuild, ManageRoles, KickMembers);
  expect((await shopkeeper().run('roles map', options)).text).toContain('[Save');
});

test('a permission lost after the question is missing when it is answered', async () => {
  allow(shopkeepers, ManageGuild, ManageRoles);
  const asked = await shopkeeper().run('roles map', guarding());
  await world.map(guard.id, 'plan_other');
  const ending = await shopkeeper().run('roles unmap', { mapping: `${guard.id} plan_other valid` });
  allow(shopkeepers, ManageGuild);
  expect((await shopkeeper().press(asked, 'Save')).text).toContain('need the permission Manage Roles');
  expect((await shopkeeper().press(ending, 'Remove')).text).toContain('need the permission Manage Roles');
  expect(await mappings()).toMatchObject([{ sourceId: 'plan_other' }]);
});

test('a role moved above the member after the question is refused when it is answered', async () => {
  allow(shopkeepers, ManageGuild, ManageRoles);
  const rising = createRole('Rising', 1);
  const asked = await shopkeeper().run('roles map', { role: rising.id, source: plan() });
  world.sandbox.community.changeRole(world.guildId, rising.id, { position: rankOf(shopkeepers) + 1 });
  expect((await shopkeeper().press(asked, 'Save')).text).toContain('at or above your highest role');
  expect(await mappings()).toEqual([]);
});

test('a role with power is mapped by the owner alone, who sees and confirms what it allows', async () => {
  allow(shopkeepers, Administrator);
  allow(guard, BanMembers, MentionEveryone);
  await expectGolden('roles/map-owners-only', await shopkeeper().run('roles map', guarding()));
  const asked = await world.owner().run('roles map', guarding());
  await expectGolden('roles/map-power', steady(asked));
  await expectGolden('roles/map-power.de', steady(await world.german().run('roles map', guarding())));
  expect(await mappings()).toEqual([]);
  expect((await world.owner().press(asked, 'Yes, give this power')).text).toContain('Mapping saved');
  expect(await mappings()).toMatchObject([{ confirmedPowers: ['Ban Members', 'Mention Everyone'] }]);
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
  allow(shopkeepers, Administrator);
  allow(guard, PermissionFlagsBits[name]);
  expect((await shopkeeper().run('roles map', guarding())).text).toContain('only the server’s owner');
});

test('a power added to the role after the question is not confirmed by the answer', async () => {
  allow(shopkeepers, ManageGuild, ManageRoles);
  const harmless = await world.owner().run('roles map', guarding());
  const ofOthers = await shopkeeper().run('roles map', guarding());
  allow(guard, BanMembers);
  const moreThanShown = await world.owner().run('roles map', guarding());
  expect((await world.owner().press(harmless, 'Save')).text).toContain('more than you confirmed');
  expect((await shopkeeper().press(ofOthers, 'Save')).text).toContain('only the server’s owner');
  allow(guard, BanMembers, Administrator);
  const said = await world.owner().press(moreThanShown, 'Yes, give this power');
  expect(said.text).toContain('more than you confirmed');
  expect(await mappings()).toEqual([]);
});

test('a mapping of a role with power is changed by the owner alone and ended by anyone who may manage the role', async () => {
  await world.map(guard.id, plan());
  allow(shopkeepers, ManageGuild, ManageRoles);
  allow(guard, BanMembers);
  const changed = await shopkeeper().run('roles map', { ...guarding(), grace_days: 9 });
  expect(changed.text).toContain('only the server’s owner');
  const ending = await shopkeeper().run('roles unmap', { mapping: `${guard.id} ${plan()} valid` });
  expect((await shopkeeper().press(ending, 'Remove')).text).toContain('Mapping removed');
});

test('/doctor warns of a mapped role with new power until the owner confirms it', async () => {
  await world.map(guard.id, plan());
  allow(guard, BanMembers);
  const warning = '@Guard allows Ban Members, and the server’s owner hasn’t confirmed';
  expect((await world.owner().run('doctor')).text).toContain(warning);
  expect((await world.german().run('doctor')).text).toContain('erlaubt Mitglieder bannen');
  const asked = await world.owner().run('roles map', guarding());
  await world.owner().press(asked, 'Yes, give this power');
  expect((await world.owner().run('doctor')).text).not.toContain(warning);
});

test('a quick link of a plan needs the same permissions as a mapping of its roles', async () => {
  await world.map(guard.id, plan());
  const free = { plan: plan(), trial_days: 36_500 };
  const made = () => world.prisma.plan.count({ where: { visibility: 'quick_link' } });
  const before = await made();
  const refused = await shopkeeper().run('plans quick-link', free);
  expect(refused.text).toContain('need the permission Manage Roles');
  allow(shopkeepers, ManageGuild, ManageRoles);
  allow(guard, BanMembers);
  const ofPower = await shopkeeper().run('plans quick-link', free);
  expect(ofPower.text).toContain('allows Ban Members');
  expect(await made()).toBe(before);
  allow(guard);
  expect((await shopkeeper().run('plans quick-link', free)).text).toContain('/checkout/');
});

test('a plan in a product that gives roles needs them too, whether the product is named, spelled in another way or left to the service', async () => {
  await world.map(guard.id, world.seeded.productId);
  const count = () => world.prisma.plan.count();
  const before = await count();
  const { productId } = world.seeded;
  for (const product of [productId, productId.replace('prod_', 'pass_'), undefined]) {
    const options = product === undefined ? {} : { product };
    const said = await shopkeeper().fillIn(shopkeeper().actor.run('plans create', options), { name: 'Free' });
    expect(said.text).toContain('need the permission Manage Roles');
  }
  expect(await count()).toBe(before);
  allow(shopkeepers, ManageGuild, ManageRoles);
  const opened = shopkeeper().actor.run('plans create', {});
  expect((await shopkeeper().fillIn(opened, { name: 'Free' })).text).toContain('Plan created');
  await waitFor(async () => expect(await count()).toBe(before + 1));
});

test('ending a membership that removes its member from the server needs the permission Kick Members', async () => {
  const member = world.member('juniper');
  const bought = await world.order(`/checkout/${plan()}`, {
    email: 'juniper@example.com',
    community_chat_id: member,
    card_number: '4242424242424242',
  });
  const id = /mem_\w+/.exec(JSON.stringify(bought))?.[0] ?? '';
  await world.owner().run('memberships show', { membership: id });
  const { commerceUserId = null } = await world.commerce.memberships.get(id);
  // Nobody is removed for a purchase that isn't proven to be theirs.
  await world.prisma.accountLink.create({
    data: { commerceUserId: commerceUserId ?? '', chatUserId: member, linkedAt: new Date() },
  });
  const end = () => shopkeeper().run('memberships terminate', { membership: id });
  const isOver = async () =>
    (await world.prisma.membership.findUniqueOrThrow({ where: { id } })).status === 'canceled';
  await world.map(guard.id, plan());
  world.sandbox.community.giveRole(world.guildId, member, guard.id);
  const at = { requestedAt: new Date(), confirmedAt: new Date() };
  await world.prisma.roleGrant.create({
    data: { guildId: world.guildId, userId: member, roleId: guard.id, ...at },
  });
  const harmless = await end();
  expect(harmless.text).toContain('[End it now');

  await world.map(guard.id, plan(), { atEnd: 'kick' });
  const refused = await end();
  expect(refused.text).toContain('need the permission Kick Members');
  expect(refused.text).not.toContain('[End it now');
  const shown = await shopkeeper().run('memberships show', { membership: id });
  expect((await shopkeeper().press(shown, 'End it now')).text).toContain('need the permission Kick Members');
  // The question was asked when ending it removed nobody.
  const late = shopkeeper().pressForForm(harmless, 'End it now');
  expect((await shopkeeper().fillIn(late, { reason: 'Refund' })).text).toContain(
    'need the permission Kick Members',
  );
  expect(await isOver()).toBe(false);

  // Another membership that keeps the member in may be ending at the same time.
  const mirrored = await world.prisma.mirroredMembership.findUniqueOrThrow({ where: { id } });
  await world.prisma.mirroredMembership.create({ data: { ...mirrored, id: `${id}_2` } });
  expect((await end()).text).toContain('need the permission Kick Members');
  await world.prisma.mirroredMembership.delete({ where: { id: `${id}_2` } });

  allow(shopkeepers, ManageGuild, KickMembers);
  const asked = shopkeeper().pressForForm(await end(), 'End it now');
  expect((await shopkeeper().fillIn(asked, { reason: 'Refund' })).text).toContain('Membership ended');
  expect(await isOver()).toBe(true);
});

/**
 * Has a proven membership end that removes its member from the server, while another one, of another plan, still holds
 * them in.
 * @returns the plan that holds them in
 */
async function holdIn({ graceDays = 0, status = 'active' } = {}): Promise<string> {
  const userId = world.member('juniper');
  await world.map(guard.id, 'plan_removing', { atEnd: 'kick' });
  await world.map(guard.id, 'plan_holding', { graceDays });
  await world.buy('juniper', 'plan_removing', { status: 'canceled', valid: false, chatProven: true });
  await world.buy('juniper', 'plan_holding', { status, valid: status === 'active', chatProven: true });
  const at = { requestedAt: new Date(), confirmedAt: new Date() };
  await world.prisma.roleGrant.create({ data: { guildId: world.guildId, userId, roleId: guard.id, ...at } });
  return 'plan_holding';
}

const NEEDS_KICK = 'need the permission Kick Members';

test('unmapping what still holds a member in needs the permission Kick Members, also when the button is pressed', async () => {
  allow(shopkeepers, ManageGuild, ManageRoles);
  const source = await holdIn();
  const options = { mapping: `${guard.id} ${source} valid` };
  const refused = await shopkeeper().run('roles unmap', options);
  expect(refused.text).toContain(NEEDS_KICK);
  expect(refused.text).not.toContain('[Remove');
  allow(shopkeepers, ManageGuild, ManageRoles, KickMembers);
  const asked = await shopkeeper().run('roles unmap', options);
  const again = await shopkeeper().run('roles unmap', options);
  allow(shopkeepers, ManageGuild, ManageRoles);
  expect((await shopkeeper().press(asked, 'Remove')).text).toContain(NEEDS_KICK);
  expect(await mappings()).toHaveLength(2);
  allow(shopkeepers, ManageGuild, ManageRoles, KickMembers);
  expect((await shopkeeper().press(again, 'Remove')).text).toContain('Mapping removed');
  expect(await mappings()).toMatchObject([{ sourceId: 'plan_removing' }]);
});

test('a mapping that holds nobody in is removed without the permission Kick Members', async () => {
  allow(shopkeepers, ManageGuild, ManageRoles);
  await holdIn();
  const asked = await shopkeeper().run('roles unmap', { mapping: `${guard.id} plan_removing valid` });
  expect((await shopkeeper().press(asked, 'Remove')).text).toContain('Mapping removed');
});

test('shortening the grace that still holds a member in needs the permission Kick Members', async () => {
  allow(shopkeepers, ManageGuild, ManageRoles);
  const source = await holdIn({ graceDays: 300, status: 'past_due' });
  const map = (days: number) => shopkeeper().run('roles map', { role: guard.id, source, grace_days: days });
  const graceDays = async () => (await mappings()).find(({ sourceId }) => sourceId === source)?.graceDays;
  expect((await map(0)).text).toContain(NEEDS_KICK);
  await shopkeeper().press(await map(299), 'Save');
  expect(await graceDays()).toBe(299);
  allow(shopkeepers, ManageGuild, ManageRoles, KickMembers);
  const asked = await map(0);
  const again = await map(0);
  allow(shopkeepers, ManageGuild, ManageRoles);
  expect((await shopkeeper().press(asked, 'Save')).text).toContain(NEEDS_KICK);
  expect(await graceDays()).toBe(299);
  allow(shopkeepers, ManageGuild, ManageRoles, KickMembers);
  expect((await shopkeeper().press(again, 'Save')).text).toContain('Mapping saved');
  expect(await graceDays()).toBe(0);
});

test('ending a link that still holds a member in needs the permission Kick Members', async () => {
  const member = world.member('juniper');
  await holdIn();
  const linked = { commerceUserId: 'user_juniper', chatUserId: member, linkedAt: new Date() };
  await world.prisma.accountLink.create({ data: linked });
  await world.prisma.mirroredMembership.updateMany({
    where: { planId: 'plan_holding' },
    data: { commerceUserId: 'user_juniper', chatUserId: null, chatConnectedAt: null },
  });
  const links = () => world.prisma.accountLink.count();
  const unlink = () => shopkeeper().run('linking unlink', { member });
  expect((await unlink()).text).toContain(NEEDS_KICK);
  expect(await links()).toBe(1);
  allow(shopkeepers, ManageGuild, KickMembers);
  expect((await unlink()).text).toContain('The link has ended');
  expect(await links()).toBe(0);
});

test('members end their own link without any permission', async () => {
  const member = world.member('juniper');
  await holdIn();
  const linked = { commerceUserId: 'user_juniper', chatUserId: member, linkedAt: new Date() };
  await world.prisma.accountLink.create({ data: linked });
  await world.prisma.mirroredMembership.updateMany({
    where: { planId: 'plan_holding' },
    data: { commerceUserId: 'user_juniper', chatUserId: null, chatConnectedAt: null },
  });
  const asked = await world.as('juniper').run('unlink');
  await world.as('juniper').press(asked, 'End the link');
  expect(await world.prisma.accountLink.count()).toBe(0);
});
