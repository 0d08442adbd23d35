import { DiscordAPIError } from '@discordjs/rest';
import { Events } from 'discord.js';
import { Routes } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { connectClient, connectRest, startSandbox } from './sandbox.ts';

const ROLE = { method: 'PUT', route: '/guilds/:guild_id/members/:user_id/roles/:role_id' } as const;

test('a held request waits with nothing done, others pass, and it goes on when let go', async () => {
  const { sandbox, call, rolePath, rolesOf, role } = await startSandbox();
  const hold = sandbox.faults.hold(ROLE);
  const held = call('PUT', rolePath('juniper', 'Supporter'));
  await hold.arrived;
  expect((await call('DELETE', rolePath('juniper', 'Supporter'))).status).toBe(204);
  expect(rolesOf('juniper')).toEqual([]);
  hold.remove();
  expect((await held).status).toBe(204);
  expect(rolesOf('juniper')).toEqual([role('Supporter')]);
});

test('an answer instead of the real one is given as often as told, with nothing done', async () => {
  const { sandbox, call, rolePath, rolesOf } = await startSandbox();
  sandbox.faults.answer(ROLE, { status: 500 }, 2);
  const path = rolePath('juniper', 'Supporter');
  expect((await call('PUT', path)).status).toBe(500);
  expect((await call('PUT', path)).status).toBe(500);
  expect(rolesOf('juniper')).toEqual([]);
  expect((await call('PUT', path)).status).toBe(204);
});

test('an answer can be about one user alone, with a code of the platform or any body', async () => {
  const { sandbox, call, member, rolePath } = await startSandbox();
  const userId = member('juniper');
  const code = sandbox.faults.add({ userId, times: 1, effect: { kind: 'answer', status: 403, code: 50013 } });
  expect((await call('GET', `/guilds/${sandbox.guildId}/members/${member('Rolekeeper')}`)).status).toBe(200);
  const refused = await call('PUT', rolePath('juniper', 'Supporter'));
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 50013 }]);
  code.remove();
  const body = { kind: 'answer', status: 200, body: 'null', type: 'text/plain' } as const;
  sandbox.faults.add({ userId, effect: body });
  const odd = await call('GET', `/guilds/${sandbox.guildId}/members/${userId}`);
  expect([odd.status, odd.headers.get('content-type'), await odd.text()]).toEqual([
    200,
    'text/plain',
    'null',
  ]);
});

// https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
test('a 429 that is a fault says how long to wait', async () => {
  const { sandbox, call } = await startSandbox();
  sandbox.faults.answer({}, { status: 429, retryAfter: 3 });
  const answer = await call('GET', '/users/@me');
  expect(answer.headers.get('retry-after')).toBe('3');
  expect(await answer.json()).toMatchObject({ retry_after: 3, global: false });
});

test('an HTML 403 reaches the library as an error without a code', async () => {
  const { sandbox } = await startSandbox();
  sandbox.faults.answer({}, { status: 403, html: true });
  const attempt = connectRest(sandbox).get(Routes.user());
  await expect(attempt).rejects.toBeInstanceOf(DiscordAPIError);
  await expect(attempt).rejects.toMatchObject({ status: 403, code: undefined });
});

// https://docs.discord.com/developers/topics/rate-limits#header-format
test.each(['user', 'global', 'shared'] as const)('a 429 can be of the scope %s', async (scope) => {
  const { sandbox, call } = await startSandbox();
  sandbox.faults.answer({}, { status: 429, retryAfter: 3, scope });
  const answer = await call('GET', '/users/@me');
  expect(answer.headers.get('x-ratelimit-scope')).toBe(scope);
  expect(answer.headers.get('x-ratelimit-global')).toBe(scope === 'global' ? 'true' : null);
  expect(await answer.json()).toMatchObject({ retry_after: 3, global: scope === 'global' });
});

test('a 204 that does not stick is answered with nothing done', async () => {
  const { sandbox, call, rolePath, rolesOf } = await startSandbox();
  sandbox.faults.add({ ...ROLE, times: 1, effect: { kind: 'forget' } });
  expect((await call('PUT', rolePath('juniper', 'Supporter'))).status).toBe(204);
  expect(rolesOf('juniper')).toEqual([]);
});

