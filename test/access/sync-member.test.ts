import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Occasion } from '../../src/access/occasion.ts';
import { unblock } from '../../src/access/problems.ts';
import { syncMember } from '../../src/access/sync-member.ts';
import type { Database } from '../../src/database/index.ts';
import { createCaller } from '../../src/discord/caller.ts';
import { createCommunity } from '../../src/discord/community.ts';
import { createRest } from '../../src/discord/rest.ts';
import { startSandbox, TOKEN } from '../sandbox/sandbox.ts';
import { openTestDatabase } from '../support/database.ts';
import { quietLog } from '../support/log.ts';

const LIVE: Occasion = { urgency: 'live', mayTake: true };

const PATCH_MEMBER = { method: 'PATCH', route: '/guilds/:guild_id/members/:user_id' } as const;
const GET_MEMBER = { method: 'GET', route: '/guilds/:guild_id/members/:user_id' } as const;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  const { prisma } = database;
  await prisma.$transaction([
    prisma.mirroredMembership.deleteMany(),
    prisma.roleMapping.deleteMany(),
    prisma.roleGrant.deleteMany(),
    prisma.roleChange.deleteMany(),
    prisma.problem.deleteMany(),
    prisma.allowance.deleteMany(),
    prisma.announcement.deleteMany(),
  ]);
});

/** Juniper, who has bought a plan that gives Supporter and Insider, in a community of the test's own. */
async function paidMember() {
  const { sandbox, clock, member, role, rolesOf } = await startSandbox();
  const { prisma } = database;
  const access = { token: TOKEN, apiUrl: sandbox.apiUrl };
  const community = createCommunity(createCaller(createRest(access), TOKEN, clock));
  const deps = { prisma, clock, log: quietLog, community, send: async () => undefined };
  const ref = { guildId: sandbox.guildId, userId: member('juniper') };
  for (const name of ['Supporter', 'Insider']) {
    await prisma.roleMapping.create({
      data: { guildId: ref.guildId, roleId: role(name), sourceId: 'plan_a' },
    });
  }
  const membership = {
    id: 'mem_1',
    planId: 'plan_a',
    chatUserId: ref.userId,
    status: 'active',
    valid: true,
    observation: 1,
  };
  await prisma.mirroredMembership.create({ data: { ...membership, observedAt: clock.now() } });
  return {
    sandbox,
    clock,
    ref,
    role,
    sync: async (occasion: Occasion = LIVE) =>
      (await syncMember(deps, ref, occasion, new AbortController().signal)).result,
    roles: () => rolesOf('juniper'),
    end: () => prisma.mirroredMembership.updateMany({ data: { valid: false, status: 'canceled' } }),
    audit: () =>
      prisma.roleChange.findMany({
        orderBy: { id: 'asc' },
        select: { kind: true, roleId: true, reason: true },
      }),
    problems: () => prisma.problem.findMany({ select: { subject: true, problem: true, since: true } }),
  };
}

test('a sync gives what was paid for, audits each role once, and a second sync changes nothing', async () => {
  const { sync, roles, role, audit } = await paidMember();
  expect(await sync()).toBe('changed');
  expect(roles()).toEqual([role('Supporter'), role('Insider')]);
  expect(await sync()).toBe('in order');
  expect(await audit()).toEqual([
    { kind: 'grant', roleId: role('Supporter'), reason: 'Membership mem_1 is active.' },
    { kind: 'grant', roleId: role('Insider'), reason: 'Membership mem_1 is active.' },
  ]);
});

test('at the end the roles go, and what others gave by hand stays', async () => {
  const { sandbox, ref, sync, end, roles, role, audit } = await paidMember();
  await sync();
  sandbox.community.giveRole(ref.guildId, ref.userId, role('Moderator'));
  await end();
  expect(await sync()).toBe('changed');
  expect(roles()).toEqual([role('Moderator')]);
  expect((await audit()).map(({ kind }) => kind)).toEqual(['grant', 'grant', 'revoke', 'revoke']);
});

