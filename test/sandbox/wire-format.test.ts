import { GatewayIntentBits, PermissionFlagsBits } from 'discord.js';
import { expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { startSandbox, TOKEN } from './sandbox.ts';
import { connectSocket } from './socket.ts';

const NOON = '2026-11-21T12:00:00.000000+00:00';
const LATER = '2026-11-21T13:00:00.500000+00:00';

// https://docs.discord.com/developers/reference#iso8601-date-time and the examples of each object
test('times have microseconds and an offset, over REST and the gateway', async () => {
  const { sandbox, call, send, clock, member, role } = await startSandbox();
  const permissions = String(PermissionFlagsBits.Administrator);
  sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), { permissions });
  const { received, send: tell } = await connectSocket(sandbox.apiUrl);
  const intents = GatewayIntentBits.Guilds | GatewayIntentBits.GuildMembers | GatewayIntentBits.GuildMessages;
  tell({ op: 2, d: { token: TOKEN, intents } });
  await waitFor(() => expect(received.at(-1)).toMatchObject({ t: 'GUILD_CREATE', d: { joined_at: NOON } }));

  const guild = `/guilds/${sandbox.guildId}`;
  const juniper = `${guild}/members/${member('juniper')}`;
  const until = { communication_disabled_until: '2026-11-21T14:00:00.500+01:00' };
  const timedOut = await (await send('PATCH', juniper, until)).json();
  expect(timedOut).toMatchObject({ joined_at: NOON, communication_disabled_until: LATER });
  await waitFor(() => expect(received.at(-1)).toMatchObject({ t: 'GUILD_MEMBER_UPDATE', d: timedOut }));
  expect(await (await call('GET', `${guild}/audit-logs?limit=1`)).json()).toMatchObject({
    audit_log_entries: [{ changes: [{ key: 'communication_disabled_until', new_value: LATER }] }],
  });

  const channel = sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id;
  const body = { content: 'Welcome', embeds: [{ title: 'At one', timestamp: '2026-11-21T13:00:00.5Z' }] };
  const posted: unknown = await (await send('POST', `/channels/${channel}/messages`, body)).json();
  expect(posted).toMatchObject({ timestamp: NOON, edited_timestamp: null, embeds: [{ timestamp: LATER }] });
  await waitFor(() => expect(received.at(-1)).toMatchObject({ t: 'MESSAGE_CREATE', d: { timestamp: NOON } }));
  clock.pass(3_600_500);
  const id = sandbox.community.state.messages
    .get(channel ?? '')
    ?.keys()
    .toArray()
    .at(-1);
  const edited = await send('PATCH', `/channels/${channel}/messages/${id}`, { content: 'Hello' });
  expect(await edited.json()).toMatchObject({ timestamp: NOON, edited_timestamp: LATER });
});

// https://docs.discord.com/developers/events/gateway-events#payload-structure
test('payloads of the gateway that say nothing have a `d` of null', async () => {
  const { sandbox } = await startSandbox();
  const first = await connectSocket(sandbox.apiUrl);
  first.send({ op: 2, d: { token: TOKEN, intents: 0 } });
  await waitFor(() => expect(first.received.at(-1)).toMatchObject({ t: 'READY' }));
  first.send({ op: 1, d: 1 });
  await waitFor(() => expect(first.received.at(-1)).toEqual({ op: 11, d: null, s: null, t: null }));
  sandbox.reconnect();
  await waitFor(() => expect(first.received.at(-1)).toEqual({ op: 7, d: null, s: null, t: null }));

  const { session_id } = Object(first.received[1]?.d);
  const second = await connectSocket(sandbox.apiUrl);
  second.send({ op: 6, d: { token: TOKEN, session_id, seq: 1 } });
  await waitFor(() => expect(second.received.at(-1)).toEqual({ op: 0, t: 'RESUMED', d: null, s: 2 }));
});

// https://docs.discord.com/developers/resources/user, guild and application
test('users, guilds and applications have the fields that the platform sends of all of them', async () => {
  const { sandbox, call, member } = await startSandbox();
  const get = async (path: string) => (await call('GET', path)).json();
  const user = {
    avatar: null,
    avatar_decoration_data: null,
    collectibles: null,
    primary_guild: null,
    flags: 0,
    public_flags: 0,
  };
  expect(await get(`/users/${member('juniper')}`)).toMatchObject(user);
  const self = await get('/users/@me');
  expect(self).toMatchObject({
    ...user,
    bot: true,
    banner: null,
    accent_color: null,
    locale: 'en-US',
    mfa_enabled: false,
    premium_type: 0,
    email: null,
    verified: true,
  });
  expect(await get(`/guilds/${sandbox.guildId}`)).toMatchObject({
    region: 'us-west',
    nsfw: false,
    home_header: null,
    widget_enabled: false,
    widget_channel_id: null,
    max_members: 500_000,
    max_presences: null,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
  });
  expect(await get('/applications/@me')).toMatchObject({
    owner: { username: 'mira.solberg' },
    redirect_uris: [],
    type: null,
    approximate_guild_count: 1,
    approximate_user_install_count: 0,
    approximate_user_authorization_count: 0,
    interactions_endpoint_url: null,
    role_connections_verification_url: null,
  });
});

// https://docs.discord.com/developers/components/reference
test('components are echoed with what was left out', async () => {
  const { sandbox, send } = await startSandbox();
  const channel = sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id;
  const picture = { url: 'https://example.com/a.png' };
  const components = [
    { type: 10, content: 'Hello' },
    { type: 14 },
    { type: 12, items: [{ media: picture }] },
    { type: 9, components: [{ type: 10, content: 'Beside' }], accessory: { type: 11, media: picture } },
  ];
  const body = { flags: 1 << 15, components: [{ type: 17, components }] };
  const posted = await (await send('POST', `/channels/${channel}/messages`, body)).json();
  const plain = { description: null, spoiler: false };
  expect(posted).toMatchObject({
    components: [
      {
        type: 17,
        id: expect.any(Number),
        accent_color: null,
        spoiler: false,
        components: [
          { type: 10 },
          { type: 14, divider: true, spacing: 1 },
          { type: 12, items: [plain] },
          { type: 9, accessory: { type: 11, ...plain } },
        ],
      },
    ],
  });
});
