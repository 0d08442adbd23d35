import { DiscordAPIError } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { connectRest, startSandbox, TOKEN } from './sandbox.ts';

// https://docs.discord.com/developers/resources/guild#add-guild-member-role
test('the bot gives a role and takes it away again, each answered 204 without a body', async () => {
  const { call, rolePath, rolesOf, role } = await startSandbox();

  const given = await call('PUT', rolePath('juniper', 'Supporter'));
  expect(given.status).toBe(204);
  expect(given.headers.get('content-type')).toBeNull();
  expect(rolesOf('juniper')).toEqual([role('Supporter')]);

  const taken = await call('DELETE', rolePath('juniper', 'Supporter'));
  expect(taken.status).toBe(204);
  expect(rolesOf('juniper')).toEqual([]);
});

// https://docs.discord.com/developers/resources/audit-log#audit-log-entry-object
test('the audit log tells who gave which role to whom and why', async () => {
  const { sandbox, call, member, role, rolePath } = await startSandbox();
  await call('PUT', rolePath('juniper', 'Insider'), {
    'x-audit-log-reason': encodeURIComponent('Membership “Gold” went valid'),
  });
  // Given already: nothing happens, so there is nothing to log.
  await call('PUT', rolePath('juniper', 'Insider'));

  const log: unknown = await connectRest(sandbox).get(Routes.guildAuditLog(sandbox.guildId));
  expect(log).toMatchObject({
    audit_log_entries: [
      {
        action_type: 25,
        user_id: sandbox.community.state.application.botId,
        target_id: member('juniper'),
        reason: 'Membership “Gold” went valid',
        changes: [{ key: '$add', new_value: [{ id: role('Insider'), name: 'Insider' }] }],
      },
    ],
    users: [{ username: 'juniper' }, { username: 'Rolekeeper', bot: true }],
  });
});

// https://docs.discord.com/developers/resources/audit-log#get-guild-audit-log
test('the newest audit log entries come first, and can be narrowed and paged', async () => {
  const { sandbox, call, rolePath, member, role } = await startSandbox();
  await call('PUT', rolePath('juniper', 'Insider'), { 'x-audit-log-reason': 'first' });
  sandbox.community.giveRole(sandbox.guildId, member('sunniva'), role('Supporter'));
  await call('DELETE', rolePath('juniper', 'Insider'), { 'x-audit-log-reason': 'last' });

  const log = async (query: string): Promise<unknown> =>
    (await call('GET', `/guilds/${sandbox.guildId}/audit-logs${query}`)).json();
  const last = { reason: 'last' };
  const byOwner = { user_id: member('mira.solberg') };
  const first = { reason: 'first' };
  expect(await log('')).toMatchObject({ audit_log_entries: [last, byOwner, first] });
  expect(await log('?limit=1')).toMatchObject({ audit_log_entries: [last] });
  expect(await log(`?user_id=${sandbox.community.state.application.botId}`)).toMatchObject({
    audit_log_entries: [last, first],
  });
});

// https://docs.discord.com/developers/topics/permissions#permission-hierarchy
test.each([
  ['above the bot', 'Moderator', 403, 50013, 'Missing Permissions'],
  ["that is the bot's own", 'Rolekeeper', 403, 50013, 'Missing Permissions'],
  ['that an integration manages', 'Server Booster', 400, 50028, 'Invalid Role'],
  ['that everyone has', '@everyone', 404, 10011, 'Unknown Role'],
])('a role %s can be neither given nor taken', async (_which, name, status, code, message) => {
  const { call, rolePath, rolesOf } = await startSandbox();
  for (const method of ['PUT', 'DELETE']) {
    const answer = await call(method, rolePath('juniper', name));
    expect(answer.status).toBe(status);
    expect(await answer.json()).toEqual({ message, code });
  }
  expect(rolesOf('juniper')).toEqual([]);
});

