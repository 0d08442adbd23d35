import { expect, test } from 'vitest';
import { connectRest, startSandbox, USER_AGENT } from './sandbox.ts';

// https://docs.discord.com/developers/reference#user-agent
test('who doesn’t say which bot it is gets no further than the firewall: 40333', async () => {
  const { call, sandbox } = await startSandbox();
  const blocked = [403, { message: 'internal network error', code: 40333 }];
  const ask = async (agent: string, method = 'GET', path = '/users/@me') => {
    const answer = await call(method, path, { 'user-agent': agent });
    return [answer.status, await answer.json()];
  };
  for (const agent of ['', 'node', 'curl/8.5.0', 'Mozilla/5.0', 'DiscordBot', 'DiscordBot (1.0.0)'])
    for (const [method, path] of [
      ['GET', '/users/@me'],
      ['GET', '/gateway'],
      ['POST', '/oauth2/token'],
    ] as const)
      expect(await ask(agent, method, path), `${agent} ${path}`).toEqual(blocked);
  expect(await ask(USER_AGENT)).toMatchObject([200, { username: 'Rolekeeper' }]);
  await expect(connectRest(sandbox).get('/users/@me')).resolves.toMatchObject({ username: 'Rolekeeper' });
});
