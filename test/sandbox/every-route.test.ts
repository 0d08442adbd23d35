import { REST } from '@discordjs/rest';
import {
  type Client,
  Events,
  GatewayDispatchEvents,
  GatewayIntentBits,
  PermissionFlagsBits,
  Routes,
  SlashCommandBuilder,
} from 'discord.js';
import Type, { type Static, type TSchema } from 'typebox';
import Value from 'typebox/value';
import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { declaredRoutes } from './routes.ts';
import { connectClient, connectRest, startSandbox } from './sandbox.ts';

const REDIRECT = 'https://rolekeeper.example.org/link/discord/callback';
const OAUTH = { clientSecret: 'a-client-secret', redirectUris: [REDIRECT] };
const Made = Type.Object({ id: Type.String() });
const Tokens = Type.Object({ access_token: Type.String(), refresh_token: Type.String() });

/** The library's REST client, its answers checked, with a second passing before each request. */
async function openEverything() {
  const started = await startSandbox({ oauth: OAUTH });
  const { sandbox, clock, role } = started;
  const permissions = String(PermissionFlagsBits.Administrator);
  sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), { permissions });
  const heard = new Set<string>();
  const intents = [
    GatewayIntentBits.Guilds,
    GatewayIntentBits.GuildMembers,
    GatewayIntentBits.GuildMessages,
    GatewayIntentBits.DirectMessages,
  ];
  const { client, guild } = await connectClient(sandbox, { intents }, (fresh: Client) =>
    fresh.on(Events.Raw, ({ t }) => heard.add(t)),
  );
  const bot = connectRest(sandbox);
  const asUser = (token: string) =>
    new REST({ api: sandbox.apiUrl, version: '10', authPrefix: 'Bearer' }).setToken(token);
  const get = async <Schema extends TSchema>(
    schema: Schema,
    answer: Promise<unknown>,
  ): Promise<Static<Schema>> => Value.Parse(schema, await answer);
  onTestFinished(() => bot.clearHandlerSweeper());
  const pass = () => clock.pass(1_000);
  return { ...started, client, guild, bot, asUser, heard, get, pass };
}
type Everything = Awaited<ReturnType<typeof openEverything>>;

async function aboutItself({ bot, client, sandbox }: Everything) {
  await bot.get(Routes.gateway());
  await bot.get(Routes.gatewayBot());
  await bot.get(Routes.user());
  await bot.get(Routes.user(client.user?.id));
  await bot.get(Routes.userGuilds());
  await bot.get(Routes.currentApplication());
  await bot.get(Routes.oauth2CurrentApplication());
  await bot.get(Routes.guild(sandbox.guildId));
  await bot.get(Routes.guildAuditLog(sandbox.guildId));
  const metadata = Routes.applicationRoleConnectionMetadata(sandbox.applicationId);
  const record = { key: 'months', type: 2, name: 'Months', description: 'How long' };
  await bot.put(metadata, { body: [record] });
  await bot.get(metadata);
}

async function roles({ bot, sandbox, member, get, pass }: Everything) {
  const { guildId } = sandbox;
  const { id } = await get(Made, bot.post(Routes.guildRoles(guildId), { body: { name: 'Patron' } }));
  await bot.get(Routes.guildRoles(guildId));
  await bot.get(Routes.guildRole(guildId, id));
  await bot.patch(Routes.guildRole(guildId, id), { body: { hoist: true } });
  await bot.patch(Routes.guildRoles(guildId), { body: [{ id, position: 2 }] });
  await bot.put(Routes.guildMemberRole(guildId, member('juniper'), id));
  await bot.delete(Routes.guildMemberRole(guildId, member('juniper'), id));
  await bot.delete(Routes.guildRole(guildId, id));
  pass();
}

async function members({ bot, sandbox, member, guild, pass }: Everything) {
  const { guildId } = sandbox;
  await bot.get(Routes.guildMembers(guildId));
  await bot.get(Routes.guildMembersSearch(guildId), { query: new URLSearchParams({ query: 'ju' }) });
  await bot.get(Routes.guildMember(guildId, member('juniper')));
  await bot.patch(Routes.guildMember(guildId, member('juniper')), { body: { nick: 'June' } });
  await guild.members.me?.setNickname('Keeper');
  await bot.delete(Routes.guildMember(guildId, member('juniper')));
  await guild.members.fetch();
  await expect(guild.members.fetch()).rejects.toMatchObject({ data: { retry_after: 30 } });
  pass();
}

