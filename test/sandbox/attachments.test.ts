import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AttachmentBuilder,
  EmbedBuilder,
  Events,
  FileBuilder,
  GatewayIntentBits,
  MediaGalleryBuilder,
  type Message,
  MessageFlags,
  PermissionFlagsBits,
  Routes,
  SlashCommandBuilder,
} from 'discord.js';
import { expect, onTestFinished, test } from 'vitest';
import { BOT_PERMISSIONS } from '../../src/sandbox/community.ts';
import { connectClient, connectRest, startSandbox, TOKEN, USER_AGENT } from './sandbox.ts';

// https://docs.discord.com/developers/reference#uploading-files

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const csv = (name = 'members.csv') => new AttachmentBuilder(Buffer.from('name,plan\nAda,Gold\n'), { name });
const png = (name = 'badge.png') => new AttachmentBuilder(PNG, { name });

async function openChannel(
  options: Parameters<typeof startSandbox>[0] = {},
  ...intents: GatewayIntentBits[]
) {
  const started = await startSandbox(options);
  const { sandbox, role } = started;
  const permissions = String(BOT_PERMISSIONS | PermissionFlagsBits.AttachFiles);
  sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), { permissions });
  const { client } = await connectClient(sandbox, { intents: [GatewayIntentBits.Guilds, ...intents] });
  const channelId =
    sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id ?? '';
  const channel = await client.channels.fetch(channelId);
  if (!channel?.isSendable()) throw new Error('no channel');
  return { ...started, client, channel, channelId };
}

const urlOf = (message: Message): string => message.attachments.first()?.url ?? '';

test('a file comes with a message and is served as it was, for saving', async () => {
  const { channel, sandbox } = await openChannel();
  const sent = await channel.send({ content: 'All members', files: [csv('Mitglieder Übersicht.csv')] });
  const [attachment] = [...sent.attachments.values()];
  expect(attachment).toMatchObject({
    name: 'Mitglieder_Ubersicht.csv',
    title: 'Mitglieder Übersicht.csv',
    size: 19,
    ephemeral: false,
  });
  const answer = await fetch(urlOf(sent));
  expect(await answer.text()).toBe('name,plan\nAda,Gold\n');
  expect(answer.headers.get('content-disposition')).toBe('attachment');
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  const found = await channel.messages.fetch({ message: sent.id, force: true });
  expect(urlOf(found)).toBe(urlOf(sent));

  await sent.delete();
  expect((await fetch(urlOf(sent))).status).toBe(404);
  expect(sandbox.community.state.files.size).toBe(0);
});

// https://docs.discord.com/developers/reference#editing-message-attachments
test('an edit keeps the files that it lists, takes new ones, and drops the rest', async () => {
  const { channel, sandbox } = await openChannel();
  const sent = await channel.send({ files: [csv('a.csv'), csv('b.csv')] });
  const untouched = await sent.edit({ content: 'two files' });
  expect(untouched.attachments.map(({ name }) => name)).toEqual(['a.csv', 'b.csv']);
  const [first] = [...sent.attachments.values()];
  if (!first) throw new Error('no attachment');
  const edited = await sent.edit({ attachments: [first], files: [csv('c.csv').setDescription('the third')] });
  expect(edited.attachments.map(({ name, description }) => [name, description])).toEqual([
    ['a.csv', null],
    ['c.csv', 'the third'],
  ]);
  expect(sandbox.community.state.files.size).toBe(2);
  expect((await sent.edit({ content: 'none', attachments: [] })).attachments.size).toBe(0);
});

