import { Events, type GuildMember, PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import { permissionsIn, permissionsOf } from '../../src/sandbox/permissions.ts';
import { waitFor } from '../support/wait.ts';
import { connectClient, startSandbox } from './sandbox.ts';

const EVERYTHING = String(PermissionFlagsBits.Administrator);

// https://discord.com/developers/docs/resources/guild#search-guild-members
test('members are found by the beginning of a name or nickname', async () => {
  const { sandbox, member, role } = await startSandbox();
  sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), { permissions: EVERYTHING });
  const { guild } = await connectClient(sandbox);
  await guild.members.edit(member('juniper'), { nick: 'Noodle' });
  const found = await guild.members.search({ query: 'NOO', limit: 10 });
  expect(found.map(({ displayName }) => displayName)).toEqual(['Noodle', 'Noor Rahman']);
});

// https://github.com/discord/discord-api-docs/issues/3733
test.each([
  ['GET', 'user_id', (guildId: string) => `/guilds/${guildId}/members/9223372036854775808`],
  ['PUT', 'user_id', (guildId: string) => `/guilds/${guildId}/members/99999999999999999999/roles/${guildId}`],
  ['GET', 'after', (guildId: string) => `/guilds/${guildId}/members?after=99999999999999999999`],
])(
  '%s with an id that no 64 bits hold is refused as a form, in the field %s',
  async (method, field, path) => {
    const { sandbox, call } = await startSandbox();
    const answer = await call(method, path(sandbox.guildId));
    expect(answer.status).toBe(400);
    const message = 'snowflake value should be less than or equal to 9223372036854775807.';
    expect(await answer.json()).toEqual({
      code: 50035,
      message: 'Invalid Form Body',
      errors: { [field]: { _errors: [{ code: 'NUMBER_TYPE_MAX', message }] } },
    });
  },
);

test('the largest id there can be is nobody’s', async () => {
  const { sandbox, call } = await startSandbox();
  const answer = await call('GET', `/guilds/${sandbox.guildId}/members/9223372036854775807`);
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 10013 }]);
});

// https://discord.com/developers/docs/resources/guild#modify-guild-member
test('one PATCH replaces all roles; each change is one line of the audit log and all are one event', async () => {
  const { sandbox, call, member, role, rolesOf } = await startSandbox();
  sandbox.community.giveRole(sandbox.guildId, member('juniper'), role('Supporter'));
  const { client, guild } = await connectClient(sandbox);
  const events: GuildMember[] = [];
  client.on(Events.GuildMemberUpdate, (_before, after) => events.push(after));
  await (await guild.members.fetch(member('juniper'))).roles.set([role('Insider')], 'an upgrade');
  expect(rolesOf('juniper')).toEqual([role('Insider')]);
  await waitFor(() => expect(events).toHaveLength(1));
  const log: unknown = await (await call('GET', `/guilds/${sandbox.guildId}/audit-logs?limit=2`)).json();
  expect(log).toMatchObject({
    audit_log_entries: [
      { reason: 'an upgrade', changes: [{ key: '$remove', new_value: [{ name: 'Supporter' }] }] },
      { reason: 'an upgrade', changes: [{ key: '$add', new_value: [{ name: 'Insider' }] }] },
    ],
  });
});

// https://discord.com/developers/docs/resources/guild#modify-current-member
test('the bot changes its own name, and of itself nothing else like that', async () => {
  const { sandbox, send, role, rolesOf } = await startSandbox();
  const { guild } = await connectClient(sandbox);
  const path = `/guilds/${sandbox.guildId}/members/@me`;
  const permissions = String(PermissionFlagsBits.ManageRoles);
  sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), { permissions });
  sandbox.community.changeRole(sandbox.guildId, sandbox.guildId, { permissions: '0' });
  expect(await (await send('PATCH', path, { nick: 'Keeper' })).json()).toMatchObject({ code: 50013 });
  const may = String(PermissionFlagsBits.ChangeNickname);
  sandbox.community.changeRole(sandbox.guildId, sandbox.guildId, { permissions: may });
  expect(await guild.members.me?.setNickname('Keeper')).toMatchObject({ nickname: 'Keeper' });
  const before = rolesOf('Rolekeeper');
  expect((await send('PATCH', path, { roles: [role('Insider')], mute: true })).status).toBe(200);
  expect(rolesOf('Rolekeeper')).toEqual(before);
});

// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json: 40032
test.each([{ mute: true }, { deaf: false }, { channel_id: null }])(
  'nobody is in a voice channel: %j',
  async (body) => {
    const { sandbox, send, member, role } = await startSandbox();
    const path = `/guilds/${sandbox.guildId}/members/${member('juniper')}`;
    expect(await (await send('PATCH', path, body)).json()).toMatchObject({ code: 50013 });
    sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), { permissions: EVERYTHING });
    const answer = await send('PATCH', path, body);
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 40032 }]);
  },
);

// https://docs.discord.com/developers/topics/permissions#permission-hierarchy
test('a PATCH that would touch a role above the bot, a managed or an unknown one changes nothing', async () => {
  const { sandbox, send, member, role, rolesOf } = await startSandbox();
  const path = `/guilds/${sandbox.guildId}/members/${member('juniper')}`;
  const patch = async (...roles: string[]) => (await send('PATCH', path, { roles })).json();
  expect(await patch(role('Supporter'), role('Moderator'))).toMatchObject({ code: 50013 });
  expect(await patch(role('Supporter'), role('Server Booster'))).toMatchObject({ code: 50028 });
  expect(await patch(role('Supporter'), '100000000000000001')).toMatchObject({ code: 10011 });
  expect(rolesOf('juniper')).toEqual([]);

  // What stays as it is may be listed, wherever it stands.
  sandbox.community.giveRole(sandbox.guildId, member('juniper'), role('Server Booster'));
  await patch(role('Server Booster'), role('Supporter'));
  expect(rolesOf('juniper')).toEqual([role('Server Booster'), role('Supporter')]);
  expect(await patch(role('Supporter'))).toMatchObject({ code: 50028 });
});

// https://docs.discord.com/developers/resources/guild#modify-guild-member-json-params
test.each([
  ['nick', { nick: 'June' }],
  ['time-out', { communication_disabled_until: '2026-11-21T13:00:00.000000+00:00' }],
  ['roles', { roles: [] }],
])('each field of a member asks for its own permission: %s', async (_field, body) => {
  const { sandbox, send, member, role } = await startSandbox();
  const bot = role('Rolekeeper');
  const path = `/guilds/${sandbox.guildId}/members/${member('juniper')}`;
  sandbox.community.changeRole(sandbox.guildId, bot, { permissions: '0' });
  expect(await (await send('PATCH', path, body)).json()).toMatchObject({ code: 50013 });
  sandbox.community.changeRole(sandbox.guildId, bot, { permissions: EVERYTHING });
  expect(await (await send('PATCH', path, body)).json()).toMatchObject(body);
});

// https://docs.discord.com/developers/resources/guild#modify-guild-member-json-params
test('an administrator below the bot can not be timed out', async () => {
  const { sandbox, send, member, role } = await startSandbox();
  sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), { permissions: EVERYTHING });
  const below = sandbox.community.createRole(sandbox.guildId, {
    name: 'Helper',
    position: 1,
    permissions: EVERYTHING,
  });
  sandbox.community.giveRole(sandbox.guildId, member('juniper'), below.id);
  const body = { communication_disabled_until: '2026-11-21T13:00:00.000Z' };
  const answer = await send('PATCH', `/guilds/${sandbox.guildId}/members/${member('juniper')}`, body);
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 50013 }]);
});

