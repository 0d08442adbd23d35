import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Events,
  type Interaction,
  InteractionContextType,
  MessageFlags,
  ModalBuilder,
  PermissionFlagsBits,
  SlashCommandBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { expect, test, vi } from 'vitest';
import { connectClient, startSandbox } from './sandbox.ts';

// https://discord.com/developers/docs/interactions/receiving-and-responding

const plans = new SlashCommandBuilder()
  .setName('plans')
  .setDescription('The plans')
  .addSubcommand((sub) =>
    sub
      .setName('give')
      .setDescription('Gives one')
      .addUserOption((option) => option.setName('who').setDescription('To whom').setRequired(true))
      .addStringOption((option) => option.setName('plan').setDescription('Which').setAutocomplete(true))
      .addIntegerOption((option) => option.setName('days').setDescription('How long').setMinValue(1)),
  );
const why = new SlashCommandBuilder().setName('why').setDescription('Why?');
const admin = new SlashCommandBuilder()
  .setName('admin')
  .setDescription('For admins')
  .setDefaultMemberPermissions(PermissionFlagsBits.ManageRoles)
  .setContexts(InteractionContextType.Guild);

const row = (id: string) =>
  new ActionRowBuilder<ButtonBuilder>().addComponents(
    new ButtonBuilder().setCustomId(id).setLabel('More').setStyle(ButtonStyle.Primary),
  );

/** A bot with commands that does `work` with each interaction, and Juniper, who uses it. */
async function openBot(work: (interaction: Interaction) => Promise<unknown> = async () => {}) {
  const started = await startSandbox();
  const { sandbox, member } = started;
  const { client, guild } = await connectClient(sandbox);
  await guild.commands.set([plans, why, admin]);
  const seen: Interaction[] = [];
  const failed: unknown[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    seen.push(interaction);
    work(interaction).catch((error) => failed.push(error));
  });
  const channelId =
    sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id ?? '';
  const as = (name: string) => sandbox.as(member(name), channelId);
  return { ...started, as, juniper: as('juniper'), channelId, client, guild, seen, failed };
}

test('a member runs a subcommand with options and gets an answer', async () => {
  const { juniper, member } = await openBot(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    const { options } = interaction;
    const who = options.getMember('who');
    const name = who && 'displayName' in who ? who.displayName : '';
    await interaction.reply(`${options.getSubcommand()} ${name} ${options.getInteger('days')}`);
  });
  const asked = juniper.run('plans give', { who: member('sunniva'), days: 3 });
  expect(await asked.answer).toMatchObject({ kind: 'message', isLoading: false });
  expect(asked.message()?.content).toBe('give Sunniva 3');
});

test('what the platform’s own client would not send is not sent', async () => {
  const { juniper, member } = await openBot();
  const fault = (code: string) => expect.objectContaining({ code });
  expect(() => juniper.run('plans give', {})).toThrow(fault('SANDBOX_CANT_BE_FILLED_IN'));
  expect(() => juniper.run('plans')).toThrow(fault('SANDBOX_CANT_BE_FILLED_IN'));
  expect(() => juniper.run('plans give', { who: member('sunniva'), days: 0 })).toThrow('from 1');
  expect(() => juniper.run('nothing')).toThrow(fault('SANDBOX_UNKNOWN_COMMAND'));
});

// https://discord.com/developers/docs/interactions/application-commands#permissions
test('a command is offered to those with its permissions, in its contexts', async () => {
  const { as, juniper, sandbox, member, guild, client } = await openBot(
    async (interaction) => interaction.isChatInputCommand() && interaction.reply('yes'),
  );
  expect(() => juniper.run('admin')).toThrow('offered no command');
  expect(await as('tomasz_k').run('admin').answer).toMatchObject({ kind: 'message' });
  expect(await as('mira.solberg').run('admin').answer).toMatchObject({ kind: 'message' });

  await guild.commands.set([]);
  await client.application?.commands.set([admin, why]);
  const dm = await client.users.createDM(member('mira.solberg'));
  const direct = sandbox.as(member('mira.solberg'), dm.id);
  expect(() => direct.run('admin')).toThrow('offered no command');
  expect(await direct.run('why').answer).toMatchObject({ kind: 'message' });
});

test('an answer can be deferred, edited, followed up and deleted', async () => {
  const { juniper, failed } = await openBot(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply();
    await interaction.editReply('first');
    const more = await interaction.followUp('second');
    await more.edit('second, edited');
    await interaction.deleteReply();
  });
  const asked = juniper.run('why');
  expect(await asked.answer).toMatchObject({ kind: 'message', isLoading: true });
  await vi.waitFor(() =>
    expect(juniper.messages().map(({ content }) => content)).toEqual(['second, edited']),
  );
  expect(failed).toEqual([]);
});

