import { ComponentType, Events, type ModalSubmitInteraction, Routes, TextInputStyle } from 'discord.js';
import { expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { connectClient, startSandbox } from './sandbox.ts';

const label = (component: object) => ({ type: ComponentType.Label, label: 'A label', component });
const MENUS = [
  label({ type: ComponentType.UserSelect, custom_id: 'who', max_values: 2 }),
  label({ type: ComponentType.RoleSelect, custom_id: 'role' }),
  label({ type: ComponentType.MentionableSelect, custom_id: 'either', max_values: 2, required: false }),
  label({ type: ComponentType.ChannelSelect, custom_id: 'where', required: false }),
  label({ type: ComponentType.StringSelect, custom_id: 'pick', options: [{ label: 'A', value: 'a' }] }),
];

/** A bot that answers with a form, and what it is sent back. */
async function openForm(components: readonly object[]) {
  const started = await startSandbox();
  const { sandbox, member } = started;
  const { client } = await connectClient(sandbox);
  const route = Routes.applicationGuildCommands(sandbox.applicationId, sandbox.guildId);
  await client.rest.put(route, { body: [{ name: 'ask', description: 'Asks' }] });
  const failed: { rawError?: unknown }[] = [];
  const sent: ModalSubmitInteraction[] = [];
  client.on(Events.InteractionCreate, (interaction) => {
    if (interaction.isModalSubmit()) sent.push(interaction);
    if (!interaction.isChatInputCommand()) return;
    const { id, token } = interaction;
    const body = { type: 9, data: { custom_id: 'form', title: 'A form', components } };
    client.rest
      .post(Routes.interactionCallback(id, token), { body, auth: false })
      .catch((error) => failed.push(error));
  });
  const general = sandbox.community.state.channels.values().find(({ name }) => name === 'general')?.id ?? '';
  const juniper = sandbox.as(member('juniper'), general);
  const asked = juniper.run('ask');
  return { ...started, asked, juniper, failed, sent, general };
}

// https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object-modal-submit-data-structure
test('what is chosen in the menus of a form comes with what it stands for', async () => {
  const { asked, juniper, member, role, sent, general } = await openForm(MENUS);
  await asked.answer;
  juniper.submit(asked, {
    who: [member('sunniva'), member('leif.h')],
    role: [role('Insider')],
    either: [member('sunniva'), role('Supporter')],
    where: [general],
    pick: ['a'],
  });
  await waitFor(() => expect(sent).toHaveLength(1));
  const fields = sent[0]?.fields;
  expect(fields?.getSelectedUsers('who')?.map(({ username }) => username)).toEqual(['sunniva', 'leif.h']);
  expect(fields?.getSelectedMembers('who')?.size).toBe(2);
  expect(fields?.getSelectedRoles('role')?.map((each) => each?.name)).toEqual(['Insider']);
  const either = fields?.getSelectedMentionables('either');
  expect([either?.users.size, either?.roles.size]).toEqual([1, 1]);
  expect(fields?.getSelectedChannels('where')?.map((each) => each?.id)).toEqual([general]);
  expect(fields?.getStringSelectValues('pick')).toEqual(['a']);
  expect(sent[0]?.components.map(({ id }) => id)).toEqual([1, 3, 5, 7, 9]);
});

test('what a form doesn’t offer can’t be chosen', async () => {
  const { asked, juniper, member, role } = await openForm(MENUS);
  await asked.answer;
  const right = { who: [member('sunniva')], role: [role('Insider')], pick: ['a'] };
  for (const wrong of [
    { who: ['123456789012345678'] },
    { role: [member('sunniva')] },
    { either: ['123456789012345678'] },
    { where: [role('Insider')] },
    { pick: ['b'] },
  ])
    expect(() => juniper.submit(asked, { ...right, ...wrong })).toThrow('doesn’t offer that');
  expect(() => juniper.submit(asked, { ...right, who: [] })).toThrow('takes 1 to 2 choices');
});

const text = (more: object) =>
  label({ type: ComponentType.TextInput, custom_id: 'a', style: TextInputStyle.Short, ...more });
const menu = (more: object) =>
  label({ type: ComponentType.StringSelect, custom_id: 'a', options: [{ label: 'A', value: 'a' }], ...more });

// https://docs.discord.com/developers/components/reference
test.each([
  ['a disabled menu', menu({ disabled: true }), 'disabled', 'BASE_TYPE_INVALID'],
  ['a required menu of no choice', menu({ min_values: 0 }), 'min_values', 'NUMBER_TYPE_MIN'],
  ['a text longer than itself', text({ min_length: 9, max_length: 5 }), 'min_length', 'NUMBER_TYPE_MAX'],
  ['too long a text', text({ max_length: 5, value: 'longer' }), 'value', 'BASE_TYPE_BAD_LENGTH'],
  ['too short a text', text({ min_length: 5, value: 'x' }), 'value', 'BASE_TYPE_BAD_LENGTH'],
])('a form with %s is refused: 50035', async (_, component, field, code) => {
  const { failed } = await openForm([component]);
  await waitFor(() => expect(failed).toHaveLength(1));
  expect(failed[0]?.rawError).toMatchObject({
    code: 50035,
    errors: { data: { components: { 0: { component: { [field]: { _errors: [{ code }] } } } } } },
  });
});

test('a menu that may be left out takes no choice at all', async () => {
  const { asked, juniper, sent } = await openForm([
    menu({ min_values: 0, required: false }),
    text({ custom_id: 'b' }),
  ]);
  await asked.answer;
  juniper.submit(asked, { b: 'x' });
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.fields.getStringSelectValues('a')).toEqual([]);
});
