import { createInflate } from 'node:zlib';
import { Events, GatewayIntentBits } from 'discord.js';
import Type from 'typebox';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { waitFor } from '../support/wait.ts';
import { connectClient, startSandbox, TOKEN } from './sandbox.ts';
import { connectSocket, once } from './socket.ts';

// https://docs.discord.com/developers/events/gateway#resuming
test('a client whose connection broke resumes and misses nothing', async () => {
  const { sandbox, member, role } = await startSandbox();
  const { client, guild } = await connectClient(sandbox);
  await guild.members.fetch();
  const seen: string[] = [];
  client.on(Events.GuildMemberUpdate, (_before, after) => seen.push(after.user.username));
  const resumed = once<number>((done) =>
    client.once(Events.ShardResume, (_shard, replayed) => done(replayed)),
  );
  const gone = once<number>((done) => client.once(Events.ShardReconnecting, done));
  sandbox.disconnect();
  await gone;
  sandbox.community.giveRole(sandbox.guildId, member('sunniva'), role('Insider'));
  await resumed;
  await waitFor(() => expect(seen).toEqual(['sunniva']));
});

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
test.each([
  ['a wrong token', { op: 2, d: { token: 'wrong', intents: 1 } }, 4004],
  ['an intent that does not exist', { op: 2, d: { token: TOKEN, intents: 2 ** 30 } }, 4013],
  ['an intent that is not switched on', { op: 2, d: { token: TOKEN, intents: 1 << 15 } }, 4014],
  ['a shard beyond their number', { op: 2, d: { token: TOKEN, intents: 1, shard: [1, 1] } }, 4010],
  ['a request before identifying', { op: 8, d: { guild_id: '1085128214742831199' } }, 4003],
  ['a request about what is no id', { op: 8, d: { guild_id: '1' } }, 4002],
  ['an opcode that does not exist', { op: 99 }, 4001],
  ['a payload of the wrong shape', { op: 2, d: {} }, 4002],
])('%s closes the connection', async (_what, payload, code) => {
  const { sandbox } = await startSandbox();
  const { closed, send } = await connectSocket(sandbox.apiUrl);
  send(payload);
  expect(await closed).toBe(code);
});

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
test('a second identify closes the connection', async () => {
  const { sandbox } = await startSandbox();
  const { closed, send } = await connectSocket(sandbox.apiUrl);
  send({ op: 2, d: { token: TOKEN, intents: 1 } });
  send({ op: 2, d: { token: TOKEN, intents: 1 } });
  expect(await closed).toBe(4005);
});

// https://docs.discord.com/developers/events/gateway#privileged-intents
test('the GuildMembers intent is refused, over REST too, where it is not switched on', async () => {
  const { sandbox, call } = await startSandbox();
  sandbox.community.setMembersIntent(false);
  const { closed, send } = await connectSocket(sandbox.apiUrl);
  send({ op: 2, d: { token: TOKEN, intents: GatewayIntentBits.GuildMembers } });
  expect(await closed).toBe(4014);
  const list = await call('GET', `/guilds/${sandbox.guildId}/members`);
  expect(await list.json()).toEqual({ message: 'Missing Access', code: 50001 });
});

// https://docs.discord.com/developers/events/gateway#sending-heartbeats and #resuming
test('a heartbeat is acknowledged, and an unknown session can not be resumed', async () => {
  const { sandbox } = await startSandbox();
  const { received, send } = await connectSocket(sandbox.apiUrl);
  send({ op: 1, d: null });
  send({ op: 6, d: { token: TOKEN, session_id: 'gone', seq: 1 } });
  await waitFor(() => expect(received.map(({ op }) => op)).toEqual([10, 11, 9]));
  expect(received[2]).toMatchObject({ d: false });
});

