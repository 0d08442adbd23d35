import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Staff, startStaff } from './staff.ts';

const { ManageGuild, ManageRoles, KickMembers } = PermissionFlagsBits;

const NEEDS_KICK = 'need the permission Kick Members';

let staff: Staff;
beforeAll(async () => {
  staff = await startStaff();
});
afterAll(() => staff.world.close());
beforeEach(() => staff.reset());

test('a mapping that removes members at the end needs the permission Kick Members', async () => {
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  const options = { role: staff.guard.id, source: staff.plan(), at_end: 'kick' };
  const said = await staff.shopkeeper().run('roles map', options);
  expect(said.text).toContain(NEEDS_KICK);
  await staff.world.owner().run('settings change', { at_end: 'kick' });
  const byDefault = await staff.shopkeeper().run('roles map', { role: staff.guard.id, source: staff.plan() });
  await staff.world.owner().run('settings change', { at_end: 'remove' });
  expect(byDefault.text).toContain(NEEDS_KICK);
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles, KickMembers);
  expect((await staff.shopkeeper().run('roles map', options)).text).toContain('[Save');
});

test('ending a membership that removes its member from the server needs the permission Kick Members', async () => {
  const member = staff.world.member('juniper');
  const bought = await staff.world.order(`/checkout/${staff.plan()}`, {
    email: 'juniper@example.com',
    community_chat_id: member,
    card_number: '4242424242424242',
  });
  const id = /mem_\w+/.exec(JSON.stringify(bought))?.[0] ?? '';
  await staff.world.owner().run('memberships show', { membership: id });
  const { commerceUserId = null } = await staff.world.commerce.memberships.get(id);
  // Nobody is removed for a purchase that isn't proven to be theirs.
  await staff.world.prisma.accountLink.create({
    data: { commerceUserId: commerceUserId ?? '', chatUserId: member, linkedAt: new Date() },
  });
  const end = () => staff.shopkeeper().run('memberships terminate', { membership: id });
  const isOver = async () =>
    (await staff.world.prisma.membership.findUniqueOrThrow({ where: { id } })).status === 'canceled';
  await staff.world.map(staff.guard.id, staff.plan());
  staff.world.sandbox.community.giveRole(staff.world.guildId, member, staff.guard.id);
  const at = { requestedAt: new Date(), confirmedAt: new Date() };
  await staff.world.prisma.roleGrant.create({
    data: { guildId: staff.world.guildId, userId: member, roleId: staff.guard.id, ...at },
  });
  const harmless = await end();
  expect(harmless.text).toContain('[End it now');

  await staff.world.map(staff.guard.id, staff.plan(), { atEnd: 'kick' });
  const refused = await end();
  expect(refused.text).toContain(NEEDS_KICK);
  expect(refused.text).not.toContain('[End it now');
  const shown = await staff.shopkeeper().run('memberships show', { membership: id });
  expect((await staff.shopkeeper().press(shown, 'End it now')).text).toContain(NEEDS_KICK);
  // The question was asked when ending it removed nobody.
  const late = staff.shopkeeper().pressForForm(harmless, 'End it now');
  expect((await staff.shopkeeper().fillIn(late, { reason: 'Refund' })).text).toContain(NEEDS_KICK);
  expect(await isOver()).toBe(false);

  // Another membership that keeps the member in may be ending at the same time.
  const mirrored = await staff.world.prisma.mirroredMembership.findUniqueOrThrow({ where: { id } });
  await staff.world.prisma.mirroredMembership.create({ data: { ...mirrored, id: `${id}_2` } });
  expect((await end()).text).toContain(NEEDS_KICK);
  await staff.world.prisma.mirroredMembership.delete({ where: { id: `${id}_2` } });

  staff.allow(staff.shopkeepers, ManageGuild, KickMembers);
  const asked = staff.shopkeeper().pressForForm(await end(), 'End it now');
  expect((await staff.shopkeeper().fillIn(asked, { reason: 'Refund' })).text).toContain('Membership ended');
  expect(await isOver()).toBe(true);
});

/**
 * Has a proven membership end that removes its member from the server, while another one, of another plan, still holds
 * them in.
 * @returns the plan that holds them in
 */
