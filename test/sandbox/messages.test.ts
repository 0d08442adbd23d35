import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  ContainerBuilder,
  EmbedBuilder,
  Events,
  GatewayIntentBits,
  type Message,
  MessageFlags,
  PermissionFlagsBits,
  Routes,
  TextDisplayBuilder,
} from 'discord.js';
import { expect, test } from 'vitest';
import { connectClient, connectRest, startSandbox } from './sandbox.ts';

const button = (id: string) =>
  new ButtonBuilder().setCustomId(id).setLabel('Why?').setStyle(ButtonStyle.Primary);
const row = (...ids: string[]) => new ActionRowBuilder<ButtonBuilder>().addComponents(ids.map(button));

/** A message with a menu, and what is wrong with that. */
const menu = (more: object, ...values: string[]) => ({
  components: [
    {
      type: 1,
      components: [
        { type: 3, custom_id: 'm', options: values.map((value) => ({ label: value, value })), ...more },
      ],
    },
  ],
});
const inMenu = (errors: object) => ({
  code: 50035,
  errors: { components: { 0: { components: { 0: errors } } } },
});

async function openChannel() {
  const started = await startSandbox();
  const { sandbox } = started;
  const channelId =
    sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id ?? '';
  const rest = connectRest(sandbox);
  const post = (body: unknown) => rest.post(Routes.channelMessages(channelId), { body });
  const problem = async (body: unknown): Promise<unknown> => {
    started.clock.pass(5_000);
    return (await started.send('POST', `/channels/${channelId}/messages`, body)).json();
  };
  return { ...started, channelId, post, problem };
}

// https://discord.com/developers/docs/resources/message#create-message
test('the bot says something with an embed and buttons, edits it, finds it again and deletes it', async () => {
  const { sandbox, channelId } = await openChannel();
  const { client } = await connectClient(sandbox, {
    intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages],
  });
  const channel = await client.channels.fetch(channelId);
  if (!channel?.isSendable()) throw new Error('no channel');
  const heard = new Promise<Message>((done) => client.once(Events.MessageCreate, done));
  const embed = new EmbedBuilder().setTitle('Granted').addFields({ name: 'Role', value: 'Supporter' });
  const sent = await channel.send({ content: 'Welcome', embeds: [embed], components: [row('why')] });
  expect((await heard).id).toBe(sent.id);
  await sent.edit({ content: 'Welcome back' });
  const found = await channel.messages.fetch({ message: sent.id, force: true });
  expect(found.content).toBe('Welcome back');
  expect(found.editedAt).not.toBeNull();
  expect(found.embeds[0]?.title).toBe('Granted');
  expect(found.components).toHaveLength(1);
  await sent.delete();
  await expect(channel.messages.fetch({ message: sent.id, force: true })).rejects.toMatchObject({
    code: 10008,
  });
});

