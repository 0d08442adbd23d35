import { PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import { connectClient, startSandbox } from './sandbox.ts';

// https://discord.com/developers/docs/resources/guild#create-guild-role
test('the bot makes a role at the bottom, changes it, moves it and deletes it', async () => {
  const { sandbox } = await startSandbox();
  const { guild } = await connectClient(sandbox);
  const role = await guild.roles.create({
    name: 'Patron',
    colors: { primaryColor: 0x123456 },
    reason: 'new',
  });
  expect(role).toMatchObject({ name: 'Patron', position: 1, color: 0x123456, mentionable: false });
  expect((await role.edit({ name: 'Patrons', hoist: true })).name).toBe('Patrons');
  await guild.roles.setPositions([{ role: role.id, position: 3 }]);
  expect(sandbox.community.guild(guild.id)?.roles.get(role.id)).toMatchObject({ position: 3, hoist: true });
  await role.delete();
  expect(sandbox.community.guild(guild.id)?.roles.has(role.id)).toBe(false);
  const log = await guild.fetchAuditLogs({ limit: 5 });
  expect(log.entries.map(({ action }) => action)).toEqual([32, 31, 31, 30]);
});

// https://docs.discord.com/developers/resources/guild#delete-guild-role
test('a deleted role is nobody’s any more', async () => {
  const { sandbox, call, member, role, rolesOf } = await startSandbox();
  sandbox.community.giveRole(sandbox.guildId, member('juniper'), role('Insider'));
  const path = `/guilds/${sandbox.guildId}/roles/${role('Insider')}`;
  expect((await call('DELETE', path)).status).toBe(204);
  expect(rolesOf('juniper')).toEqual([]);
  expect(await (await call('DELETE', path)).json()).toMatchObject({ code: 10011 });
});

// https://discord.com/developers/docs/topics/permissions#permission-hierarchy
test('roles at or above the bot’s own can be neither changed, moved, deleted nor moved to', async () => {
  const { sandbox, call, send, role } = await startSandbox();
  const path = `/guilds/${sandbox.guildId}/roles`;
  const refused = async (method: string, rest: string, body?: unknown) =>
    expect(
      await (await (body ? send(method, path + rest, body) : call(method, path + rest))).json(),
    ).toMatchObject({ code: 50013 });
  await refused('PATCH', `/${role('Moderator')}`, { name: 'Mods' });
  await refused('PATCH', `/${role('Rolekeeper')}`, { name: 'Me' });
  await refused('DELETE', `/${role('Moderator')}`);
  await refused('PATCH', '', [{ id: role('Moderator'), position: 1 }]);
  await refused('PATCH', '', [{ id: role('Supporter'), position: 5 }]);
});

// https://docs.discord.com/developers/resources/guild#modify-guild-role
test('a role can not be given permissions that the bot lacks', async () => {
  const { sandbox, send, role } = await startSandbox();
  const permissions = String(PermissionFlagsBits.BanMembers);
  const made = await send('POST', `/guilds/${sandbox.guildId}/roles`, { permissions });
  expect(await made.json()).toMatchObject({ code: 50013 });
  const path = `/guilds/${sandbox.guildId}/roles/${role('Supporter')}`;
  expect(await (await send('PATCH', path, { permissions })).json()).toMatchObject({ code: 50013 });
});

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#json: 30005
test('a guild has at most 250 roles: 30005', async () => {
  const { sandbox, send } = await startSandbox();
  const { community, guildId } = sandbox;
  for (let i = community.guild(guildId)?.roles.size ?? 0; i < 250; i += 1)
    community.createRole(guildId, { name: `role ${i}`, position: 1 });
  const answer = await send('POST', `/guilds/${guildId}/roles`, { name: 'one more' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ code: 30005 });
});