test('a broken connection, before or after the work is done', async () => {
  const { sandbox, call, rolePath, rolesOf, role } = await startSandbox();
  const path = rolePath('juniper', 'Supporter');
  sandbox.faults.add({ ...ROLE, times: 1, effect: { kind: 'reset' } });
  await expect(call('PUT', path)).rejects.toThrow('fetch failed');
  expect(rolesOf('juniper')).toEqual([]);
  sandbox.faults.add({ ...ROLE, times: 1, when: 'after', effect: { kind: 'reset' } });
  await expect(call('PUT', path)).rejects.toThrow('fetch failed');
  expect(rolesOf('juniper')).toEqual([role('Supporter')]);
});

test('a failure can be told of what was done', async () => {
  const { sandbox, call, rolePath, rolesOf, role } = await startSandbox();
  sandbox.faults.add({ ...ROLE, when: 'after', effect: { kind: 'answer', status: 502, html: true } });
  const answer = await call('PUT', rolePath('juniper', 'Supporter'));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html; charset=UTF-8']);
  expect(rolesOf('juniper')).toEqual([role('Supporter')]);
});

test('a fault strikes by chance, the same for the same seed, and where its pattern fits', async () => {
  const { sandbox, call, clock } = await startSandbox();
  const run = async (seed: number) => {
    const effect = { kind: 'answer', status: 500 } as const;
    const fault = sandbox.faults.add({ route: '/users/*', chance: 0.5, seed, effect });
    const statuses: number[] = [];
    for (let i = 0; i < 20; i += 1) statuses.push((await call('GET', '/users/@me')).status);
    fault.remove();
    clock.pass(1_000);
    return statuses.join();
  };
  const first = await run(7);
  expect(first).toContain('200');
  expect(first).toContain('500');
  expect(await run(7)).toBe(first);
  expect(await run(8)).not.toBe(first);
  sandbox.faults.answer({ route: '/guilds/*' }, { status: 500 });
  expect((await call('GET', '/users/@me')).status).toBe(200);
});

test('the parts between the stars of a pattern come in their order, and many stars cost no more', async () => {
  const { sandbox, call, clock } = await startSandbox();
  const isStruck = async (route: string) => {
    const fault = sandbox.faults.add({ route, effect: { kind: 'answer', status: 500 } });
    const { status } = await call('GET', '/users/@me');
    fault.remove();
    clock.pass(1_000);
    return status === 500;
  };
  const patterns = ['*', '/users/@me', '/*', '*@me', '/u*s/*me', '*/**/*'];
  for (const route of patterns) expect(await isStruck(route), route).toBe(true);
  for (const route of ['', '/users', '/users/@me/*', '*me/*', '/users/@me*me', `${'*'.repeat(199)}!`])
    expect(await isStruck(route), route).toBe(false);
});

test('events get lost, or come late', async () => {
  const { sandbox, member, role } = await startSandbox();
  const { client, guild } = await connectClient(sandbox);
  await guild.members.fetch();
  const seen: string[] = [];
  client.on(Events.GuildMemberUpdate, (_before, after) => seen.push(after.user.username));
  const give = (name: string) => sandbox.community.giveRole(sandbox.guildId, member(name), role('Supporter'));
  const event = 'GUILD_MEMBER_UPDATE';
  sandbox.faults.add({ event, times: 1, effect: { kind: 'lose-events' } });
  give('juniper');
  sandbox.faults.add({ event, times: 1, effect: { kind: 'delay-events', milliseconds: 60 } });
  give('sunniva');
  give('leif.h');
  await waitFor(() => expect(seen).toEqual(['leif.h', 'sunniva']));
});

