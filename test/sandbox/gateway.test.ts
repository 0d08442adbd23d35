import { connect } from 'node:net';
import { Events, GatewayDispatchEvents, GatewayIntentBits, type GuildMember } from 'discord.js';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { waitFor } from '../support/wait.ts';
import { connectClient, startSandbox, TOKEN } from './sandbox.ts';
import { connectSocket, once } from './socket.ts';

// https://docs.discord.com/developers/events/gateway-events#ready
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

// https://docs.discord.com/developers/events/gateway-events#guild-member-update
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

// https://docs.discord.com/developers/events/gateway-events#guild-member-update
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

// https://docs.discord.com/developers/events/gateway-events#guild-member-add
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

// https://docs.discord.com/developers/events/gateway-events#guild-role-create
test('the client sees roles made, changed and deleted', async () => {
  const { sandbox } = await startSandbox();
  const { guild } = await connectClient(sandbox);
  const made = sandbox.community.createRole(sandbox.guildId, { name: 'Patron', position: 1 });
  await waitFor(() => expect(guild.roles.cache.get(made.id)?.name).toBe('Patron'));
  sandbox.community.changeRole(sandbox.guildId, made.id, { name: 'Patrons' });
  await waitFor(() => expect(guild.roles.cache.get(made.id)?.name).toBe('Patrons'));
  sandbox.community.deleteRole(sandbox.guildId, made.id);
  await waitFor(() => expect(guild.roles.cache.has(made.id)).toBe(false));
});

// https://docs.discord.com/developers/events/gateway#list-of-intents
test('without the GuildMembers intent no member events come, except about the bot itself', async () => {
  const { sandbox, member, role } = await startSandbox();
  const { client } = await connectClient(sandbox, { intents: [GatewayIntentBits.Guilds] });
  const seen: string[] = [];
  client.on(Events.Raw, ({ t, d }) => seen.push(`${t} ${d.user?.username ?? d.role?.name}`));
  sandbox.community.giveRole(sandbox.guildId, member('sunniva'), role('Insider'));
  sandbox.community.join(sandbox.guildId, { username: 'newcomer' });
  sandbox.community.giveRole(sandbox.guildId, member('Rolekeeper'), role('Insider'));
  sandbox.community.createRole(sandbox.guildId, { name: 'last', position: 9 });
  await waitFor(() => expect(seen.at(-1)).toBe('GUILD_ROLE_CREATE last'));
  expect(seen).toEqual(['GUILD_MEMBER_UPDATE Rolekeeper', 'GUILD_ROLE_CREATE last']);
});

// https://docs.discord.com/developers/events/gateway-events#request-guild-members
test('without the GuildMembers intent nobody is told who is there: neither all nor some of them', async () => {
  const { sandbox } = await startSandbox();
  const { send, received } = await connectSocket(sandbox.apiUrl);
  send({ op: 2, d: { token: TOKEN, intents: GatewayIntentBits.Guilds } });
  const ask = (query: string, limit: number) =>
    send({ op: 8, d: { guild_id: sandbox.guildId, query, limit, nonce: query } });
  ask('', 0);
  ask('', 5);
  ask('juni', 5);
  await waitFor(() => expect(received.at(-1)).toMatchObject({ t: 'GUILD_MEMBERS_CHUNK' }));
  expect(received.filter((each) => 't' in each && each.t === 'GUILD_MEMBERS_CHUNK')).toMatchObject([
    { d: { nonce: 'juni' } },
  ]);
});

// https://docs.discord.com/developers/events/gateway-events#request-guild-members
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

// https://docs.discord.com/developers/events/gateway-events#request-guild-members
test('members are found by name and by id', async () => {
  const { sandbox, member } = await startSandbox();
  const { guild } = await connectClient(sandbox);
  const named = await guild.members.fetch({ query: 'su', limit: 5 });
  expect(named.map(({ user }) => user.username)).toEqual(['sunniva']);
  const some = await guild.members.fetch({ user: [member('juniper'), '100000000000000001'] });
  expect(some.map(({ user }) => user.username)).toEqual(['juniper']);
});

