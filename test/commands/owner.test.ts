import { expect, test } from 'vitest';
import { ROLE_LOG } from '../../src/sandbox/index.ts';
import { adminActions } from '../audit/log.ts';
import { expectGolden, timeless } from './golden.ts';
import type { Heard } from './talk.ts';
import { GENERAL, useWorld } from './world.ts';

const world = useWorld({ commerce: true, intake: true, isRightNow: true });

const chooseLog = () =>
  world().prisma.guildSettings.create({ data: { guildId: world().guildId, logChannelId: ROLE_LOG } });

const settings = () => world().prisma.guildSettings.findUnique({ where: { guildId: world().guildId } });

const withoutId = (id: string, heard: Heard): Heard => ({ ...heard, text: heard.text.replace(id, 'its id') });

const filesOf = ({ message }: { message: { attachments?: readonly { filename: string }[] } }) =>
  message.attachments?.map(({ filename }) => filename);

test('/doctor reports the state, with a cure for each problem', async () => {
  const first = await world().owner().run('doctor');
  await expectGolden('doctor/fresh', timeless(first));
  await expectGolden('doctor/fresh.de', timeless(await world().german().run('doctor')));

  const { community, faults } = world().sandbox;
  const lofty = community.createRole(world().guildId, { name: 'Lofty', position: 40 });
  const gone = community.createRole(world().guildId, { name: 'Gone', position: 1 });
  for (const { id } of [lofty, gone]) await world().map(id, 'plan_a', { atEnd: 'kick' });
  community.deleteRole(world().guildId, gone.id);
  community.setMembersIntent(false);
  const amiss = await world().owner().press(first, 'Check again');
  await expectGolden('doctor/amiss', withoutId(gone.id, timeless(amiss)));
  const { id } = faults.add({ route: '/users/@me', effect: { kind: 'answer', status: 503 } });
  expect((await world().owner().run('doctor')).text).toContain('❌ **Permissions**: The chat platform isn’t');
  faults.remove(id);
  community.setMembersIntent(true);
  const held = [{ roleId: world().roles.supporter.id, holders: 50, losses: 14 }];
  const at = new Date();
  const sweep = { guildId: world().guildId, startedAt: at, finishedAt: at, heldSince: at, held };
  await world().prisma.sweep.create({ data: sweep });
  const cure =
    /❌ \*\*Pending decision\*\*: 14 roles would be removed at once\. .* → Decide in \/access problems/;
  expect((await world().owner().run('doctor')).text).toMatch(cure);
  await world().prisma.sweep.update({ where: { guildId: world().guildId }, data: { missing: 9 } });
  expect((await world().owner().run('doctor')).text).toContain(
    'no longer shows 9 memberships that gave access',
  );
  await world().prisma.sweep.update({ where: { guildId: world().guildId }, data: { answer: 'refuse' } });
  expect((await world().german().run('doctor')).text).toContain('Ein Admin hat das abgelehnt');
});

test('/settings are shown and changed by menu, button and typing, each change recorded with its admin', async () => {
  const owner = world().owner();
  const shown = await owner.run('settings show');
  await expectGolden('settings/show', shown);
  const menu = JSON.stringify(shown.message.components).match(/"custom_id":"(u\.[^"]+)"/)?.[1] ?? '';
  await owner.actor.choose(shown.id, menu, [ROLE_LOG]).answer;
  await owner.sees(`<#${ROLE_LOG}>`);
  expect(await settings()).toMatchObject({ logChannelId: ROLE_LOG });
  const saved = await owner.sees('Saved');
  await expectGolden('settings/no-messages', await owner.press(saved, 'Don’t message members'));
  const options = { language: 'de', at_end: 'keep', grace_days: 3, orphans: 'strip', screening: false };
  await expectGolden('settings/changed.de', await world().german().run('settings change', options));
  expect(await settings()).toMatchObject({ tellMembers: false, language: 'de', graceDays: 3, atEnd: 'keep' });
  const noted = await adminActions(world().prisma, { action: 'settings changed' });
  expect(noted.map(({ actor }) => actor)).toEqual([owner.userId, owner.userId, owner.userId]);
  expect((await owner.run('settings change')).text).toContain('gave no setting');
});

test('/roles map takes omitted options from the settings', async () => {
  const options = { at_end: 'keep', grace_days: 3, orphans: 'strip', screening: false };
  await world().owner().run('settings change', options);
  const asked = await world()
    .owner()
    .run('roles preview', { role: world().roles.supporter.id, source: 'plan_a', grace_days: 1 });
  expect(asked.text).toContain('kept at the end, 1 day of grace, removed from members without a membership');
  expect(asked.text).toContain('before the screening');
});

test('a log channel that the bot cannot write to is refused with advice, and nothing changes', async () => {
  await chooseLog();
  const { community } = world().sandbox;
  const closed = { id: world().guildId, of: 'role' as const, allow: '0', deny: '2048' };
  const silent = community.createChannel(world().guildId, 'silent', [closed]);
  const refused = await world().owner().run('settings change', { log_channel: silent.id });
  await expectGolden('settings/refused', refused);
  expect(await settings()).toMatchObject({ logChannelId: ROLE_LOG });
});

test('a log channel that every member can read needs a confirmation, and /doctor warns of it', async () => {
  await chooseLog();
  const owner = world().owner();
  const asked = await owner.run('settings change', { log_channel: GENERAL, relink_days: 2 });
  await expectGolden('settings/public', asked);
  expect(await settings()).toMatchObject({ logChannelId: ROLE_LOG, relinkDays: 0 });
  expect((await owner.press(asked, 'Cancel')).text).toContain('Nothing was changed');
  const again = await owner.run('settings change', { log_channel: GENERAL, relink_days: 2 });
  expect((await owner.press(again, 'Use it anyway')).text).toContain('Saved');
  expect(await settings()).toMatchObject({ logChannelId: GENERAL, relinkDays: 2 });
  expect((await owner.run('doctor')).text).toMatch(
    /⚠️ \*\*Log channel\*\*: Every member of the server can read/,
  );
  const moved = await owner.run('settings change', { log_channel: ROLE_LOG });
  expect(moved.text).toContain('Saved');
  expect((await owner.run('doctor')).text).not.toContain('Every member of the server can read');
});

test('/stats come with a chart', async () => {
  const { roles, prisma, guildId, member } = world();
  await world().map(roles.supporter.id, 'plan_a');
  await world().buy('juniper', 'plan_a');
  await world().buy('leif.h', 'plan_`b` @everyone');
  const at = world().clock.now();
  const change = { guildId, userId: member('juniper'), roleId: roles.supporter.id, kind: 'grant', at };
  await prisma.roleChange.create({
    data: { ...change, reasons: [], eventAt: new Date(at.getTime() - 1_500) },
  });
  const shown = await world().owner().run('stats');
  await expectGolden('stats/shown', shown);
  await expectGolden('stats/shown.de', await world().german().run('stats'));
  expect(filesOf(shown)).toEqual(['memberships.png']);
});

test('a member without Manage Server is refused all owner commands', async () => {
  await world().showToAll();
  for (const command of ['doctor', 'stats', 'settings show', 'access problems'])
    expect((await world().as('tomasz_k').run(command)).text).toContain(
      'You need the permission “Manage Server”',
    );
});