async function holdIn({ graceDays = 0, status = 'active' } = {}): Promise<string> {
  const userId = staff.world.member('juniper');
  await staff.world.map(staff.guard.id, 'plan_removing', { atEnd: 'kick' });
  await staff.world.map(staff.guard.id, 'plan_holding', { graceDays });
  await staff.world.buy('juniper', 'plan_removing', { status: 'canceled', valid: false, chatProven: true });
  await staff.world.buy('juniper', 'plan_holding', { status, valid: status === 'active', chatProven: true });
  const at = { requestedAt: new Date(), confirmedAt: new Date() };
  await staff.world.prisma.roleGrant.create({
    data: { guildId: staff.world.guildId, userId, roleId: staff.guard.id, ...at },
  });
  return 'plan_holding';
}

/** The same, by a membership that counts for them because they have linked its buyer. */
async function holdInByLink(): Promise<void> {
  await holdIn();
  const { prisma, member } = staff.world;
  const commerceUserId = 'user_juniper';
  await prisma.accountLink.create({
    data: { commerceUserId, chatUserId: member('juniper'), linkedAt: new Date() },
  });
  await prisma.mirroredMembership.updateMany({
    where: { planId: 'plan_holding' },
    data: { commerceUserId, chatUserId: null, chatConnectedAt: null },
  });
}

test('unmapping what still holds a member in needs the permission Kick Members, also when the button is pressed', async () => {
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  const source = await holdIn();
  const options = { mapping: `${staff.guard.id} ${source} valid` };
  const refused = await staff.shopkeeper().run('roles unmap', options);
  expect(refused.text).toContain(NEEDS_KICK);
  expect(refused.text).not.toContain('[Remove');
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles, KickMembers);
  const asked = await staff.shopkeeper().run('roles unmap', options);
  const again = await staff.shopkeeper().run('roles unmap', options);
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  expect((await staff.shopkeeper().press(asked, 'Remove')).text).toContain(NEEDS_KICK);
  expect(await staff.mappings()).toHaveLength(2);
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles, KickMembers);
  expect((await staff.shopkeeper().press(again, 'Remove')).text).toContain('Mapping removed');
  expect(await staff.mappings()).toMatchObject([{ sourceId: 'plan_removing' }]);
});

test('a mapping that holds nobody in is removed without the permission Kick Members', async () => {
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  await holdIn();
  const asked = await staff
    .shopkeeper()
    .run('roles unmap', { mapping: `${staff.guard.id} plan_removing valid` });
  expect((await staff.shopkeeper().press(asked, 'Remove')).text).toContain('Mapping removed');
});

test('shortening the grace that still holds a member in needs the permission Kick Members', async () => {
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  const source = await holdIn({ graceDays: 300, status: 'past_due' });
  const map = (days: number) =>
    staff.shopkeeper().run('roles map', { role: staff.guard.id, source, grace_days: days });
  const graceDays = async () =>
    (await staff.mappings()).find(({ sourceId }) => sourceId === source)?.graceDays;
  expect((await map(0)).text).toContain(NEEDS_KICK);
  await staff.shopkeeper().press(await map(299), 'Save');
  expect(await graceDays()).toBe(299);
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles, KickMembers);
  const asked = await map(0);
  const again = await map(0);
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles);
  expect((await staff.shopkeeper().press(asked, 'Save')).text).toContain(NEEDS_KICK);
  expect(await graceDays()).toBe(299);
  staff.allow(staff.shopkeepers, ManageGuild, ManageRoles, KickMembers);
  expect((await staff.shopkeeper().press(again, 'Save')).text).toContain('Mapping saved');
  expect(await graceDays()).toBe(0);
});

test('ending a link that still holds a member in needs the permission Kick Members', async () => {
  const member = staff.world.member('juniper');
  await holdInByLink();
  const links = () => staff.world.prisma.accountLink.count();
  const unlink = () => staff.shopkeeper().run('linking unlink', { member });
  expect((await unlink()).text).toContain(NEEDS_KICK);
  expect(await links()).toBe(1);
  staff.allow(staff.shopkeepers, ManageGuild, KickMembers);
  expect((await unlink()).text).toContain('The link has ended');
  expect(await links()).toBe(0);
});

test('members end their own link without any permission', async () => {
  await holdInByLink();
  const asked = await staff.world.as('juniper').run('unlink');
  await staff.world.as('juniper').press(asked, 'End the link');
  expect(await staff.world.prisma.accountLink.count()).toBe(0);
});