// https://discord.com/developers/docs/events/gateway#transport-compression
test('a client that asks for compression gets one zlib stream, flushed after each payload', async () => {
  const { sandbox } = await startSandbox();
  for (let i = 0; i < 500; i += 1) sandbox.community.join(sandbox.guildId, { username: `guest${i}` });
  const { frames, send } = await connectSocket(sandbox.apiUrl, '&compress=zlib-stream');
  const inflate = createInflate();
  const text: string[] = [];
  inflate.on('data', (part: Buffer) => text.push(part.toString()));
  send({ op: 2, d: { token: TOKEN, intents: 3 } });
  send({ op: 8, d: { guild_id: sandbox.guildId, query: '', limit: 0 } });
  await waitFor(() => expect(frames).toHaveLength(4));
  for (const frame of frames) {
    expect(frame.subarray(-4).toString('hex')).toBe('0000ffff');
    inflate.write(frame);
  }
  await waitFor(() => expect(text.join('')).toContain('"username":"guest499"'));
  expect(text.join('')).toMatch(/^\{"op":10/);
});

// https://discord.com/developers/docs/events/gateway#sharding
test('each guild is the affair of one shard', async () => {
  const { sandbox, clock } = await startSandbox();
  for (let i = 0; i < 5; i += 1) {
    sandbox.community.createGuild(`Guild ${i}`);
    clock.pass(1);
  }
  const found: string[][] = [];
  for (const id of [0, 1]) {
    const { client } = await connectClient(sandbox, { shards: [id], shardCount: 2 });
    found.push([...client.guilds.cache.keys()]);
    clock.pass(5_000);
  }
  expect(found[0]?.length).toBeGreaterThan(0);
  expect(found[1]?.length).toBeGreaterThan(0);
  const [even, odd] = found.map((ids) => new Set(ids));
  expect(even?.union(odd ?? new Set())).toEqual(new Set(sandbox.community.state.guilds.keys()));
  // Looked up over REST by each of the clients.
  expect(even?.intersection(odd ?? new Set())).toEqual(new Set([sandbox.guildId]));
});

// https://docs.discord.com/developers/events/gateway#sharding
test('more than 2,500 guilds are too many for one shard: 4011', async () => {
  const { sandbox } = await startSandbox();
  for (let i = 0; i < 2_500; i += 1) sandbox.community.createGuild(`Guild ${i}`);
  const { closed, send } = await connectSocket(sandbox.apiUrl);
  send({ op: 2, d: { token: TOKEN, intents: 1 } });
  expect(await closed).toBe(4011);
});

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
test('an old version of the gateway is spoken no more: 4012', async () => {
  const { sandbox } = await startSandbox();
  const socket = new WebSocket(
    `${sandbox.apiUrl.replace('http', 'ws').replace('/api', '/gateway')}?v=5&encoding=json`,
  );
  expect(await new Promise((resolve) => socket.on('close', resolve))).toBe(4012);
});

// https://discord.com/developers/docs/events/gateway#session-start-limit-object
test('sessions are started five seconds apart, and counted', async () => {
  const { sandbox, clock, call } = await startSandbox();
  const identify = { op: 2, d: { token: TOKEN, intents: 1 } };
  const first = await connectSocket(sandbox.apiUrl);
  first.send(identify);
  await waitFor(() => expect(first.received.at(-1)).toMatchObject({ op: 0, t: 'GUILD_CREATE' }));
  const second = await connectSocket(sandbox.apiUrl);
  second.send(identify);
  await waitFor(() => expect(second.received.at(-1)).toMatchObject({ op: 9, d: false }));
  clock.pass(5_000);
  second.send(identify);
  await waitFor(() => expect(second.received.at(-1)).toMatchObject({ op: 0 }));
  const answer: unknown = await (await call('GET', '/gateway/bot')).json();
  expect(answer).toMatchObject({ session_start_limit: { remaining: 998, max_concurrency: 1 } });
});

// https://discord.com/developers/docs/events/gateway#heartbeat-interval
test('a client that is not heard from is cut off, and may resume', async () => {
  const { sandbox } = await startSandbox({ heartbeatInterval: 40 });
  const silent = await connectSocket(sandbox.apiUrl);
  expect(await silent.closed).toBe(4009);
  const { client } = await connectClient(sandbox);
  let closes = 0;
  client.on(Events.ShardReconnecting, () => {
    closes += 1;
  });
  await waitFor(() => expect(client.ws.ping).toBeGreaterThanOrEqual(0));
  expect(closes).toBe(0);
});

// https://docs.discord.com/developers/events/gateway-events#reconnect and #invalid-session
test('asked to reconnect, the client resumes; told that its session is no more, it starts another', async () => {
  const { sandbox, clock, member, role } = await startSandbox();
  const { client, guild } = await connectClient(sandbox, {
    // The library leaves 5 s between two sessions; this test has no time for that.
    ws: { buildIdentifyThrottler: async () => ({ waitForIdentify: async () => {} }) },
  });
  await guild.members.fetch();
  const resumed = new Promise((done) => client.once(Events.ShardResume, done));
  sandbox.reconnect();
  await resumed;
  clock.pass(5_000);
  const ready = new Promise((done) => client.once(Events.ShardReady, done));
  sandbox.invalidate();
  await ready;
  clock.pass(30_000);
  await client.guilds.cache.get(guild.id)?.members.fetch();
  const updated = new Promise((done) => client.once(Events.GuildMemberUpdate, done));
  sandbox.community.giveRole(sandbox.guildId, member('sunniva'), role('Insider'));
  await updated;
});

// https://discord.com/developers/docs/events/gateway#rate-limiting
test('a client that says more than 120 things a minute is cut off: 4008', async () => {
  const { sandbox } = await startSandbox();
  const { closed, send } = await connectSocket(sandbox.apiUrl);
  for (let i = 0; i <= 120; i += 1) send({ op: 1, d: null });
  expect(await closed).toBe(4008);
});

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
test('a sequence that was never sent can not be resumed from: 4007', async () => {
  const { sandbox } = await startSandbox();
  const first = await connectSocket(sandbox.apiUrl);
  first.send({ op: 2, d: { token: TOKEN, intents: 0 } });
  await waitFor(() => expect(first.received).toHaveLength(2));
  const { session_id } = Value.Parse(Type.Object({ session_id: Type.String() }), first.received[1]?.d);
  const second = await connectSocket(sandbox.apiUrl);
  second.send({ op: 6, d: { token: TOKEN, session_id, seq: 99 } });
  expect(await second.closed).toBe(4007);
});

// https://docs.discord.com/developers/events/gateway#sending-events
test('a payload of more than 4096 bytes closes the connection: 4002', async () => {
  const { sandbox } = await startSandbox();
  const { closed, received, send } = await connectSocket(sandbox.apiUrl);
  const filled = (bytes: number) => ({ op: 1, d: null, x: 'x'.repeat(bytes - 24) });
  expect(JSON.stringify(filled(4096))).toHaveLength(4096);
  send(filled(4096));
  await waitFor(() => expect(received.at(-1)).toMatchObject({ op: 11 }));
  send(filled(4097));
  expect(await closed).toBe(4002);
});

// https://docs.discord.com/developers/events/gateway#resuming
test('a session that is resumed leaves its old connection', async () => {
  const { sandbox, role, member } = await startSandbox();
  const first = await connectSocket(sandbox.apiUrl);
  first.send({ op: 2, d: { token: TOKEN, intents: GatewayIntentBits.GuildMembers } });
  await waitFor(() => expect(first.received).toHaveLength(2));
  const { session_id } = Value.Parse(Type.Object({ session_id: Type.String() }), first.received[1]?.d);
  const second = await connectSocket(sandbox.apiUrl);
  second.send({ op: 6, d: { token: TOKEN, session_id, seq: 1 } });
  expect(await first.closed).toBe(1001);
  sandbox.community.giveRole(sandbox.guildId, member('juniper'), role('Insider'));
  await waitFor(() => expect(second.received.at(-1)).toMatchObject({ t: 'GUILD_MEMBER_UPDATE' }));
});