// https://docs.discord.com/developers/topics/permissions#permissions-for-timed-out-members
test('who is timed out may look and read and nothing else until it ends, for at most 28 days', async () => {
  const { sandbox, clock, send, member, role } = await startSandbox();
  const { community, guildId } = sandbox;
  community.changeRole(guildId, role('Rolekeeper'), { permissions: EVERYTHING });
  const path = `/guilds/${guildId}/members/${member('juniper')}`;
  const until = async (time: number) => {
    const communication_disabled_until = new Date(clock.now().getTime() + time).toISOString();
    return (await send('PATCH', path, { communication_disabled_until })).json();
  };
  const day = 86_400_000;
  expect(await until(28 * day + 1)).toMatchObject({
    code: 50035,
    errors: {
      communication_disabled_until: { _errors: [{ code: 'INVALID_COMMUNICATION_DISABLED_TIMESTAMP' }] },
    },
  });
  await until(28 * day);
  const channel = community.state.channels.values().find(({ name }) => name === 'general');
  const may = () => {
    const guild = community.guild(guildId);
    const juniper = guild?.members.get(member('juniper'));
    if (!guild || !juniper || !channel) throw new Error('no guild');
    return [permissionsOf(guild, juniper), permissionsIn(guild, channel, juniper)];
  };
  const { SendMessages, ViewChannel } = PermissionFlagsBits;
  const canSpeak = () => may().map((held) => (held & SendMessages) !== 0n);
  expect(canSpeak()).toEqual([false, false]);
  expect(may().map((held) => (held & ViewChannel) !== 0n)).toEqual([true, true]);
  clock.pass(28 * day);
  expect(canSpeak()).toEqual([true, true]);
});

// https://discord.com/developers/docs/resources/guild#remove-guild-member
test('a member is kicked with a reason; who stands above the bot, and the owner, can not be', async () => {
  const { sandbox, member, rolesOf } = await startSandbox();
  const { client, guild } = await connectClient(sandbox);
  const left: string[] = [];
  client.on(Events.GuildMemberRemove, ({ id }) => left.push(id));
  // The library tells only of those it knew.
  await guild.members.fetch(member('juniper'));
  await guild.members.kick(member('juniper'), 'Membership ended');
  expect(rolesOf('juniper')).toBeUndefined();
  await waitFor(() => expect(left).toEqual([member('juniper')]));
  expect((await guild.fetchAuditLogs({ limit: 1 })).entries.first()).toMatchObject({
    action: 20,
    targetId: member('juniper'),
    reason: 'Membership ended',
  });
  for (const name of ['tomasz_k', 'mira.solberg'])
    await expect(guild.members.kick(member(name))).rejects.toMatchObject({ code: 50013 });
  await expect(guild.members.kick(member('juniper'))).rejects.toMatchObject({ code: 10007 });
});

// https://docs.discord.com/developers/resources/guild#remove-guild-member
test('kicking takes Kick Members', async () => {
  const { sandbox, call, member, role } = await startSandbox();
  sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), {
    permissions: String(PermissionFlagsBits.ManageRoles),
  });
  const answer = await call('DELETE', `/guilds/${sandbox.guildId}/members/${member('juniper')}`);
  expect(await answer.json()).toEqual({ message: 'Missing Permissions', code: 50013 });
});

// https://discord.com/developers/docs/resources/guild#guild-member-object: pending
test('a newcomer is pending until they pass the screening, and the bot is told when they do', async () => {
  const { sandbox } = await startSandbox();
  const { userId } = sandbox.community.join(sandbox.guildId, { username: 'newcomer', pending: true });
  const { client, guild } = await connectClient(sandbox);
  expect((await guild.members.fetch(userId)).pending).toBe(true);
  const passed = new Promise<[boolean | null, boolean]>((done) =>
    client.once(Events.GuildMemberUpdate, (before, after) => done([before.pending, after.pending])),
  );
  sandbox.community.setPending(sandbox.guildId, userId, false);
  expect(await passed).toEqual([true, false]);
});