test('a role above the bot is put before the admins, the other role is given, and nothing is tried in a loop', async () => {
  const { sandbox, clock, ref, sync, roles, role, problems } = await paidMember();
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 9 });
  expect(await sync()).toBe('changed');
  expect(roles()).toEqual([role('Supporter')]);
  const since = clock.now();
  expect(await problems()).toEqual([
    { subject: role('Insider'), problem: expect.stringContaining('drag its role above this one'), since },
  ]);
  clock.pass(60_000);
  expect(await sync()).toBe('in order');
  expect((await problems()).map((problem) => problem.since)).toEqual([since]);
});

test('a problem is forgotten once it is mended', async () => {
  const { sandbox, clock, ref, sync, roles, role, problems } = await paidMember();
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 9 });
  await sync();
  clock.pass(10_000);
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 2 });
  // What was refused is not tried again before something has changed.
  expect(await sync()).toBe('in order');
  expect(await unblock(database.prisma, [ref.guildId])).toEqual([ref]);
  await sync();
  expect(roles()).toContain(role('Insider'));
  expect(await problems()).toEqual([]);
});

test('a problem is closed with whom alone it concerned, and with the mapping of its role', async () => {
  const { sandbox, ref, sync, role, problems } = await paidMember();
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 9 });
  await sync();
  await database.prisma.roleMapping.deleteMany({ where: { roleId: role('Insider') } });
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

test('a server that the bot was removed from is put before the admins, and nothing is concluded', async () => {
  const { sandbox, ref, sync, problems, audit } = await paidMember();
  sandbox.community.leave(ref.guildId, sandbox.community.state.application.botId);
  expect(await sync()).toBe('refused');
  expect(await problems()).toMatchObject([
    { subject: 'server', problem: expect.stringContaining('not in this server') },
  ]);
  expect(await audit()).toEqual([]);
});

test.each([
  ['a 500 of the platform', { status: 500 }],
  ['a 403 of a proxy before the platform', { status: 403, html: true }],
])('%s is worth a retry and no problem of anybody', async (_name, answer) => {
  const { sandbox, sync, problems, roles } = await paidMember();
  // The library itself tries four times.
  sandbox.faults.answer(GET_MEMBER, answer, 4);
  await expect(sync()).rejects.toMatchObject({ code: 'DISCORD_UNAVAILABLE' });
  expect(await problems()).toEqual([]);
  sandbox.faults.clear();
  expect(await sync()).toBe('changed');
  expect(roles()).toHaveLength(2);
});

test('a refused token stops all calls for a minute, and then works again if the platform takes it', async () => {
  const { sandbox, clock, sync } = await paidMember();
  sandbox.faults.answer(GET_MEMBER, { status: 401 });
  await expect(sync()).rejects.toMatchObject({ code: 'DISCORD_TOKEN_REFUSED' });
  clock.pass(59_000);
  await expect(sync()).rejects.toMatchObject({ code: 'DISCORD_TOKEN_REFUSED' });
  clock.pass(2_000);
  expect(await sync()).toBe('changed');
});

test('a crash after the platform was called and before the audit is finished by the next sync', async () => {
  const { sandbox, ref, sync, role, audit } = await paidMember();
  const hold = sandbox.faults.hold(PATCH_MEMBER);
  const crashed = sync().catch(() => 'died');
  await hold.arrived;
  // The ledger was written before the call; the role arrives, and nobody is left to write it down.
  sandbox.community.giveRole(ref.guildId, ref.userId, role('Supporter'));
  sandbox.faults.answer(GET_MEMBER, { status: 500 }, 4);
  hold.remove();
  expect(await crashed).toBe('died');
  expect(await audit()).toEqual([]);
  expect(await sync()).toBe('in order');
  expect((await audit()).map(({ roleId }) => roleId)).toEqual([role('Supporter'), role('Insider')]);
});

