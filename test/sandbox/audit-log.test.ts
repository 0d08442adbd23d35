import { PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import { connectClient, startSandbox } from './sandbox.ts';

/** A guild in which the bot may do everything, its audit log, and the changes of its newest entry. */
async function openLog() {
  const started = await startSandbox();
  const { sandbox, call, role } = started;
  const permissions = String(PermissionFlagsBits.Administrator);
  sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), { permissions });
  const { guild } = await connectClient(sandbox);
  const newest = async () => {
    const log = await (await call('GET', `/guilds/${sandbox.guildId}/audit-logs?limit=1`)).json();
    const [{ action_type, target_id, changes }] = Object(log).audit_log_entries;
    return { action_type, target_id, changes };
  };
  return { ...started, guild, newest };
}

// https://docs.discord.com/developers/resources/audit-log#audit-log-change-object
test('the audit log says what a member was called before, and is called now', async () => {
  const { guild, member, newest } = await openLog();
  const juniper = await guild.members.fetch(member('juniper'));
  const entry = (changes: object) => ({ action_type: 24, target_id: juniper.id, changes: [changes] });
  await juniper.setNickname('June');
  expect(await newest()).toEqual(entry({ key: 'nick', new_value: 'June' }));
  await juniper.setNickname('Juno');
  expect(await newest()).toEqual(entry({ key: 'nick', old_value: 'June', new_value: 'Juno' }));
  await juniper.setNickname(null);
  expect(await newest()).toEqual(entry({ key: 'nick', old_value: 'Juno' }));
});

// https://docs.discord.com/developers/resources/audit-log#audit-log-entry-object-audit-log-events
test('the audit log says until when somebody is timed out', async () => {
  const { guild, member, newest, send } = await openLog();
  const until = '2026-11-22T12:00:00.000Z';
  const path = `/guilds/${guild.id}/members/${member('juniper')}`;
  await send('PATCH', path, { communication_disabled_until: until });
  expect(await newest()).toMatchObject({
    changes: [{ key: 'communication_disabled_until', new_value: '2026-11-22T12:00:00.000000+00:00' }],
  });
});

// https://docs.discord.com/developers/resources/audit-log#audit-log-entry-object-audit-log-events
test('the audit log says what is new about a role, from its first day to its last', async () => {
  const { guild, newest } = await openLog();
  const made = await guild.roles.create({ name: 'Guest', color: 0x123456 });
  const { changes: all, ...rest } = await newest();
  expect(rest).toEqual({ action_type: 30, target_id: made.id });
  expect(all).toEqual(
    expect.arrayContaining([
      { key: 'name', new_value: 'Guest' },
      { key: 'color', new_value: 0x123456 },
      { key: 'hoist', new_value: false },
    ]),
  );
  await made.edit({ name: 'Visitor', hoist: true });
  expect(await newest()).toEqual({
    action_type: 31,
    target_id: made.id,
    changes: [
      { key: 'name', old_value: 'Guest', new_value: 'Visitor' },
      { key: 'hoist', old_value: false, new_value: true },
    ],
  });
  await guild.roles.setPositions([{ role: made.id, position: 2 }]);
  expect(await newest()).toMatchObject({
    changes: [{ key: 'position', old_value: 1, new_value: 2 }],
  });
  await made.delete();
  expect(await newest()).toMatchObject({
    action_type: 32,
    changes: expect.arrayContaining([{ key: 'name', old_value: 'Visitor' }]),
  });
});
