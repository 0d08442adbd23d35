import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Events } from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { waitFor } from '../support/wait.ts';
import { connectClient, startSandbox, TOKEN } from './sandbox.ts';

// https://docs.discord.com/developers/events/gateway#resuming
test('a client is back by itself after the sandbox has stopped and started again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'community.db');
  const first = await startSandbox({ file });
  const { client } = await connectClient(first.sandbox, {
    // The library leaves 5 s between two sessions; this test has no time for that.
    ws: { buildIdentifyThrottler: async () => ({ waitForIdentify: async () => {} }) },
  });
  await first.stop();

  const { sandbox, member, role } = await startSandbox({ file, baseUrl: first.baseUrl });
  await new Promise((resolve) => client.once(Events.ShardReady, resolve));
  // A new session makes the library forget the members that it knew.
  await client.guilds.cache.get(sandbox.guildId)?.members.fetch();
  const seen: string[] = [];
  client.on(Events.GuildMemberUpdate, (_before, after) => seen.push(after.user.username));
  sandbox.community.giveRole(sandbox.guildId, member('sunniva'), role('Insider'));
  await waitFor(() => expect(seen).toEqual(['sunniva']));
});

test('a client that never answers does not hold up the close', async () => {
  const { sandbox, stop } = await startSandbox();
  const url = sandbox.apiUrl.replace('http', 'ws').replace('/api', '/gateway');
  const socket = new WebSocket(`${url}?v=10&encoding=json`);
  await new Promise((resolve) => socket.once('message', resolve));
  socket.send(JSON.stringify({ op: 2, d: { token: TOKEN, intents: 1 } }));
  socket.pause();
  // Who waited for it would wait for longer than a test may take.
  await expect(stop()).resolves.toBeUndefined();
  socket.terminate();
});