// https://docs.discord.com/developers/events/gateway-events#request-guild-members
test('a guild that the bot was put out of tells no members, and a nonce of over 32 bytes is ignored', async () => {
  const { sandbox, clock } = await startSandbox();
  const other = sandbox.community.createGuild('Another');
  sandbox.community.leave(other.id, sandbox.community.state.application.botId);
  const { received, send } = await connectSocket(sandbox.apiUrl);
  send({ op: 2, d: { token: TOKEN, intents: GatewayIntentBits.GuildMembers } });
  const ask = (guild_id: string, nonce: string) =>
    send({ op: 8, d: { guild_id, query: '', limit: 0, nonce } });
  ask(other.id, 'other');
  ask(sandbox.guildId, 'é'.repeat(16));
  await waitFor(() => expect(received).toHaveLength(3));
  clock.pass(30_000);
  ask(sandbox.guildId, 'é'.repeat(17));
  await waitFor(() => expect(received).toHaveLength(4));
  expect(received.slice(2)).toMatchObject([
    { t: 'GUILD_MEMBERS_CHUNK', d: { guild_id: sandbox.guildId, nonce: 'é'.repeat(16) } },
    { t: 'GUILD_MEMBERS_CHUNK', d: { guild_id: sandbox.guildId } },
  ]);
  expect(received[3]?.d).not.toHaveProperty('nonce');
});

// https://discord.com/developers/docs/events/gateway-events#guild-delete
test('a guild that the bot is put out of is gone, and one that it is invited to appears', async () => {
  const { sandbox } = await startSandbox();
  const { client } = await connectClient(sandbox);
  const made = sandbox.community.createGuild('Another');
  await waitFor(() => expect(client.guilds.cache.has(made.id)).toBe(true));
  sandbox.community.leave(made.id, sandbox.community.state.application.botId);
  await waitFor(() => expect(client.guilds.cache.has(made.id)).toBe(false));
});

/** How the gateway answers a handshake with these headers: 101 if it opens the connection. */
const shake = (baseUrl: string, headers: Record<string, string>): Promise<number | undefined> =>
  once((done) => {
    const socket = new WebSocket(`${baseUrl.replace('http', 'ws')}/sandbox/gateway?v=10&encoding=json`, {
      headers,
    });
    socket.on('error', () => undefined);
    socket.once('unexpected-response', (_request, { statusCode }) => done(statusCode));
    socket.once('open', () => {
      socket.terminate();
      done(101);
    });
  });

test('a page of another website can open no connection, by whatever its browser says of it', async () => {
  const { baseUrl } = await startSandbox({ publicUrl: 'https://sandbox.example' });
  const { host } = new URL(baseUrl);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'websocket' },
    { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'websocket' },
    { origin: `http://evil.example:${new URL(baseUrl).port}`, host },
    // Its name resolves to this machine (DNS rebinding), so its browser takes it for the same website.
    { origin: 'http://evil.example', host: 'evil.example', 'sec-fetch-site': 'same-origin' },
    { host: 'evil.example' },
  ])
    expect([headers, await shake(baseUrl, headers)]).toEqual([headers, 403]);
});

test('an upgrade of any other address is answered as if nothing had been said of it, and leaves no connection', async () => {
  const { baseUrl } = await startSandbox();
  const { port, host } = new URL(baseUrl);
  for (const path of ['/nothing', '/sandbox/state', '/sandbox/gateway/more']) {
    const socket = connect({ host: '127.0.0.1', port: Number(port) });
    const closed = once<[boolean]>((done) => socket.once('close', (hadError) => done([hadError])));
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    );
    const answer = await once<string>((done) => socket.once('data', (data) => done(String(data))));
    expect(answer).toMatch(/^HTTP\/1\.1 (200|404) /);
    // The server closes its side too.
    socket.end();
    expect(await closed).toEqual([false]);
  }
});

test('a client that is no browser connects, and so do our own pages', async () => {
  const { baseUrl } = await startSandbox({ publicUrl: 'https://sandbox.example' });
  for (const headers of [
    {},
    { origin: baseUrl },
    { origin: 'https://sandbox.example', host: 'sandbox.example' },
    { origin: 'https://sandbox.example' },
    { origin: baseUrl, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'websocket' },
  ])
    expect([headers, await shake(baseUrl, headers)]).toEqual([headers, 101]);
});
