import { expect, test } from 'vitest';
import { unblock } from '../../../src/access/problems/problems.ts';
import { paidMember, usePaidDatabase } from '../paid-member.ts';

const PATCH_MEMBER = { method: 'PATCH', route: '/guilds/:guild_id/members/:user_id' } as const;
const PUT_ROLE = { method: 'PUT', route: '/guilds/:guild_id/members/:user_id/roles/:role_id' } as const;
const GET_MEMBER = { method: 'GET', route: '/guilds/:guild_id/members/:user_id' } as const;

const database = usePaidDatabase();

test('a sync grants the paid roles, writes one audit entry for each, and a second sync changes nothing', async () => {
  const { sync, roles, role, audit } = await paidMember(database());
  expect(await sync()).toBe('changed');
  expect(roles()).toEqual([role('Supporter'), role('Insider')]);
  expect(await sync()).toBe('in order');
  const reasons = [{ kind: 'membership valid', id: 'mem_1', status: 'active', tie: 'connected' }];
  expect(await audit()).toEqual([
    { kind: 'grant', roleId: role('Supporter'), reasons },
    { kind: 'grant', roleId: role('Insider'), reasons },
  ]);
});

test('a sync after the end revokes the paid roles and keeps those given by hand', async () => {
  const { sandbox, ref, sync, end, roles, role, audit } = await paidMember(database());
  await sync();
  sandbox.community.giveRole(ref.guildId, ref.userId, role('Moderator'));
  await end();
  expect(await sync()).toBe('changed');
  expect(roles()).toEqual([role('Moderator')]);
  expect((await audit()).map(({ kind }) => kind)).toEqual(['grant', 'grant', 'revoke', 'revoke']);
});

test('a role above the bot becomes a problem, the other role is granted, and no call repeats in a loop', async () => {
  const { sandbox, clock, ref, sync, roles, role, problems } = await paidMember(database());
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 9 });
  expect(await sync()).toBe('changed');
  expect(roles()).toEqual([role('Supporter')]);
  const since = clock.now();
  expect(await problems()).toEqual([
    {
      subject: `role ${role('Insider')}`,
      since,
      problem: expect.stringContaining('drag its role above this one'),
    },
  ]);
  clock.pass(60_000);
  expect(await sync()).toBe('in order');
  expect((await problems()).map((problem) => problem.since)).toEqual([since]);
});

test('a problem is removed once it is fixed', async () => {
  const { sandbox, clock, ref, sync, roles, role, problems } = await paidMember(database());
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 9 });
  await sync();
  clock.pass(10_000);
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 2 });
  // A refused change is not retried before something changes.
  expect(await sync()).toBe('in order');
  expect(await unblock(database().prisma, ref.guildId, `role ${role('Insider')}`)).toEqual([ref]);
  await sync();
  expect(roles()).toContain(role('Insider'));
  expect(await problems()).toEqual([]);
});

test('a problem closes when its only affected member leaves or the mapping of its role is removed', async () => {
  const { sandbox, ref, sync, role, problems } = await paidMember(database());
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 9 });
  await sync();
  await database().prisma.roleMapping.deleteMany({ where: { roleId: role('Insider') } });
  await sync();
  expect(await problems()).toEqual([]);
  sandbox.community.changeRole(ref.guildId, role('Supporter'), { position: 9 });
  sandbox.community.takeRole(ref.guildId, ref.userId, role('Supporter'));
  await sync();
  expect(await problems()).toHaveLength(1);
  sandbox.community.leave(ref.guildId, ref.userId);
  expect(await sync()).toBe('absent');
  expect(await problems()).toEqual([]);
});

test('a server that removed the bot becomes a problem, and nothing is concluded', async () => {
  const { sandbox, ref, sync, problems, audit } = await paidMember(database());
  sandbox.community.leave(ref.guildId, sandbox.community.state.application.botId);
  expect(await sync()).toBe('refused');
  expect(await problems()).toMatchObject([
    { subject: 'server', problem: expect.stringContaining('not in this server') },
  ]);
  expect(await audit()).toEqual([]);
});

