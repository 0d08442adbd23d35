import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { columnsOf, LOG_CHANNEL } from '../../src/access/problems/subject.ts';
import { changeSettings, readSettings, type SettingsChange } from '../../src/admin/settings.ts';
import type { Database } from '../../src/database/index.ts';
import { createPlatform } from '../../src/discord/platform.ts';
import { startEngine } from '../access/engine.ts';
import { adminActions } from '../audit/log.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ADMIN = '100000000000000001';

async function openSettings() {
  const engine = await startEngine(database);
  const { sandbox, deps, call, guildId, signal } = engine;
  const all = { ...deps, platform: createPlatform(call) };
  const channel = (deny: bigint, of = guildId) => {
    const overwrite = { id: of, of: 'role' as const, allow: '0', deny: String(deny) };
    return sandbox.community.createChannel(guildId, 'log', [overwrite]).id;
  };
  return {
    ...engine,
    channel,
    read: () => readSettings(database.prisma, guildId),
    change: (change: SettingsChange) => changeSettings(all, guildId, change, ADMIN, signal),
  };
}

test('a guild has defaults until an admin changes them, and only the given settings change', async () => {
  const { read, change, channel, guildId } = await openSettings();
  const policy = { atEnd: 'remove', graceDays: 0, orphans: 'keep', waitForScreening: true };
  const defaults = { logChannelId: null, tellMembers: true, language: 'en', policy, relinkDays: 0 };
  expect(await read()).toEqual(defaults);

  const logChannelId = channel(0n);
  await database.prisma.problem.create({
    data: { guildId, ...columnsOf(LOG_CHANNEL), since: new Date(), problem: 'It is gone.' },
  });
  await change({ logChannelId, language: 'de' });
  await change({ policy: { graceDays: 3 }, relinkDays: 30 });
  const changed = { ...defaults, logChannelId, language: 'de', relinkDays: 30 };
  expect(await read()).toEqual({ ...changed, policy: { ...policy, graceDays: 3 } });
  expect(await database.prisma.problem.count({ where: { guildId } })).toBe(0);
  const audit = await adminActions(database.prisma, { guildId });
  expect(audit.map(({ actor, action, details }) => ({ actor, action, details }))).toEqual([
    { actor: ADMIN, action: 'settings changed', details: { logChannelId, language: 'de' } },
    { actor: ADMIN, action: 'settings changed', details: { graceDays: 3, relinkDays: 30 } },
  ]);
});

test('a log channel that the bot cannot write to is refused with advice, and nothing changes', async () => {
  const { sandbox, guildId, read, change, channel } = await openSettings();
  const elsewhere = sandbox.community.createGuild('Other', 1);
  const botRole = [...(sandbox.community.guild(guildId)?.roles.values() ?? [])].find(
    ({ managed }) => managed,
  );
  const refusals: readonly (readonly [channelId: string, code: string])[] = [
    ['100000000000000009', 'LOG_CHANNEL_UNKNOWN'],
    ['../guilds', 'LOG_CHANNEL_UNKNOWN'],
    [sandbox.community.createChannel(elsewhere.id, 'log').id, 'LOG_CHANNEL_ELSEWHERE'],
    [channel(PermissionFlagsBits.ViewChannel), 'LOG_CHANNEL_HIDDEN'],
    [channel(PermissionFlagsBits.SendMessages), 'LOG_CHANNEL_READ_ONLY'],
    [channel(PermissionFlagsBits.SendMessages, botRole?.id), 'LOG_CHANNEL_READ_ONLY'],
    [channel(PermissionFlagsBits.EmbedLinks), 'LOG_CHANNEL_NO_CARDS'],
  ];
  for (const [logChannelId, code] of refusals)
    await expect(change({ logChannelId, tellMembers: false }), code).rejects.toMatchObject({ code });
  await expect(change({ policy: { graceDays: 366 } })).rejects.toThrow('from 0 to 365');
  await expect(change({ relinkDays: 1.5 })).rejects.toThrow('a whole number');
  expect(await read()).toMatchObject({ logChannelId: null, tellMembers: true });
  expect(await adminActions(database.prisma, { guildId })).toEqual([]);
});