// https://discord.com/developers/docs/components/reference#container
test('Components V2 hold text and rows in a container, and take no content or embeds beside them', async () => {
  const { post, problem } = await openChannel();
  const built = new ContainerBuilder()
    .setAccentColor(0x2f9e77)
    .addTextDisplayComponents(new TextDisplayBuilder().setContent('# Granted'))
    .addActionRowComponents(row('why'));
  const container: unknown = JSON.parse(JSON.stringify(built));
  const flags = MessageFlags.IsComponentsV2;
  expect(await post({ flags, components: [container] })).toMatchObject({ flags, components: [container] });
  // https://docs.discord.com/developers/components/reference#anatomy-of-a-component
  const text = (id?: number) => ({ type: 10, content: 'x', ...(id !== undefined && { id }) });
  expect(await post({ flags, components: [text(), text(1), text(0), text(7)] })).toMatchObject({
    components: [text(2), text(1), text(3), text(7)],
  });
  const legacy = { _errors: [{ code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2' }] };
  expect(await problem({ flags, components: [container], content: 'x' })).toMatchObject({
    code: 50035,
    errors: { content: legacy },
  });
  expect(await problem({ components: [container] })).toMatchObject({
    errors: { components: { 0: { type: { _errors: [{ code: 'UNION_TYPE_CHOICES' }] } } } },
  });
  const many = Array.from({ length: 41 }, () => ({ type: 10, content: 'x' }));
  expect(await problem({ flags, components: many.slice(1) })).toHaveProperty('id');
  expect(await problem({ flags, components: many })).toMatchObject({
    code: 50035,
    errors: { components: {} },
  });
});

// https://docs.discord.com/developers/resources/message#create-message and #embed-object-embed-limits
test.each([
  ['nothing at all', {}, { code: 50006 }],
  [
    'too long a text',
    { content: 'x'.repeat(2001) },
    { errors: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } },
  ],
  [
    'a field without a value',
    { embeds: [{ fields: [{ name: 'a' }] }] },
    {
      errors: { embeds: { 0: { fields: { 0: { value: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } } } } },
    },
  ],
  [
    'a field with an empty value',
    { embeds: [{ fields: [{ name: 'a', value: '' }] }] },
    {
      errors: { embeds: { 0: { fields: { 0: { value: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } } } } },
    },
  ],
  // https://github.com/discord/discord-api-docs/issues/1765
  ['an empty embed alone', { embeds: [{}] }, { code: 50006 }],
  [
    'a field of blanks',
    { embeds: [{ fields: [{ name: ' ', value: 'b' }] }] },
    {
      errors: { embeds: { 0: { fields: { 0: { name: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } } } } },
    },
  ],
  [
    'a time that is none',
    { embeds: [{ title: 'a', timestamp: 'not a time' }] },
    {
      errors: {
        embeds: {
          0: {
            timestamp: {
              _errors: [
                { code: 'DATE_TIME_TYPE_PARSE', message: 'Could not parse not a time. Should be ISO8601.' },
              ],
            },
          },
        },
      },
    },
  ],
  // https://docs.discord.com/developers/components/reference#string-select
  [
    'a menu that asks for more than it lets choose',
    menu({ min_values: 2 }, 'a', 'b'),
    inMenu({ min_values: { _errors: [{ code: 'NUMBER_TYPE_MAX' }] } }),
  ],
  [
    'a menu that lets choose more than it has',
    menu({ max_values: 3 }, 'a', 'b'),
    inMenu({ options: { _errors: [{ message: 'Must be between 3 and 25 in length.' }] } }),
  ],
  [
    'a menu with one value twice',
    menu({}, 'a', 'b', 'a'),
    inMenu({ options: { 2: { _errors: [{ code: 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED' }] } } }),
  ],
  [
    'embeds of more than 6000 characters',
    { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
    { errors: { embeds: { _errors: [{ code: 'MAX_EMBED_SIZE_EXCEEDED' }] } } },
  ],
  [
    'the same id on two buttons',
    { components: [row('a', 'a').toJSON()] },
    { errors: { components: { _errors: [{ code: 'COMPONENT_CUSTOM_ID_DUPLICATED' }] } } },
  ],
  [
    'six buttons in a row',
    {
      components: [{ type: 1, components: ['1', '2', '3', '4', '5', '6'].map((id) => button(id).toJSON()) }],
    },
    {
      errors: {
        components: {
          0: {
            components: {
              _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be between 1 and 5 in length.' }],
            },
          },
        },
      },
    },
  ],
  [
    'a link that is none',
    { components: [{ type: 1, components: [{ type: 2, style: 5, label: 'x', url: 'javascript:1' }] }] },
    {
      errors: {
        components: { 0: { components: { 0: { url: { _errors: [{ code: 'URL_TYPE_INVALID_SCHEME' }] } } } } },
      },
    },
  ],
])('%s is refused, field by field', async (_what, body, expected) => {
  const { problem } = await openChannel();
  expect(await problem(body)).toMatchObject(expected);
});

// https://github.com/discord/discord-api-docs/issues/1765
test('an empty embed beside a text is not there', async () => {
  const { post } = await openChannel();
  expect(await post({ content: 'x', embeds: [{}] })).toMatchObject({ content: 'x', embeds: [] });
});

// https://discord.com/developers/docs/topics/permissions#permission-overwrites
test('a channel that the bot can not see is no access, one that it may only read no permission', async () => {
  const { sandbox, send } = await openChannel();
  const { community, guildId } = sandbox;
  const closed = (deny: bigint) => {
    const overwrite = { id: guildId, of: 'role', allow: '0', deny: String(deny) } as const;
    return community.createChannel(guildId, 'closed', [overwrite]).id;
  };
  const post = async (id: string) =>
    (await send('POST', `/channels/${id}/messages`, { content: 'x' })).json();
  expect(await post(closed(PermissionFlagsBits.ViewChannel))).toMatchObject({ code: 50001 });
  expect(await post(closed(PermissionFlagsBits.SendMessages))).toMatchObject({ code: 50013 });
  expect(await post('100000000000000001')).toMatchObject({ code: 10003 });
});

// https://discord.com/developers/docs/topics/opcodes-and-status-codes#json: 50007
test('a direct message arrives, unless its reader closed them or shares no server', async () => {
  const { sandbox, member } = await openChannel();
  const { client } = await connectClient(sandbox);
  const user = await client.users.fetch(member('juniper'));
  const sent = await user.send('Your membership is active.');
  expect(sandbox.community.state.messages.get(sent.channelId)?.get(sent.id)?.content).toContain('active');
  sandbox.community.setDmsOpen(user.id, false);
  await expect(user.send('again')).rejects.toMatchObject({ code: 50007, status: 403 });
  sandbox.community.setDmsOpen(user.id, true);
  sandbox.community.leave(sandbox.guildId, user.id);
  await expect(user.send('gone')).rejects.toMatchObject({ code: 50007 });
});

// https://discord.com/developers/docs/resources/message#allowed-mentions-object
test('only who may be mentioned is pinged', async () => {
  const { post, problem, member, role } = await openChannel();
  const content = `<@${member('juniper')}> <@${member('sunniva')}> <@&${role('Insider')}> @everyone`;
  expect(await post({ content, allowed_mentions: { users: [member('sunniva')] } })).toMatchObject({
    mentions: [{ username: 'sunniva' }],
    mention_roles: [],
    mention_everyone: false,
  });
  expect(await post({ content, allowed_mentions: { parse: [] } })).toMatchObject({ mentions: [] });
  expect(await post({ content })).toMatchObject({
    mentions: [{ username: 'juniper' }, { username: 'sunniva' }],
  });
  const both = { parse: ['users'], users: [member('sunniva')] };
  expect(await problem({ content, allowed_mentions: both })).toMatchObject({
    errors: { allowed_mentions: { _errors: [{ code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE' }] } },
  });
});

// https://docs.discord.com/developers/resources/message#message-reference and opcodes-and-status-codes#json: 50005
test('a reply names what it answers; somebody else’s message can not be edited', async () => {
  const { sandbox, channelId, post, send, member } = await openChannel();
  const { community } = sandbox;
  const sent = community.say(member('juniper'), channelId, 'Why no role?');
  expect(await post({ content: 'See', message_reference: { message_id: sent.id } })).toMatchObject({
    type: 19,
    message_reference: { message_id: sent.id },
    referenced_message: { id: sent.id, author: { username: 'juniper' } },
  });
  const edit = await send('PATCH', `/channels/${channelId}/messages/${sent.id}`, { content: 'x' });
  expect(await edit.json()).toMatchObject({ code: 50005 });
});

// https://discord.com/developers/docs/resources/message#create-message-jsonform-params (enforce_nonce)
test('a message that is posted again with its nonce within minutes is posted once', async () => {
  const { clock, post } = await openChannel();
  const body = { content: 'Granted', nonce: 'change-1', enforce_nonce: true };
  const first = await post(body);
  expect(await post(body)).toEqual(first);
  expect(await post({ ...body, nonce: 'change-2' })).not.toMatchObject({ id: idOf(first) });
  expect(await post({ content: 'Granted', nonce: 'change-1' })).not.toMatchObject({ id: idOf(first) });
  clock.pass(200_000);
  expect(await post(body)).not.toMatchObject({ id: idOf(first) });
});

const idOf = (message: unknown): unknown => Object(message).id;