// https://docs.discord.com/developers/resources/message#message-object-message-flags
test('an ephemeral answer is seen by its member only', async () => {
  const { juniper, as, channelId, call } = await openBot(
    async (interaction) =>
      interaction.isChatInputCommand() &&
      interaction.reply({ content: 'psst', flags: MessageFlags.Ephemeral }),
  );
  await juniper.run('why').answer;
  expect(juniper.messages().map(({ content }) => content)).toEqual(['psst']);
  expect(as('sunniva').messages()).toEqual([]);
  expect(await (await call('GET', `/channels/${channelId}/messages`)).json()).toEqual([]);
});

// https://docs.discord.com/developers/interactions/application-commands#autocomplete
test('what is typed is completed', async () => {
  const { juniper, member } = await openBot(async (interaction) => {
    if (!interaction.isAutocomplete()) return;
    const { name, value } = interaction.options.getFocused(true);
    await interaction.respond([{ name: `${name} ${value}`, value: 'plan_1' }]);
  });
  const asked = juniper.complete('plans give', 'plan', { who: member('sunniva'), plan: 'go' });
  expect(await asked.answer).toEqual({ kind: 'choices', choices: [{ name: 'plan go', value: 'plan_1' }] });
});

test('a button changes its message, a choice opens a form, and the form is sent', async () => {
  const choose = new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
    new StringSelectMenuBuilder()
      .setCustomId('choose')
      .addOptions({ label: 'A', value: 'a' }, { label: 'B', value: 'b' }),
  );
  const form = new ModalBuilder()
    .setCustomId('form')
    .setTitle('A form')
    .addComponents(
      new ActionRowBuilder<TextInputBuilder>().addComponents(
        new TextInputBuilder().setCustomId('text').setLabel('Text').setStyle(TextInputStyle.Short),
      ),
    );
  const { juniper, failed } = await openBot(async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({ content: '1', components: [row('more')] });
    if (interaction.isButton()) await interaction.update({ content: '2', components: [choose] });
    if (interaction.isStringSelectMenu())
      await interaction.showModal(form.setTitle(interaction.values.join()));
    if (!interaction.isModalSubmit() || !interaction.isFromMessage()) return;
    await interaction.deferUpdate();
    await interaction.editReply({ content: interaction.fields.getTextInputValue('text'), components: [] });
  });
  const first = juniper.run('why');
  await first.answer;
  const id = first.message()?.id ?? '';
  expect(() => juniper.press(id, 'less')).toThrow('Nothing called less');
  expect(await juniper.press(id, 'more').answer).toMatchObject({ kind: 'update', message: { content: '2' } });
  expect(() => juniper.choose(id, 'choose', ['c'])).toThrow('choose');
  const chosen = juniper.choose(id, 'choose', ['b']);
  expect(await chosen.answer).toMatchObject({ kind: 'modal', modal: { title: 'b' } });
  expect(() => juniper.submit(chosen, {})).toThrow('text takes 1');
  expect(await juniper.submit(chosen, { text: 'done' }).answer).toMatchObject({ kind: 'update' });
  await vi.waitFor(() => expect(juniper.messages().map(({ content }) => content)).toEqual(['done']));
  expect(failed).toEqual([]);
});

// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-callback
test('the first answer is due within three seconds: 10062', async () => {
  const { juniper, seen, clock } = await openBot();
  juniper.run('why');
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  clock.pass(3_001);
  const [interaction] = seen;
  if (!interaction?.isRepliable()) throw new Error('no interaction');
  await expect(interaction.reply('late')).rejects.toMatchObject({ code: 10062, status: 404 });
});

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#json: 40060
test('an interaction is answered once: 40060', async () => {
  const { juniper, seen, call } = await openBot(
    async (interaction) => interaction.isChatInputCommand() && interaction.reply('yes'),
  );
  await juniper.run('why').answer;
  const { id, token } = seen[0] ?? {};
  const again = await fetch(
    (await call('GET', '/gateway')).url.replace('/gateway', `/interactions/${id}/${token}/callback`),
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 4, data: { content: 'again' } }),
    },
  );
  expect(await again.json()).toEqual({ message: 'Interaction has already been acknowledged.', code: 40060 });
});