test('a chat id that is no id belongs to nobody, and the platform is not asked', async () => {
  const { sandbox, clock, ref } = await paidMember();
  const rest = createRest({ token: TOKEN, apiUrl: sandbox.apiUrl });
  const community = createCommunity(createCaller(rest, TOKEN, clock));
  sandbox.faults.answer({}, { status: 500 }, 100);
  const send = async () => undefined;
  const deps = { prisma: database.prisma, clock, log: quietLog, community, send };
  const nobody = { ...ref, userId: 'ada@example.com' };
  const { result } = await syncMember(deps, nobody, LIVE, new AbortController().signal);
  expect(result).toBe('absent');
});

test('a role that was there before the membership is taken over, and goes with it', async () => {
  const { sandbox, ref, sync, end, roles, role, audit } = await paidMember();
  sandbox.community.giveRole(ref.guildId, ref.userId, role('Supporter'));
  await sync();
  await end();
  await sync();
  expect(roles()).toEqual([]);
  expect(
    (await audit()).filter(({ roleId }) => roleId === role('Supporter')).map(({ kind }) => kind),
  ).toEqual(['revoke']);
});

test('a grant that was refused leaves nothing behind that would take the role from whom an admin gives it', async () => {
  const { sandbox, ref, sync, end, roles, role } = await paidMember();
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 9 });
  await sync();
  await end();
  await sync();
  sandbox.community.changeRole(ref.guildId, role('Insider'), { position: 2 });
  sandbox.community.giveRole(ref.guildId, ref.userId, role('Insider'));
  await sync();
  expect(roles()).toEqual([role('Insider')]);
});

test('whom we may not remove loses the role, and is removed once we may', async () => {
  const { sandbox, clock, ref, sync, end, roles, role, audit, problems } = await paidMember();
  await sync();
  await database.prisma.roleMapping.updateMany({ data: { atEnd: 'kick' } });
  const bot = role('Rolekeeper');
  sandbox.community.changeRole(ref.guildId, bot, { permissions: String(PermissionFlagsBits.ManageRoles) });
  await end();
  expect(await sync()).toBe('changed');
  expect(roles()).toEqual([]);
  expect(await problems()).toHaveLength(1);
  // What was refused is not tried again before something has changed.
  expect(await sync()).toBe('in order');
  clock.pass(10_000);
  const { ManageRoles, KickMembers } = PermissionFlagsBits;
  sandbox.community.changeRole(ref.guildId, bot, { permissions: String(ManageRoles | KickMembers) });
  await unblock(database.prisma, [ref.guildId]);
  expect(await sync()).toBe('changed');
  expect(roles()).toBeUndefined();
  expect(await problems()).toEqual([]);
  expect((await audit()).at(-1)).toMatchObject({ kind: 'kick', roleId: null });
});

test('who pays again after a removal that failed, and leaves later, was not removed by us', async () => {
  const { sandbox, clock, ref, sync, end, audit } = await paidMember();
  await sync();
  await database.prisma.roleMapping.updateMany({ data: { atEnd: 'kick' } });
  await end();
  sandbox.faults.answer({ method: 'DELETE', route: GET_MEMBER.route }, { status: 500 }, 4);
  await expect(sync()).rejects.toMatchObject({ code: 'DISCORD_UNAVAILABLE' });
  clock.pass(10_000);
  await database.prisma.mirroredMembership.updateMany({
    data: { valid: true, status: 'active', endedAt: null },
  });
  expect(await sync()).toBe('in order');
  sandbox.community.leave(ref.guildId, ref.userId);
  expect(await sync()).toBe('absent');
  expect((await audit()).map(({ kind }) => kind)).not.toContain('kick');
});

test('a role that we were not let take is not awaited to be gone', async () => {
  const { sandbox, ref, sync, end, roles, role } = await paidMember();
  await sync();
  for (const name of ['Supporter', 'Insider'])
    sandbox.community.changeRole(ref.guildId, role(name), { position: 9 });
  await end();
  await sync();
  expect(roles()).toHaveLength(2);
  const entries = await database.prisma.roleGrant.findMany({ select: { leaving: true, orderedBy: true } });
  expect(entries).toEqual([
    { leaving: false, orderedBy: null },
    { leaving: false, orderedBy: null },
  ]);
});
