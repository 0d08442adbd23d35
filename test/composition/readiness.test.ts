import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openBot } from '../../src/composition/bot.ts';
import { guildAccess } from '../../src/composition/guild-access.ts';
import { listen } from '../../src/composition/listen.ts';
import { checksOf } from '../../src/composition/readiness.ts';
import { openSandbox } from '../../src/composition/sandbox.ts';
import { runChecks } from '../../src/http/health.ts';
import { waitFor } from '../support/wait.ts';
import { containerForThisTest } from './container.ts';

/** A clock by which the pauses between two attempts take a hundredth of their time. */
const impatient = {
  ...systemClock,
  wait: (milliseconds: number, signal?: AbortSignal) =>
    setTimeout(milliseconds / 100, undefined, signal ? { signal } : {}),
};

/** Opens a bot in the sandbox, with the state of its gateway and the warnings in its log. */
async function openBotInChat() {
  const container = await containerForThisTest(impatient);
  const sandbox = await openSandbox(container);
  const access = guildAccess(container, sandbox);
  if (!access) throw new Error('There is no way to the sandbox.');
  await listen(container);
  const said: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) });
  const holder = await openBot({ ...container, log }, access);
  const look = runChecks(checksOf(container, () => holder));
  return { sandbox, said, gateway: async () => (await look())['gateway'] };
}

test('a reset token is named in /readyz and in the log', async () => {
  const { sandbox, said, gateway } = await openBotInChat();
  expect(await gateway()).toBe('ok');
  sandbox.disconnect(4004);
  await waitFor(async () => expect(await gateway()).toBe('token refused'));
  expect(said.join('')).toContain('Check DISCORD_TOKEN');
});

test.each([
  [401, 0],
  [400, 40001],
])('a token refused on reconnecting is named too (%i, code %i)', async (status, code) => {
  const { sandbox, said, gateway } = await openBotInChat();
  sandbox.faults.add({ method: 'GET', route: '/gateway/bot', effect: { kind: 'answer', status, code } });
  sandbox.disconnect(4013);
  await waitFor(async () => expect(await gateway()).toBe('token refused'));
  expect(said.join('')).toContain('Check DISCORD_TOKEN');
});

test('the reason for a closed connection is logged once a minute, however often it occurs', async () => {
  const { sandbox, said, gateway } = await openBotInChat();
  const lost = () => said.filter((line) => line.includes('gateway lost'));
  for (let n = 0; n < 2; n++) {
    sandbox.disconnect(4009);
    await waitFor(async () => expect(await gateway()).not.toBe('ok'));
    await waitFor(async () => expect(await gateway()).toBe('ok'));
  }
  expect(lost().map((line) => JSON.parse(line))).toMatchObject([{ code: 4009, reason: 'SessionTimedOut' }]);
  sandbox.disconnect(4008);
  await waitFor(() => expect(lost().at(-1)).toContain('"reason":"RateLimited"'));
});

test('a server that removed the bot while it was away is named on its return', async () => {
  const { sandbox, said, gateway } = await openBotInChat();
  const { community, guildId } = sandbox;
  sandbox.disconnect(4007);
  community.leave(guildId, community.state.application.botId);
  await waitFor(async () => expect(await gateway()).toBe('removed from a server'));
  await waitFor(() => expect(said.join('')).toContain('the bot was removed from this server'));
});

test('a server that removed the bot is named', async () => {
  const { sandbox, said, gateway } = await openBotInChat();
  const { community, guildId } = sandbox;
  community.leave(guildId, community.state.application.botId);
  await waitFor(async () => expect(await gateway()).toBe('removed from a server'));
  await waitFor(() => expect(said.join('')).toContain('the bot was removed from this server'));
});
