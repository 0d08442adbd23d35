import { RateLimitError } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { quietLog } from '../support/log.ts';
import { connectRest, startSandbox, USER_AGENT } from './sandbox.ts';

/** The same sandbox without the network between. */
async function inject(sandbox: Sandbox) {
  const app = buildApp({ log: quietLog });
  await app.register(sandbox.routes);
  return app;
}

// https://docs.discord.com/developers/topics/rate-limits#header-format
test('the eleventh role change within ten seconds is told to wait, given or taken', async () => {
  const { call, clock, rolePath } = await startSandbox();
  for (let i = 0; i < 5; i += 1) {
    expect((await call('PUT', rolePath('juniper', 'Supporter'))).status).toBe(204);
    expect((await call('DELETE', rolePath('sunniva', 'Supporter'))).status).toBe(204);
  }
  clock.pass(2_500);
  const eleventh = await call('PUT', rolePath('leif.h', 'Insider'));
  expect(eleventh.status).toBe(429);
  expect(await eleventh.json()).toEqual({
    message: 'You are being rate limited.',
    retry_after: 7.5,
    global: false,
  });
  expect(Object.fromEntries(eleventh.headers)).toMatchObject({
    'retry-after': '8',
    'x-ratelimit-limit': '10',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset-after': '7.500',
    'x-ratelimit-reset': (Date.parse('2026-11-21T12:00:10Z') / 1000).toFixed(3),
    'x-ratelimit-scope': 'user',
  });

  clock.pass(7_500);
  const later = await call('PUT', rolePath('leif.h', 'Insider'));
  expect(later.status).toBe(204);
  expect(later.headers.get('x-ratelimit-remaining')).toBe('9');
});

// https://docs.discord.com/developers/topics/rate-limits#exceeding-a-rate-limit
test('a change that was refused or told to wait was not made', async () => {
  const { call, rolePath, rolesOf } = await startSandbox();
  for (let i = 0; i < 10; i += 1) await call('PUT', rolePath('juniper', 'Moderator'));
  expect((await call('PUT', rolePath('leif.h', 'Insider'))).status).toBe(429);
  expect(rolesOf('juniper')).toEqual([]);
  expect(rolesOf('leif.h')).toEqual([]);
});

test('a clock that is put back leaves nobody waiting for the time it showed before', async () => {
  const { call, clock, rolePath } = await startSandbox();
  clock.pass(600_000);
  for (let i = 0; i < 10; i += 1) await call('PUT', rolePath('juniper', 'Supporter'));
  clock.pass(-600_000);
  const first = await call('PUT', rolePath('juniper', 'Supporter'));
  expect(first.status).toBe(204);
  expect(first.headers.get('x-ratelimit-reset-after')).toBe('10.000');
});

// https://docs.discord.com/developers/topics/rate-limits#rate-limits: per-route limits, with buckets
test('giving and taking show one bucket, looking at a member another with five a second', async () => {
  const { sandbox, call, member, rolePath } = await startSandbox();
  const bucket = async (method: string, path: string) =>
    (await call(method, path)).headers.get('x-ratelimit-bucket');
  const given = await bucket('PUT', rolePath('juniper', 'Supporter'));
  expect(given).toBeTruthy();
  expect(await bucket('DELETE', rolePath('juniper', 'Supporter'))).toBe(given);

  const path = `/guilds/${sandbox.guildId}/members/${member('juniper')}`;
  expect(await bucket('GET', path)).not.toBe(given);
  for (let i = 0; i < 4; i += 1) expect((await call('GET', path)).status).toBe(200);
  expect((await call('GET', path)).status).toBe(429);
});

// https://docs.discord.com/developers/topics/rate-limits#global-rate-limit
test('the fifty-first request within a second meets the global limit', async () => {
  const { call, clock } = await startSandbox();
  for (let i = 0; i < 50; i += 1) expect((await call('GET', '/users/@me')).status).toBe(200);
  const refused = await call('GET', '/applications/@me');
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ global: true, retry_after: 1 });
  expect(refused.headers.get('x-ratelimit-global')).toBe('true');
  expect(refused.headers.get('x-ratelimit-scope')).toBe('global');
  clock.pass(1_000);
  expect((await call('GET', '/applications/@me')).status).toBe(200);
});

// https://discord.com/developers/docs/topics/rate-limits#invalid-request-limit-aka-cloudflare-bans
test('ten thousand requests refused with 401, 403 or 429 in ten minutes shut the address out', async () => {
  const { sandbox, call, clock } = await startSandbox();
  const app = await inject(sandbox);
  const refused = async (times: number, answer: Parameters<typeof sandbox.faults.answer>[1]) => {
    sandbox.faults.answer({}, answer, times);
    const headers = { 'user-agent': USER_AGENT };
    const url = '/sandbox/api/v10/users/@me';
    for (let i = 0; i < times; i += 1) await app.inject({ method: 'GET', url, headers });
  };
  // What others have used up is not held against the bot.
  await refused(50, { status: 429, scope: 'shared' });
  await refused(50, { status: 404 });
  await refused(3_000, { status: 401 });
  await refused(3_000, { status: 403 });
  await refused(3_999, { status: 429, scope: 'user' });
  expect((await call('GET', '/users/@me')).status).toBe(200);
  await refused(1, { status: 429, scope: 'global' });
  const answer = await call('GET', '/users/@me');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([429, 'text/html; charset=UTF-8']);
  expect(answer.headers.get('retry-after')).toBe('600');
  clock.pass(600_000);
  expect((await call('GET', '/users/@me')).status).toBe(200);
});

