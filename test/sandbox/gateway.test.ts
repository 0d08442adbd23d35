import { Events, GatewayDispatchEvents, GatewayIntentBits, type GuildMember } from 'discord.js';
import { expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { connectClient, startSandbox, TOKEN } from './sandbox.ts';

test('the client logs in and finds the guild, its roles and itself', async () => {
  const { sandbox } = await startSandbox();
  const { client, guild } = await connectClient(sandbox);
  expect(client.user?.username).toBe('Rolekeeper');
  expect(guild.name).toBe('The Lighthouse');
  expect(guild.memberCount).toBe(9);
  expect(guild.roles.cache.sort((a, b) => b.comparePositionTo(a)).map(({ name }) => name)).toEqual([
    'Owner',
    'Moderator',
    'Rolekeeper',
    'Server Booster',
    'Insider',
    'Supporter',
    '@everyone',
  ]);
  expect(guild.members.me?.permissions.has('ManageRoles')).toBe(true);
  expect(guild.roles.cache.find(({ name }) => name === 'Supporter')?.editable).toBe(true);
  expect(guild.roles.cache.find(({ name }) => name === 'Moderator')?.editable).toBe(false);
});

test('the client sees a role given by somebody else', async () => {
  const { sandbox, member, role } = await startSandbox();
  const { client, guild } = await connectClient(sandbox);
  await guild.members.fetch();
  const updated = once<[GuildMember, GuildMember]>((done) =>
    client.once(Events.GuildMemberUpdate, (before, after) => {
      if (!before.partial) done([before, after]);
    }),
  );
  sandbox.community.giveRole(sandbox.guildId, member('sunniva'), role('Insider'));
  const [, after] = await updated;
  expect(after.user.username).toBe('sunniva');
  expect(after.roles.cache.has(role('Insider'))).toBe(true);
});

test("the client's own role change is done on the server and comes back as an event", async () => {
  const { sandbox, rolesOf, member, role } = await startSandbox();
  const { guild, client } = await connectClient(sandbox);
  const updated = once<GuildMember>((done) =>
    client.once(Events.GuildMemberUpdate, (_before, after) => done(after)),
  );
  await (await guild.members.fetch(member('noor.rahman'))).roles.add(role('Supporter'), 'bought it');
  expect(rolesOf('noor.rahman')).toEqual([role('Supporter')]);
  expect((await updated).id).toBe(member('noor.rahman'));
});

test('the client sees who joins and who leaves', async () => {
  const { sandbox, member } = await startSandbox();
  const { client } = await connectClient(sandbox);
  const joined = once<GuildMember>((done) => client.once(Events.GuildMemberAdd, done));
  sandbox.community.join(sandbox.guildId, { username: 'newcomer', pending: true });
  const newcomer = await joined;
  expect(newcomer.user.username).toBe('newcomer');
  expect(newcomer.pending).toBe(true);

  const left = once<string>((done) => client.once(Events.GuildMemberRemove, ({ id }) => done(id)));
  sandbox.community.leave(sandbox.guildId, member('newcomer'));
  expect(await left).toBe(newcomer.id);
});

test('the client sees roles made, changed and deleted', async () => {
  const { sandbox } = await startSandbox();
  const { guild } = await connectClient(sandbox);
  const made = sandbox.community.createRole(sandbox.guildId, { name: 'Patron', position: 1 });
  await vi.waitFor(() => expect(guild.roles.cache.get(made.id)?.name).toBe('Patron'));
  sandbox.community.changeRole(sandbox.guildId, made.id, { name: 'Patrons' });
  await vi.waitFor(() => expect(guild.roles.cache.get(made.id)?.name).toBe('Patrons'));
  sandbox.community.deleteRole(sandbox.guildId, made.id);
  await vi.waitFor(() => expect(guild.roles.cache.has(made.id)).toBe(false));
});

test('without the GuildMembers intent no member events come, except about the bot itself', async () => {
  const { sandbox, member, role } = await startSandbox();
  const { client } = await connectClient(sandbox, { intents: [GatewayIntentBits.Guilds] });
  const seen: string[] = [];
  client.on(Events.Raw, ({ t, d }) => seen.push(`${t} ${d.user?.username ?? d.role?.name}`));
  sandbox.community.giveRole(sandbox.guildId, member('sunniva'), role('Insider'));
  sandbox.community.join(sandbox.guildId, { username: 'newcomer' });
  sandbox.community.giveRole(sandbox.guildId, member('Rolekeeper'), role('Insider'));
  sandbox.community.createRole(sandbox.guildId, { name: 'last', position: 1 });
  await vi.waitFor(() => expect(seen.at(-1)).toBe('GUILD_ROLE_CREATE last'));
  expect(seen).toEqual(['GUILD_MEMBER_UPDATE Rolekeeper', 'GUILD_ROLE_CREATE last']);
});

test('all members come over the gateway in chunks of a thousand, and not twice within 30 s', async () => {
  const { sandbox, clock } = await startSandbox();
  for (let i = 0; i < 1_100; i += 1) sandbox.community.join(sandbox.guildId, { username: `guest${i}` });
  const { client, guild } = await connectClient(sandbox);
  const chunks: number[] = [];
  client.on(Events.Raw, ({ t, d }) => {
    if (t === GatewayDispatchEvents.GuildMembersChunk) chunks.push(d.members.length);
  });
  expect((await guild.members.fetch()).size).toBe(1_109);
  expect(chunks).toEqual([1_000, 109]);

  await expect(guild.members.fetch()).rejects.toMatchObject({ data: { retry_after: 30 } });
  clock.pass(30_000);
  expect((await guild.members.fetch()).size).toBe(1_109);
});

test('members are found by name and by id', async () => {
  const { sandbox, member } = await startSandbox();
  const { guild } = await connectClient(sandbox);
  const named = await guild.members.fetch({ query: 'su', limit: 5 });
  expect(named.map(({ user }) => user.username)).toEqual(['sunniva']);
  const some = await guild.members.fetch({ user: [member('juniper'), '100000000000000001'] });
  expect(some.map(({ user }) => user.username)).toEqual(['juniper']);
});

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
  await vi.waitFor(() => expect(seen).toEqual(['sunniva']));
});