// https://docs.discord.com/developers/resources/message#message-object: attachments
test('a picture that an embed or a gallery shows is there, and not among the attachments', async () => {
  const { channel } = await openChannel();
  const embed = new EmbedBuilder().setTitle('Granted').setImage('attachment://badge.png');
  const sent = await channel.send({ embeds: [embed], files: [png()] });
  expect(sent.attachments.size).toBe(0);
  const shown = await fetch(sent.embeds[0]?.image?.url ?? '');
  expect([shown.headers.get('content-type'), shown.headers.get('content-disposition')]).toEqual([
    'image/png',
    'inline',
  ]);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG);

  const gallery = new MediaGalleryBuilder().addItems({ media: { url: 'attachment://badge.png' } });
  const file = new FileBuilder().setURL('attachment://members.csv');
  const flags = MessageFlags.IsComponentsV2 as const;
  const v2 = await channel.send({ flags, components: [gallery, file], files: [png(), csv()] });
  expect(v2.attachments.size).toBe(0);
  expect(JSON.parse(JSON.stringify(v2.components))).toMatchObject([
    { items: [{ media: { url: expect.stringMatching(/^http.*badge\.png$/) } }] },
    { file: { url: expect.stringMatching(/^http.*members\.csv$/) } },
  ]);
  await expect(channel.send({ flags, components: [gallery] })).rejects.toMatchObject({
    code: 50035,
    rawError: {
      errors: {
        components: { _errors: [{ code: 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND' }] },
      },
    },
  });
});

// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-messages
test('replies, edits of replies and follow-ups bring files, an ephemeral one for its reader only', async () => {
  const { client, channelId, sandbox, member } = await openChannel();
  const command = new SlashCommandBuilder().setName('export').setDescription('Members as a file');
  await client.application?.commands.set([command]);
  const failed: unknown[] = [];
  client.on(Events.InteractionCreate, async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    try {
      await interaction.reply({ files: [csv('reply.csv')], flags: MessageFlags.Ephemeral });
      await interaction.editReply({ files: [csv('edit.csv')] });
      await interaction.followUp({ files: [csv('more.csv')] });
    } catch (error) {
      failed.push(error);
    }
  });
  const juniper = sandbox.as(member('juniper'), channelId);
  await juniper.run('export').answer;
  await expect
    .poll(() => juniper.messages().map(({ attachments }) => attachments?.map(({ filename }) => filename)))
    .toEqual([['edit.csv'], ['more.csv']]);
  expect(failed).toEqual([]);
});

// https://docs.discord.com/developers/topics/permissions#permissions-bitwise-permission-flags
test('a file without Attach Files, more than ten files, and one that was not sent are refused', async () => {
  const { channel, channelId, sandbox, role, send } = await openChannel();
  const many = Array.from({ length: 11 }, (_, i) => csv(`${i}.csv`));
  await expect(channel.send({ files: many })).rejects.toMatchObject({ code: 30015, status: 400 });
  const path = `/channels/${channelId}/messages`;
  const unsent = await send('POST', path, { content: 'x', attachments: [{ id: 0, filename: 'a.csv' }] });
  expect(await unsent.json()).toMatchObject({
    code: 50035,
    errors: { attachments: { 0: { _errors: [{ code: 'ATTACHMENT_NOT_FOUND' }] } } },
  });
  const bot = role('Rolekeeper');
  sandbox.community.changeRole(sandbox.guildId, bot, { permissions: String(BOT_PERMISSIONS) });
  await expect(channel.send({ files: [csv()] })).rejects.toMatchObject({ code: 50013 });
});

test('files are there again after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rolekeeper-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'community.db');
  const { channel, baseUrl, stop } = await openChannel({ file });
  const sent = await channel.send({ files: [csv()] });
  await stop();
  await startSandbox({ file, baseUrl });
  expect(await (await fetch(urlOf(sent))).text()).toBe('name,plan\nAda,Gold\n');
});

// 40005: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
// https://docs.discord.com/developers/reference#uploading-files
test('a file of more than 20 MiB is too large', async () => {
  const { sandbox, channelId } = await openChannel();
  const rest = connectRest(sandbox);
  const post = (data: Buffer) =>
    rest.post(Routes.channelMessages(channelId), { files: [{ name: 'large.bin', data }] });
  await expect(post(Buffer.alloc(20 * 1024 * 1024 + 1))).rejects.toMatchObject({ code: 40005, status: 413 });
});

// https://docs.discord.com/developers/reference#uploading-files
test('a form may hold the fields themselves; what is no form is refused', async () => {
  const { sandbox, channelId } = await openChannel();
  const url = `${sandbox.apiUrl}/v10/channels/${channelId}/messages`;
  const headers = { authorization: `Bot ${TOKEN}`, 'user-agent': USER_AGENT };
  const form = new FormData();
  form.set('content', 'Hello, World!');
  const answer = await fetch(url, { method: 'POST', headers, body: form });
  expect(await answer.json()).toMatchObject({ content: 'Hello, World!' });
  const body = 'no form';
  const type = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
  expect((await fetch(url, { method: 'POST', headers: type, body })).status).toBe(400);
});

// https://docs.discord.com/developers/events/gateway#message-content-intent
test('of what others write, a bot without the Message Content intent sees nothing, unless it is for it', async () => {
  const { client, sandbox, channelId, member, call } = await openChannel({}, GatewayIntentBits.GuildMessages);
  const heard: string[] = [];
  client.on(Events.MessageCreate, ({ content }) => heard.push(content));
  const botId = client.user?.id ?? '';
  sandbox.community.say(member('juniper'), channelId, 'Why no role?');
  sandbox.community.say(member('juniper'), channelId, `<@${botId}> why no role?`);
  await expect.poll(() => heard).toEqual(['', `<@${botId}> why no role?`]);
  const list: unknown = await (await call('GET', `/channels/${channelId}/messages`)).json();
  expect(list).toMatchObject([{ content: `<@${botId}> why no role?` }, { content: '' }]);
});
