import { SlashCommandBuilder } from 'discord.js';
import { expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { openBot, why } from './commands-bot.ts';
import { USER_AGENT } from './sandbox.ts';

// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-callback
test('the first answer is due within three seconds: 10062', async () => {
  const { juniper, seen, clock } = await openBot();
  juniper.run('why');
  await waitFor(() => expect(seen).toHaveLength(1));
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
      headers: { 'user-agent': USER_AGENT, 'content-type': 'application/json' },
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
  await waitFor(() => expect(interaction.deferred).toBe(true));
  clock.pass(15 * 60_000);
  await interaction.editReply('in time');
  clock.pass(1);
  await expect(interaction.editReply('late')).rejects.toMatchObject({ code: 50027 });
  const path = `/webhooks/${interaction.applicationId}/unknown`;
  expect(await (await send('POST', path, { content: 'x' })).json()).toMatchObject({ code: 10015 });
});

// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-interaction-callback-data-structure
test('an answer that does not fit, or is none, is refused: 50035', async () => {
  const { juniper, seen, send } = await openBot();
  juniper.run('why');
  await waitFor(() => expect(seen).toHaveLength(1));
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
test('a number is not completed with a text nor a text with a number, and no form has two fields of one id: 50035', async () => {
  const { juniper, member, seen, send, guild } = await openBot();
  const plan = new SlashCommandBuilder()
    .setName('plan')
    .setDescription('Plan')
    .addStringOption((option) => option.setName('plan').setDescription('Which').setAutocomplete(true));
  const days = new SlashCommandBuilder()
    .setName('days')
    .setDescription('Days')
    .addIntegerOption((option) => option.setName('days').setDescription('How many').setAutocomplete(true));
  await guild.commands.set([days, plan, why]);
  juniper.complete('days', 'days', { days: member('juniper') });
  await waitFor(() => expect(seen).toHaveLength(1));
  const answer = (body: unknown) => {
    const { id, token } = seen.at(-1) ?? {};
    return send('POST', `/interactions/${id}/${token}/callback`, body);
  };
  const choices = [7, '30', 'many'].map((value) => ({ name: String(value), value }));
  expect(await (await answer({ type: 8, data: { choices } })).json()).toMatchObject({
    code: 50035,
    errors: {
      data: {
        choices: {
          1: { value: { _errors: [{ code: 'NUMBER_TYPE_COERCE', message: 'Value "30" is not int.' }] } },
          2: { value: { _errors: [{ code: 'NUMBER_TYPE_COERCE' }] } },
        },
      },
    },
  });
  expect((await answer({ type: 8, data: { choices: choices.slice(1, 2) } })).status).toBe(204);

  juniper.complete('plan', 'plan', { plan: '' });
  await waitFor(() => expect(seen).toHaveLength(2));
  expect(await (await answer({ type: 8, data: { choices } })).json()).toMatchObject({
    code: 50035,
    errors: { data: { choices: { 0: { value: { _errors: [{ code: 'STRING_TYPE_CONVERT' }] } } } } },
  });

  juniper.run('why');
  await waitFor(() => expect(seen).toHaveLength(3));
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
    errors: {
      data: {
        components: {
          1: { component: { custom_id: { _errors: [{ code: 'COMPONENT_CUSTOM_ID_DUPLICATED' }] } } },
        },
      },
    },
  });
  expect((await answer(form('a', 'b'))).status).toBe(204);
});

// https://docs.discord.com/developers/interactions/receiving-and-responding#responding-to-an-interaction
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