test.each([
  ['a wrong token', { op: 2, d: { token: 'wrong', intents: 1 } }, 4004],
  ['an intent that does not exist', { op: 2, d: { token: TOKEN, intents: 2 ** 30 } }, 4013],
  ['an intent that is not switched on', { op: 2, d: { token: TOKEN, intents: 1 << 15 } }, 4014],
  ['a shard beyond their number', { op: 2, d: { token: TOKEN, intents: 1, shard: [1, 1] } }, 4010],
  ['a request before identifying', { op: 8, d: { guild_id: '1' } }, 4003],
  ['an opcode that does not exist', { op: 99 }, 4001],
  ['a payload of the wrong shape', { op: 2, d: {} }, 4002],
])('%s closes the connection', async (_what, payload, code) => {
  const { sandbox } = await startSandbox();
  const { closed, send } = await connectSocket(sandbox.apiUrl);
  send(payload);
  expect(await closed).toBe(code);
});

test('a second identify closes the connection', async () => {
  const { sandbox } = await startSandbox();
  const { closed, send } = await connectSocket(sandbox.apiUrl);
  send({ op: 2, d: { token: TOKEN, intents: 1 } });
  send({ op: 2, d: { token: TOKEN, intents: 1 } });
  expect(await closed).toBe(4005);
});

test('the GuildMembers intent is refused, over REST too, where it is not switched on', async () => {
  const { sandbox, call } = await startSandbox();
  sandbox.community.setMembersIntent(false);
  const { closed, send } = await connectSocket(sandbox.apiUrl);
  send({ op: 2, d: { token: TOKEN, intents: GatewayIntentBits.GuildMembers } });
  expect(await closed).toBe(4014);
  const list = await call('GET', `/guilds/${sandbox.guildId}/members`);
  expect(await list.json()).toEqual({ message: 'Missing Access', code: 50001 });
});

test('a heartbeat is acknowledged, and an unknown session can not be resumed', async () => {
  const { sandbox } = await startSandbox();
  const { received, send } = await connectSocket(sandbox.apiUrl);
  send({ op: 1, d: null });
  send({ op: 6, d: { token: TOKEN, session_id: 'gone', seq: 1 } });
  await vi.waitFor(() => expect(received.map(({ op }) => op)).toEqual([10, 11, 9]));
  expect(received[2]).toMatchObject({ d: false });
});

function once<Value>(listen: (done: (value: Value) => void) => void): Promise<Value> {
  return new Promise(listen);
}

async function connectSocket(apiUrl: string) {
  const url = apiUrl.replace('http', 'ws').replace('/api', '/gateway');
  const socket = new WebSocket(`${url}?v=10&encoding=json`);
  const received: { op: number; d?: unknown }[] = [];
  socket.on('message', (data) => received.push(JSON.parse(data.toString())));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise((resolve) => socket.once('open', resolve));
  return { received, closed, send: (payload: unknown) => socket.send(JSON.stringify(payload)) };
}
