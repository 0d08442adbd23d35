import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminActions } from '../audit/log.ts';
import { expectGolden, timeless } from './golden.ts';
import { GENERAL, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ worker: true });
});
afterAll(() => world.close());

const juniper = () => world.as('juniper');
const member = () => ({ member: world.member('juniper') });
const links = () => world.prisma.accountLink.count();
const changes = () =>
  world.prisma.linkChange.findMany({ orderBy: { id: 'asc' }, select: { kind: true, actor: true } });

const lastEntry = () => world.prisma.auditEntry.findFirst({ orderBy: { seq: 'desc' } });

async function linked(commerceUserId: string): Promise<void> {
  await world.prisma.accountLink.create({
    data: { commerceUserId, chatUserId: world.member('juniper'), linkedAt: new Date('2026-11-20T09:00:00Z') },
  });
}

test('/link leads to a page for the asking member alone', async () => {
  const shown = await juniper().run('link', {});
  await expectGolden('link/start', shown);
  expect(JSON.stringify(shown)).toContain(`/link?for=${world.member('juniper')}`);
  await expectGolden('unlink/nothing', await juniper().run('unlink', {}));
});

test('/unlink asks first, acts once, and records who did it', async () => {
  await linked('user_1');
  await expectGolden('link/again', await juniper().run('link', {}));
  const asked = await juniper().run('unlink', {});
  await expectGolden('unlink/ask', asked);
  await expectGolden('unlink/done', await juniper().press(asked, 'End the link'));
  expect(await links()).toBe(0);
  expect((await changes()).at(-1)).toEqual({ kind: 'unlink', actor: world.member('juniper') });
  expect(await lastEntry()).toMatchObject({
    action: 'account unlinked',
    actorKind: 'member',
    actorId: world.member('juniper'),
    objectId: world.member('juniper'),
    address: null,
    guildId: world.guildId,
    details: { users: ['user_1'] },
  });
});

test('/link says when a member who has linked six times can link again', async () => {
  const data = { at: world.clock.now(), kind: 'link', chatUserId: world.member('leif.h') };
  const links = Array.from({ length: 6 }, () => data);
  await world.prisma.linkChange.createMany({ data: links });
  const refused = await world.as('leif.h').run('link', {});
  await expectGolden('link/too-often', timeless(refused));
  world.clock.pass(3_600_000);
  await expectGolden('link/start', await world.as('leif.h').run('link', {}));
});

test('admins show, end, forbid and allow links', async () => {
  const before = (await changes()).length;
  await linked('user_2');
  await expectGolden('linking/show', await world.owner().run('linking show', member()));
  await expectGolden(
    'linking/unlink',
    timeless(await world.owner().run('linking unlink', { ...member(), forbid_days: 7 })),
  );
  expect(await links()).toBe(0);
  await expectGolden(
    'linking/unlink-none',
    timeless(await world.owner().run('linking unlink', { ...member(), forbid_days: 0 })),
  );
  await expectGolden('link/forbidden', timeless(await juniper().run('link', {})));
  await expectGolden(
    'linking/forbid',
    timeless(await world.owner().run('linking forbid', { ...member(), days: 30 })),
  );
  await expectGolden('linking/allow', await world.owner().run('linking allow', member()));
  await expectGolden('linking/allow-again', await world.owner().run('linking allow', member()));
  await expectGolden('linking/show-none.de', await world.german().run('linking show', member()));
  const ordered = (await changes()).slice(before);
  expect(ordered.map(({ kind }) => kind)).toEqual(['unlink', 'forbid', 'forbid', 'allow']);
  expect(new Set(ordered.map(({ actor }) => actor))).toEqual(new Set([world.owner().userId]));
  const noted = await adminActions(world.prisma, { objectId: world.member('juniper') });
  expect(noted.slice(-3)).toMatchObject([
    { action: 'account unlinked', actor: world.owner().userId, details: { users: ['user_2'], days: 7 } },
    { action: 'linking forbidden', details: { days: 30 } },
    { action: 'linking allowed' },
  ]);
});

test('a link ended by an admin blocks linking for the configured days, unless the admin says otherwise', async () => {
  await world.owner().run('settings change', { relink_days: 14 });
  await linked('user_3');
  const ended = await world.owner().run('linking unlink', member());
  expect(ended.text).toContain('They can’t link before');
  await world.owner().run('linking allow', member());
  await linked('user_4');
  const spared = await world.owner().run('linking unlink', { ...member(), forbid_days: 0 });
  expect(spared.text).not.toContain('They can’t link before');
});

test('a posted button starts linking for every member, even after a year and a restart', async () => {
  const owner = world.owner();
  await owner.run('settings link-panel', { channel: GENERAL });
  await expectGolden('settings/link-panel', await owner.sees('Button posted'));
  const panel = await juniper().sees('Have you bought something?');
  await expectGolden('link/panel', panel);
  world.clock.pass(400 * 24 * 3_600_000);
  await world.restartBot();
  const begun = await juniper().press(panel, 'Link my purchases');
  await expectGolden('link/from-panel', begun);
  expect(JSON.stringify(begun)).toContain(`/link?for=${world.member('juniper')}`);
  const other = await world.as('leif.h').press(panel, 'Link my purchases');
  expect(JSON.stringify(other)).toContain(`/link?for=${world.member('leif.h')}`);
  const noted = await adminActions(world.prisma, { action: 'link panel posted' });
  expect(noted).toMatchObject([{ actor: owner.userId, subject: GENERAL }]);
});

test('a channel that the bot cannot write to gets no button, and the admin learns what to do', async () => {
  const { sandbox, guildId } = world;
  const closed = { id: guildId, of: 'role' as const, allow: '0', deny: '2048' };
  const silent = sandbox.community.createChannel(guildId, 'silent', [closed]);
  const refused = await world.german().run('settings link-panel', { channel: silent.id });
  await expectGolden('settings/link-panel-refused.de', refused);
  expect(await adminActions(world.prisma, { objectId: silent.id })).toEqual([]);
});