test('faults are switched on and off over HTTP too, and calls are counted by route', async () => {
  const { sandbox, baseUrl, call } = await startSandbox();
  const post = (body: unknown) =>
    fetch(`${baseUrl}/sandbox/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const effect = { kind: 'answer', status: 500 };
  const added: unknown = await (await post({ method: 'GET', effect })).json();
  expect(added).toEqual({ id: '1' });
  expect(await (await fetch(`${baseUrl}/sandbox/faults`)).json()).toEqual([
    { id: '1', fault: { method: 'GET', effect } },
  ]);
  expect((await call('GET', '/users/@me')).status).toBe(500);
  expect((await fetch(`${baseUrl}/sandbox/faults/1`, { method: 'DELETE' })).status).toBe(204);
  expect((await fetch(`${baseUrl}/sandbox/faults/1`, { method: 'DELETE' })).status).toBe(404);
  expect((await post({ effect: { kind: 'earthquake' } })).status).toBe(400);

  expect((await call('GET', '/users/@me')).status).toBe(200);
  const counted = { method: 'GET', route: '/users/@me', arrived: 2, answered: { 200: 1, 500: 1 } };
  expect(await (await fetch(`${baseUrl}/sandbox/calls`)).json()).toEqual([counted]);
  expect(sandbox.calls.count({ route: '/users/@me' })).toBe(2);
  expect(sandbox.calls.answered(500)).toBe(1);
});

test('a request that hangs is let go, also when the fault has struck for the last time', async () => {
  const { sandbox, call } = await startSandbox();
  sandbox.faults.add({ route: '/users/@me', times: 1, effect: { kind: 'hang' } });
  const held = call('GET', '/users/@me');
  await waitFor(() => expect(sandbox.calls.count()).toBe(1));
  expect((await call('GET', '/users/@me')).status).toBe(200);
  sandbox.faults.clear();
  expect((await held).status).toBe(200);
});

test('a slow route answers late, and at once when the fault is removed', async () => {
  const { sandbox, call } = await startSandbox();
  const slow = sandbox.faults.slow({ route: '/users/@me' }, 80);
  const before = performance.now();
  await call('GET', '/users/@me');
  expect(performance.now() - before).toBeGreaterThanOrEqual(75);
  slow.remove();
  sandbox.faults.hold({ route: '/guilds/:guild_id' });
  expect((await call('GET', '/users/@me')).status).toBe(200);
});

// Calls that change one role lose updates too: https://github.com/discord/discord-api-docs/issues/6289
test('of two changes of a member at the same time one gets lost, and both are answered 204', async () => {
  const { sandbox, call, rolePath, rolesOf, role, member } = await startSandbox();
  const route = ROLE.route;
  sandbox.faults.add({ route, effect: { kind: 'lose-parallel', milliseconds: 20_000 } });
  const both = await Promise.all([
    call('PUT', rolePath('juniper', 'Supporter')),
    call('PUT', rolePath('juniper', 'Insider')),
  ]);
  expect(both.map(({ status }) => status)).toEqual([204, 204]);
  expect(rolesOf('juniper')).toHaveLength(1);
  expect([...sandbox.community.state.history.values()].map(({ kind }) => kind)).toEqual([
    'role_given',
    'role_given',
  ]);

  sandbox.faults.clear();
  sandbox.community.giveRole(sandbox.guildId, member('sunniva'), role('Supporter'));
  sandbox.faults.add({ route, effect: { kind: 'lose-parallel', milliseconds: 20_000 } });
  await Promise.all([
    call('DELETE', rolePath('sunniva', 'Supporter')),
    call('PUT', rolePath('sunniva', 'Insider')),
  ]);
  expect(rolesOf('sunniva')).not.toEqual([role('Insider')]);
});

test('one change after the other is kept, also where changes get lost', async () => {
  const { sandbox, call, rolePath, rolesOf, role } = await startSandbox();
  sandbox.faults.add({ route: ROLE.route, effect: { kind: 'lose-parallel', milliseconds: 1 } });
  expect((await call('PUT', rolePath('juniper', 'Supporter'))).status).toBe(204);
  expect((await call('PUT', rolePath('juniper', 'Insider'))).status).toBe(204);
  expect(rolesOf('juniper')).toEqual([role('Supporter'), role('Insider')]);
});
