import { PermissionFlagsBits } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { liftBlocks } from '../../../src/access/problems/problems.ts';
import { paidMember, usePaidDatabase } from '../paid-member.ts';

const KICK = { method: 'DELETE', route: '/guilds/:guild_id/members/:user_id' } as const;
const GET_MEMBER = { method: 'GET', route: '/guilds/:guild_id/members/:user_id' } as const;

const database = usePaidDatabase();

test('a member whom we may not remove loses the role, and is removed once we may', async () => {
  const { sandbox, clock, ref, sync, end, roles, role, audit, problems } = await paidMember(database());
  await sync();
  await database().prisma.roleMapping.updateMany({ data: { atEnd: 'kick' } });
  const bot = role('Rolekeeper');
  sandbox.community.changeRole(ref.guildId, bot, { permissions: String(PermissionFlagsBits.ManageRoles) });
  await end();
  expect(await sync()).toBe('changed');
  expect(roles()).toEqual([]);
  expect(await problems()).toHaveLength(1);
  // A refused removal is not retried before something changes.
  expect(await sync()).toBe('in order');
  clock.pass(10_000);
  const { ManageRoles, KickMembers } = PermissionFlagsBits;
  sandbox.community.changeRole(ref.guildId, bot, { permissions: String(ManageRoles | KickMembers) });
  await liftBlocks(database().prisma, ref.guildId);
  expect(await sync()).toBe('changed');
  expect(roles()).toBeUndefined();
  expect(await problems()).toEqual([]);
  expect((await audit()).at(-1)).toMatchObject({ kind: 'kick', roleId: null });
});

test('a member who pays again after a failed removal and leaves later is not recorded as kicked', async () => {
  const { sandbox, clock, ref, sync, end, audit } = await paidMember(database());
  await sync();
  await database().prisma.roleMapping.updateMany({ data: { atEnd: 'kick' } });
  await end();
  sandbox.faults.answer({ method: 'DELETE', route: GET_MEMBER.route }, { status: 500 }, 4);
  await expect(sync()).rejects.toMatchObject({ code: 'DISCORD_UNAVAILABLE' });
  clock.pass(10_000);
  await database().prisma.mirroredMembership.updateMany({
    data: { valid: true, status: 'active', endedAt: null },
  });
  expect(await sync()).toBe('in order');
  sandbox.community.leave(ref.guildId, ref.userId);
  expect(await sync()).toBe('absent');
  expect((await audit()).map(({ kind }) => kind)).not.toContain('kick');
});

test('the rate limit for removals is stored apart from the one for role changes', async () => {
  const { ref, sync, end } = await paidMember(database());
  await sync();
  const where = { guildId: ref.guildId };
  const before = await database().prisma.allowance.findMany({ where });
  expect(before.map(({ kind }) => kind)).toEqual(['member']);
  await database().prisma.roleMapping.updateMany({ data: { atEnd: 'kick' } });
  await end();
  expect(await sync()).toBe('changed');
  const after = await database().prisma.allowance.findMany({ where, orderBy: { kind: 'asc' } });
  expect(after).toEqual([
    {
      ...before[0],
      kind: 'kick',
      left: expect.any(Number),
      resetsAt: expect.any(Date),
      size: expect.any(Number),
    },
    before[0],
  ]);
});

test('a member who leaves during a removal is not recorded as kicked and keeps their ledger entries', async () => {
  const { sandbox, ref, sync, end, audit } = await paidMember(database());
  await sync();
  await database().prisma.roleMapping.updateMany({ data: { atEnd: 'kick' } });
  await end();
  const hold = sandbox.faults.hold(KICK);
  const syncing = sync();
  await hold.arrived;
  sandbox.community.leave(ref.guildId, ref.userId);
  hold.remove();
  expect(await syncing).toBe('absent');
  expect((await audit()).map(({ kind }) => kind)).toEqual(['grant', 'grant']);
  const entries = await database().prisma.roleGrant.findMany({ select: { roleId: true, leaving: true } });
  expect(entries.map(({ leaving }) => leaving)).toEqual([false, false]);
});
