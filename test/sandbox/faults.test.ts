import { DiscordAPIError } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { expect, test } from 'vitest';
import { connectRest, startSandbox } from './sandbox.ts';

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
