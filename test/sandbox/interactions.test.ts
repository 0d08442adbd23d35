import {
  ActionRowBuilder,
  MessageFlags,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import { expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { admin, openBot, row, why } from './commands-bot.ts';

// https://discord.com/developers/docs/interactions/receiving-and-responding

// https://docs.discord.com/developers/interactions/application-commands#subcommands-and-subcommand-groups
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

// https://docs.discord.com/developers/interactions/application-commands#application-command-object-application-command-option-structure
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

// https://docs.discord.com/developers/interactions/receiving-and-responding#followup-messages
test('an answer can be deferred, edited, followed up and deleted', async () => {
  const edited: boolean[] = [];
  const { juniper, failed } = await openBot(async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply();
    for (const text of ['first', 'first, edited']) {
      const { editedAt } = await interaction.editReply(text);
      edited.push(editedAt !== null);
    }
    const more = await interaction.followUp('second');
    await more.edit('second, edited');
    await interaction.deleteReply();
  });
  const asked = juniper.run('why');
  expect(await asked.answer).toMatchObject({ kind: 'message', isLoading: true });
  await waitFor(() => expect(juniper.messages().map(({ content }) => content)).toEqual(['second, edited']));
  // What was thought about is said, not edited.
  expect(edited).toEqual([false, true]);
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

// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type
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
  await waitFor(() => expect(juniper.messages().map(({ content }) => content)).toEqual(['done']));
  expect(failed).toEqual([]);
});