test('a role that could not be granted before the membership ended causes no audit entry', async () => {
  const { sandbox, sync, end, audit } = await paidMember(database());
  const outages = [PATCH_MEMBER, PUT_ROLE].map((target) =>
    sandbox.faults.answer(target, { status: 500 }, 100),
  );
  await expect(sync()).rejects.toMatchObject({ code: 'DISCORD_UNAVAILABLE' });
  await end();
  for (const outage of outages) outage.remove();
  expect(await sync()).toBe('in order');
  expect(await audit()).toEqual([]);
  expect(await database().prisma.roleGrant.count()).toBe(0);
});

test('a member who leaves and returns gets the roles each time without a problem', async () => {
  const { sandbox, ref, sync, roles, problems } = await paidMember(database());
  for (let times = 0; times < 5; times++) {
    expect(await sync()).toBe('changed');
    expect(roles()).toHaveLength(2);
    sandbox.community.leave(ref.guildId, ref.userId);
    sandbox.community.join(ref.guildId, { userId: ref.userId });
  }
  expect(await problems()).toEqual([]);
});

test('a crash between the platform call and the audit entry is completed by the next sync', async () => {
  const { sandbox, ref, sync, role, audit } = await paidMember(database());
  const hold = sandbox.faults.hold(PATCH_MEMBER);
  const crashed = sync().catch(() => 'died');
  await hold.arrived;
  // The ledger was written before the call. The role arrives, but the sync fails before it records the change.
  sandbox.community.giveRole(ref.guildId, ref.userId, role('Supporter'));
  sandbox.faults.answer(GET_MEMBER, { status: 500 }, 4);
  hold.remove();
  expect(await crashed).toBe('died');
  expect(await audit()).toEqual([]);
  expect(await sync()).toBe('in order');
  expect((await audit()).map(({ roleId }) => roleId)).toEqual([role('Supporter'), role('Insider')]);
});

test('an invalid chat id belongs to no member and causes no platform call', async () => {
  const { sandbox, ref, sync } = await paidMember(database());
  sandbox.faults.answer({}, { status: 500 }, 100);
  expect(await sync({ ...ref, userId: 'ada@example.com' })).toBe('absent');
});

test('a role present before the membership is taken over and revoked with it', async () => {
  const { sandbox, ref, sync, end, roles, role, audit } = await paidMember(database());
  sandbox.community.giveRole(ref.guildId, ref.userId, role('Supporter'));
  await sync();
  await end();
  await sync();
  expect(roles()).toEqual([]);
  expect(
    (await audit()).filter(({ roleId }) => roleId === role('Supporter')).map(({ kind }) => kind),
  ).toEqual(['revoke']);
});

test('a refused grant leaves no entry that would revoke a role which an admin gives later', async () => {
  const { sandbox, ref, sync, end, roles, role } = await paidMember(database());
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 9 });
  await sync();
  await end();
  await sync();
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 2 });
  sandbox.community.giveRole(ref.guildId, ref.userId, role('Insider'));
  await sync();
  expect(roles()).toEqual([role('Insider')]);
});

test('a role that we may not revoke is not marked as leaving', async () => {
  const { sandbox, ref, sync, end, roles, role } = await paidMember(database());
  await sync();
  for (const name of ['Supporter', 'Insider'])
    sandbox.community.changeRole(ref.guildId, role(name), { position: 9 });
  await end();
  await sync();
  expect(roles()).toHaveLength(2);
  const entries = await database().prisma.roleGrant.findMany({ select: { leaving: true, orderedBy: true } });
  expect(entries).toEqual([
    { leaving: false, orderedBy: null },
    { leaving: false, orderedBy: null },
  ]);
});

test.each([
  ['while the only role is given', ['Supporter'], PUT_ROLE],
  ['while several roles are given', ['Supporter', 'Insider'], PATCH_MEMBER],
])('a member who leaves %s is absent, without a ledger entry or a problem', async (_name, names, target) => {
  const { sandbox, ref, role, sync, audit, problems } = await paidMember(database());
  const roleId = { notIn: names.map(role) };
  await database().prisma.roleMapping.deleteMany({ where: { roleId } });
  const hold = sandbox.faults.hold(target);
  const syncing = sync();
  await hold.arrived;
  sandbox.community.leave(ref.guildId, ref.userId);
  hold.remove();
  expect(await syncing).toBe('absent');
  expect(await database().prisma.roleGrant.count()).toBe(0);
  expect(await problems()).toEqual([]);
  expect(await audit()).toEqual([]);
});