async function oauth({ bot, asUser, sandbox, member, get, pass }: Everything) {
  const url = new URL(sandbox.authorizeUrl);
  const scope = 'identify guilds guilds.join role_connections.write';
  const query = { client_id: sandbox.applicationId, redirect_uri: REDIRECT, response_type: 'code', scope };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const body = new URLSearchParams({ user_id: member('juniper'), choice: 'authorize' });
  const sent = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  const code = new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const post = (route: `/${string}`, form: Record<string, string>) => {
    const credentials = { client_id: sandbox.applicationId, client_secret: OAUTH.clientSecret };
    const body = new URLSearchParams({ ...credentials, ...form });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return bot.post(route, { body, headers, passThroughBody: true, auth: false });
  };
  const exchange = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT };
  const first = await get(Tokens, post(Routes.oauth2TokenExchange(), exchange));
  const renew = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
  const { access_token } = await get(Tokens, post(Routes.oauth2TokenExchange(), renew));
  const juniper = asUser(access_token);
  expect(await juniper.get(Routes.user())).toMatchObject({ username: 'juniper' });
  await juniper.get(Routes.userGuilds());
  await juniper.get(Routes.oauth2CurrentAuthorization());
  await bot.put(Routes.guildMember(sandbox.guildId, member('juniper')), { body: { access_token } });
  const connection = Routes.userApplicationRoleConnection(sandbox.applicationId);
  await juniper.put(connection, { body: { platform_name: 'Shop', metadata: { months: '3' } } });
  await juniper.get(connection);
  await juniper.delete(connection);
  await post(Routes.oauth2TokenRevocation(), { token: access_token });
  await expect(juniper.get(Routes.user())).rejects.toMatchObject({ status: 401 });
  pass();
}

async function messages({ bot, sandbox, member, get, pass }: Everything) {
  await bot.get(Routes.guildChannels(sandbox.guildId));
  const recipient = { body: { recipient_id: member('sunniva') } };
  const channel = await get(Made, bot.post(Routes.userChannels(), recipient));
  await bot.get(Routes.channel(channel.id));
  const content = { body: { content: 'Welcome' } };
  const { id } = await get(Made, bot.post(Routes.channelMessages(channel.id), content));
  await bot.get(Routes.channelMessages(channel.id));
  await bot.get(Routes.channelMessage(channel.id, id));
  await bot.patch(Routes.channelMessage(channel.id, id), content);
  await bot.delete(Routes.channelMessage(channel.id, id));
  pass();
}

async function commands({ bot, sandbox, get, pass }: Everything) {
  const { applicationId: app, guildId } = sandbox;
  const body = new SlashCommandBuilder().setName('why').setDescription('Why?').toJSON();
  const places = [
    [Routes.applicationCommands(app), (id: string) => Routes.applicationCommand(app, id)],
    [
      Routes.applicationGuildCommands(app, guildId),
      (id: string) => Routes.applicationGuildCommand(app, guildId, id),
    ],
  ] as const;
  for (const [all, one] of places) {
    const { id } = await get(Made, bot.post(all, { body }));
    await bot.get(one(id));
    await bot.patch(one(id), { body: { description: 'Why these roles?' } });
    await bot.delete(one(id));
    await bot.put(all, { body: [body] });
    await bot.get(all);
    pass();
  }
}

async function interactions({ client, sandbox, member }: Everything) {
  const channel = sandbox.community.state.channels.values().find(({ name }) => name === 'general');
  const worked = new Promise((done, fail) =>
    client.once(Events.InteractionCreate, async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply().catch(fail);
      await interaction.editReply('first').catch(fail);
      await interaction.fetchReply().catch(fail);
      await interaction.followUp('second').catch(fail);
      await interaction.deleteReply().then(done, fail);
    }),
  );
  sandbox.as(member('sunniva'), channel?.id ?? '').run('why');
  await worked;
}

async function whatOthersDo({ client, sandbox, pass }: Everything) {
  const { id } = sandbox.community.createGuild('Another');
  await waitFor(() => expect(client.guilds.cache.has(id)).toBe(true));
  sandbox.community.createChannel(id, 'news');
  sandbox.community.leave(id, client.user?.id ?? '');
  const resumed = new Promise((done) => client.once(Events.ShardResume, done));
  sandbox.disconnect();
  await resumed;
  pass();
}

// Every route and event of the sandbox, driven by the real library. A new one that nobody drives fails here.
test('the library’s clients use every route and hear every event', async () => {
  const everything = await openEverything();
  const steps = [aboutItself, roles, members, oauth, messages, commands, interactions, whatOthersDo];
  for (const step of steps) await step(everything);

  const { sandbox, heard } = everything;
  const fine = sandbox.calls
    .list()
    .filter(({ answered }) => Object.keys(answered).some((status) => status.startsWith('2')))
    .map(({ method, route }) => `${method} ${route}`);
  expect(new Set(fine)).toEqual(new Set(await declaredRoutes()));
  const events = GatewayDispatchEvents;
  await waitFor(() =>
    expect(heard).toEqual(
      new Set([
        events.Ready,
        events.Resumed,
        events.RateLimited,
        events.GuildCreate,
        events.GuildDelete,
        events.GuildMemberAdd,
        events.GuildMemberUpdate,
        events.GuildMemberRemove,
        events.GuildMembersChunk,
        events.GuildRoleCreate,
        events.GuildRoleUpdate,
        events.GuildRoleDelete,
        events.ChannelCreate,
        events.MessageCreate,
        events.MessageUpdate,
        events.MessageDelete,
        events.InteractionCreate,
      ]),
    ),
  );
});