// https://docs.discord.com/developers/topics/rate-limits#header-format
test('every route of the bot tells its limit, each in a bucket of its own', async () => {
  const { sandbox, call } = await startSandbox();
  const paths = ['', '/roles', '/channels', '/audit-logs'].map((rest) => `/guilds/${sandbox.guildId}${rest}`);
  const commands = `/applications/${sandbox.applicationId}/commands`;
  const answers = await Promise.all([...paths, commands].map((path) => call('GET', path)));
  const buckets = answers.map(({ headers }) => headers.get('x-ratelimit-bucket'));
  expect(new Set(buckets).size).toBe(answers.length);
  expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(buckets.map(() => '49'));
  const made = await call('POST', '/users/@me/channels');
  expect(made.headers.get('x-ratelimit-bucket')).toBeTruthy();
});

// https://docs.discord.com/developers/topics/rate-limits#rate-limits
test('changing a member, giving a role and looking have buckets of their own', async () => {
  const { sandbox, call, member, rolePath } = await startSandbox();
  for (let i = 0; i < 10; i += 1) await call('PUT', rolePath('juniper', 'Supporter'));
  expect((await call('PUT', rolePath('juniper', 'Supporter'))).status).toBe(429);
  const path = `/guilds/${sandbox.guildId}/members/${member('juniper')}`;
  expect((await call('GET', path)).status).toBe(200);
  for (let i = 0; i < 10; i += 1) await call('DELETE', path);
  expect((await call('DELETE', path)).status).toBe(429);
});

// https://docs.discord.com/developers/topics/rate-limits#header-format-rate-limit-header-examples
test("the library's REST client learns the limit from the headers", async () => {
  const { sandbox, member, role } = await startSandbox();
  const rest = connectRest(sandbox, { rejectOnRateLimit: () => true });
  const give = () => rest.put(Routes.guildMemberRole(sandbox.guildId, member('juniper'), role('Supporter')));
  for (let i = 0; i < 10; i += 1) await give();
  await expect(give()).rejects.toBeInstanceOf(RateLimitError);
  await expect(give()).rejects.toMatchObject({ limit: 10, global: false });
});

// https://docs.discord.com/developers/topics/rate-limits#header-format
test.each(['before', 'after'] as const)(
  'a 429 that is sent on purpose %s the work is done looks like any other',
  async (when) => {
    const { sandbox, call, rolePath } = await startSandbox();
    const path = rolePath('juniper', 'Supporter');
    const bucket = (await call('PUT', path)).headers.get('x-ratelimit-bucket');
    const struck = async (scope: 'user' | 'shared' | 'global') => {
      const effect = { kind: 'answer', status: 429, retryAfter: 2.5, scope } as const;
      sandbox.faults.add({ effect, when, times: 1 });
      const answer = await call('PUT', path);
      expect(await answer.json()).toMatchObject({ retry_after: 2.5, global: scope === 'global' });
      const headers = Object.fromEntries(answer.headers);
      expect(headers).toMatchObject({ 'retry-after': '3', 'x-ratelimit-scope': scope });
      return headers;
    };
    expect(await struck('user')).toMatchObject({
      'x-ratelimit-bucket': bucket,
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '2.500',
      'x-ratelimit-reset': (Date.parse('2026-11-21T12:00:02.5Z') / 1000).toFixed(3),
    });
    // What others have used up is not taken from the bot's own.
    const remaining = when === 'before' ? '9' : '7';
    expect(await struck('shared')).toMatchObject({
      'x-ratelimit-bucket': bucket,
      'x-ratelimit-limit': '10',
      'x-ratelimit-remaining': remaining,
      'x-ratelimit-reset-after': '10.000',
    });
    expect(await struck('global')).toMatchObject({ 'x-ratelimit-global': 'true' });
  },
);

test('the library waits for a limit that is met on purpose, as for any other', async () => {
  const { sandbox } = await startSandbox();
  const told: unknown[] = [];
  const rest = connectRest(sandbox, {
    rejectOnRateLimit: (limited) => {
      told.push(limited);
      return true;
    },
  });
  sandbox.faults.answer({}, { status: 429, retryAfter: 60 });
  await expect(rest.get(Routes.user())).rejects.toBeInstanceOf(RateLimitError);
  expect(told).toMatchObject([{ limit: 50, global: false, scope: 'user' }]);
});
