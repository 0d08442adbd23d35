import { pino } from 'pino';
import { expect, test } from 'vitest';
import { openBot } from '../../src/composition/bot.ts';
import { guildAccess } from '../../src/composition/guild-access.ts';
import { listen } from '../../src/composition/listen.ts';
import { openSandbox } from '../../src/composition/sandbox.ts';
import { takeLease } from '../../src/database/lease.ts';
import { defineSimpleCommand } from '../../src/discord/commands/command.ts';
import { openGateway } from '../../src/discord/gateway.ts';
import { quietLog } from '../support/log.ts';
import { waitUntil } from '../support/wait.ts';
import { containerForThisTest } from './container.ts';

/** Opens a chat platform, and counts the connections to its gateway. */
async function openChat() {
  const container = await containerForThisTest();
  const sandbox = await openSandbox(container);
  const access = guildAccess(container, sandbox);
  if (!access) throw new Error('There is no way to the sandbox.');
  const connections = { now: 0, ever: 0 };
  container.app.server.on('upgrade', (_request, socket) => {
    connections.now += 1;
    connections.ever += 1;
    socket.once('close', () => {
      connections.now -= 1;
    });
  });
  await listen(container);
  return { container, sandbox, access, connections };
}

test('a bot that cannot register its commands leaves the gateway', async () => {
  const { container, access, connections } = await openChat();
  const unregistrable = defineSimpleCommand({
    name: 'no spaces',
    audience: 'everyone',
    description: () => 'Nothing',
    options: {},
    run: async () => ({ title: '' }),
  });
  await expect(openBot(container, access, [unregistrable])).rejects.toThrow('/no spaces');
  expect(connections.ever).toBe(1);
  await waitUntil(() => connections.now === 0);
});

test('a stopping bot does not wait for a silent platform and leaves the gateway', async () => {
  const { container, sandbox, access, connections } = await openChat();
  const other = await takeLease(container.database.prisma, 'gateway');
  const holder = await openBot(
    { ...container, database: { ...container.database, isEmbedded: false } },
    access,
  );
  const hold = sandbox.faults.hold({ method: 'GET', route: '/applications/@me' });
  await other?.release();
  await hold.arrived;
  await holder.close();
  hold.remove();
  expect(connections.ever).toBe(1);
  await waitUntil(() => connections.now === 0);
});

test.each([
  [4004, 'Check DISCORD_TOKEN'],
  [4014, 'Enable the Server Members intent'],
  [4013, 'update Rolekeeper'],
])('a gateway closed for good (%i) is left for the next bot, with advice in the log', async (code, cure) => {
  const { container, sandbox, access, connections } = await openChat();
  const said: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void said.push(line) });
  const holder = await openBot(
    { ...container, log, database: { ...container.database, isEmbedded: false } },
    access,
  );
  sandbox.disconnect(code);
  await waitUntil(() => holder.isFailing && !holder.gateway);
  expect(said.join('')).toContain(cure);
  const next = await waitUntil(() => takeLease(container.database.prisma, 'gateway'));
  await next.release();
  await holder.close();
  expect(connections.now).toBe(0);
});

test('a bot that is already stopped does not log in', async () => {
  const { access, connections } = await openChat();
  const nothing = async () => undefined;
  const options = {
    ...access,
    stop: AbortSignal.abort(new Error('It is over.')),
    mayAct: () => true,
    onMemberJoined: nothing,
    onMemberUpdated: nothing,
    onMended: nothing,
    onMissed: nothing,
    onInteraction: nothing,
    onInvited: nothing,
  };
  await expect(openGateway({ ...options, log: quietLog })).rejects.toThrow('It is over.');
  expect(connections.ever).toBe(0);
});