// https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages
test('its token lives for a quarter of an hour, and for nothing before the first answer', async () => {
  const { juniper, seen, clock, send } = await openBot(
    async (interaction) =>
      interaction.isButton() || (interaction.isChatInputCommand() && interaction.deferReply()),
  );
  await juniper.run('why').answer;
  const [interaction] = seen;
  if (!interaction?.isChatInputCommand()) throw new Error('no interaction');
  await vi.waitFor(() => expect(interaction.deferred).toBe(true));
  clock.pass(15 * 60_000);
  await interaction.editReply('in time');
  clock.pass(1);
  await expect(interaction.editReply('late')).rejects.toMatchObject({ code: 50027 });
  const path = `/webhooks/${interaction.applicationId}/unknown`;
  expect(await (await send('POST', path, { content: 'x' })).json()).toMatchObject({ code: 10015 });
});

test('an answer that does not fit, or is none, is refused: 50035', async () => {
  const { juniper, seen, send } = await openBot();
  juniper.run('why');
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  const answer = async (body: unknown) =>
    (await send('POST', `/interactions/${seen[0]?.id}/${seen[0]?.token}/callback`, body)).json();
  const choices = Array.from({ length: 26 }, (_, i) => ({ name: `${i}`, value: i }));
  expect(await answer({ type: 8, data: { choices } })).toMatchObject({
    code: 50035,
    errors: { data: { choices: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } },
  });
  expect(await answer({ type: 8, data: { choices: [] } })).toMatchObject({
    code: 50035,
    errors: { type: { _errors: [{ code: 'BASE_TYPE_CHOICES' }] } },
  });
  expect(await answer({ type: 7, data: { content: 'x' } })).toMatchObject({
    code: 50035,
    errors: { type: { _errors: [{ code: 'BASE_TYPE_CHOICES' }] } },
  });
  expect(await answer({ type: 4, data: {} })).toMatchObject({ code: 50006 });
});

// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object
test('a number is not completed with a text, and no form has two fields of one id: 50035', async () => {
  const { juniper, member, seen, send, guild } = await openBot();
  const days = new SlashCommandBuilder()
    .setName('days')
    .setDescription('Days')
    .addIntegerOption((option) => option.setName('days').setDescription('How many').setAutocomplete(true));
  await guild.commands.set([days, why]);
  juniper.complete('days', 'days', { days: member('juniper') });
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  const answer = (body: unknown) => {
    const { id, token } = seen.at(-1) ?? {};
    return send('POST', `/interactions/${id}/${token}/callback`, body);
  };
  const choices = [7, '30', 'many'].map((value) => ({ name: String(value), value }));
  expect(await (await answer({ type: 8, data: { choices } })).json()).toMatchObject({
    code: 50035,
    errors: { data: { choices: { 2: { value: { _errors: [{ code: 'NUMBER_TYPE_COERCE' }] } } } } },
  });
  expect((await answer({ type: 8, data: { choices: choices.slice(0, 2) } })).status).toBe(204);

  juniper.run('why');
  await vi.waitFor(() => expect(seen).toHaveLength(2));
  const field = (custom_id: string) => ({
    type: 18,
    label: 'Text',
    component: { type: 4, custom_id, style: 1 },
  });
  const form = (...ids: string[]) => ({
    type: 9,
    data: { custom_id: 'form', title: 'A form', components: ids.map(field) },
  });
  expect(await (await answer(form('a', 'a'))).json()).toMatchObject({
    code: 50035,
    errors: { data: { components: { _errors: [{ code: 'COMPONENT_CUSTOM_ID_DUPLICATED' }] } } },
  });
  expect((await answer(form('a', 'b'))).status).toBe(204);
});

test('an answer in the bot’s channel needs no permission to speak there', async () => {
  const { juniper, sandbox, role } = await openBot(
    async (interaction) => interaction.isChatInputCommand() && interaction.reply('yes'),
  );
  sandbox.community.changeRole(sandbox.guildId, role('Rolekeeper'), { permissions: '0' });
  expect(await juniper.run('why').answer).toMatchObject({ kind: 'message' });
});

// https://docs.discord.com/developers/resources/guild#add-guild-member: membership screening
test('a newcomer who has not accepted the rules can not use the bot', async () => {
  const { sandbox, channelId } = await openBot();
  const { userId } = sandbox.community.join(sandbox.guildId, { username: 'newcomer', pending: true });
  const newcomer = sandbox.as(userId, channelId);
  expect(() => newcomer.run('why')).toThrow('not accepted the rules');
  sandbox.community.setPending(sandbox.guildId, userId, false);
  expect(newcomer.run('why').message()).toBeUndefined();
});