// https://docs.discord.com/developers/topics/permissions#permission-hierarchy
test('the hierarchy binds an administrator too, and counts the position of the moment', async () => {
  const { sandbox, call, rolePath, role } = await startSandbox();
  const bot = role('Rolekeeper');
  sandbox.community.changeRole(sandbox.guildId, bot, { permissions: '8' });
  expect((await call('PUT', rolePath('juniper', 'Moderator'))).status).toBe(403);

  sandbox.community.changeRole(sandbox.guildId, bot, { position: 9 });
  expect((await call('PUT', rolePath('juniper', 'Moderator'))).status).toBe(204);
});

// https://docs.discord.com/developers/resources/guild#add-guild-member-role
test('without Manage Roles nothing can be given', async () => {
  const { sandbox, call, rolePath, role } = await startSandbox();
  sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), { permissions: '0' });
  const answer = await call('PUT', rolePath('juniper', 'Supporter'));
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: 50013 });
});

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
test('what is not there is named: guild, user, member, role, route', async () => {
  const { sandbox, call, member, role } = await startSandbox();
  const { guildId } = sandbox;
  const left = member('juniper');
  sandbox.community.leave(guildId, left);
  const nobody = '100000000000000001';
  const answers = await Promise.all(
    [
      `/guilds/${nobody}/members/${member('sunniva')}/roles/${role('Supporter')}`,
      `/guilds/${guildId}/members/${nobody}/roles/${role('Supporter')}`,
      `/guilds/${guildId}/members/${left}/roles/${role('Supporter')}`,
      `/guilds/${guildId}/members/${member('sunniva')}/roles/${nobody}`,
      '/guilds/and/then/what',
    ].map(async (path) => {
      const answer = await call('PUT', path);
      return [answer.status, await answer.json()];
    }),
  );
  expect(answers).toEqual([
    [404, { message: 'Unknown Guild', code: 10004 }],
    [404, { message: 'Unknown User', code: 10013 }],
    [404, { message: 'Unknown Member', code: 10007 }],
    [404, { message: 'Unknown Role', code: 10011 }],
    [404, { message: '404: Not Found', code: 0 }],
  ]);
});

// https://docs.discord.com/developers/reference#authentication
test('a wrong token is refused on every route but the public one', async () => {
  const { sandbox, call } = await startSandbox();
  for (const path of ['/users/@me', '/gateway/bot', `/guilds/${sandbox.guildId}`]) {
    for (const authorization of ['Bot wrong', TOKEN, '']) {
      const answer = await call('GET', path, { authorization });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ message: '401: Unauthorized', code: 0 });
    }
  }
  expect((await call('GET', '/gateway', { authorization: '' })).status).toBe(200);
});

// https://docs.discord.com/developers/reference#error-messages
test('bad input is told field by field: 50035', async () => {
  const { sandbox, call } = await startSandbox();
  const tooMany = await call('GET', `/guilds/${sandbox.guildId}/members?limit=1001`);
  expect(tooMany.status).toBe(400);
  expect(await tooMany.json()).toEqual({
    message: 'Invalid Form Body',
    code: 50035,
    errors: {
      limit: {
        _errors: [{ code: 'NUMBER_TYPE_MAX', message: 'int value should be less than or equal to 1000.' }],
      },
    },
  });
  const noId = await call('GET', '/guilds/undefined');
  expect(await noId.json()).toMatchObject({
    errors: {
      guild_id: { _errors: [{ code: 'NUMBER_TYPE_COERCE', message: 'Value "undefined" is not snowflake.' }] },
    },
  });
  const reason = await call('PUT', `/guilds/${sandbox.guildId}/members/1/roles/2`);
  expect(await reason.json()).toMatchObject({ errors: { user_id: {}, role_id: {} } });
});

// https://docs.discord.com/developers/reference#error-messages
test("the library's REST client throws the platform's error with its code", async () => {
  const { sandbox, member, role } = await startSandbox();
  const attempt = connectRest(sandbox).put(
    Routes.guildMemberRole(sandbox.guildId, member('juniper'), role('Owner')),
  );
  await expect(attempt).rejects.toBeInstanceOf(DiscordAPIError);
  await expect(attempt).rejects.toMatchObject({ status: 403, code: 50013 });
});
