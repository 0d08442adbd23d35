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
  TextDisplayBuilder,
} from 'discord.js';
import { expect, test } from 'vitest';
import { openChannel } from './channel.ts';
import { connectClient } from './sandbox.ts';

const button = (id: string) =>
  new ButtonBuilder().setCustomId(id).setLabel('Why?').setStyle(ButtonStyle.Primary);
const row = (...ids: string[]) => new ActionRowBuilder<ButtonBuilder>().addComponents(ids.map(button));

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

// https://github.com/discord/discord-api-docs/issues/1765
test('an empty embed beside a text is not there', async () => {
  const { post } = await openChannel();
  expect(await post({ content: 'x', embeds: [{}] })).toMatchObject({ content: 'x', embeds: [] });
});

// https://discord.com/developers/docs/resources/message#get-channel-messages
test('a page is of what was said before a message, after it, or around it', async () => {
  const { post, call, channelId } = await openChannel();
  const said: unknown[] = [];
  for (const content of ['a', 'b', 'c', 'd', 'e']) said.push(await post({ content }));
  const page = async (place: string, limit: number) => {
    const query = `${place}=${idOf(said[2])}&limit=${limit}`;
    const found: { content: string }[] = Object(
      await (await call('GET', `/channels/${channelId}/messages?${query}`)).json(),
    );
    return found.map(({ content }) => content).join('');
  };
  expect(await page('before', 1)).toBe('b');
  expect(await page('after', 1)).toBe('d');
  expect(await page('around', 3)).toBe('dcb');
  expect(await page('around', 1)).toBe('c');
  expect(await page('around', 50)).toMatch(/^edcba/);
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
