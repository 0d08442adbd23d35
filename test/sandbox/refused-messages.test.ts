import { ActionRowBuilder, ButtonBuilder, ButtonStyle } from 'discord.js';
import { expect, test } from 'vitest';
import { openChannel } from './channel.ts';

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

// https://docs.discord.com/developers/resources/message#create-message and #embed-object-embed-limits
test.each([
  ['nothing at all', {}, { code: 50006 }],
  [
    'a switch that is neither on nor off',
    menu({ disabled: 'perhaps' }, 'a'),
    inMenu({
      disabled: { _errors: [{ code: 'BOOLEAN_TYPE_CONVERT', message: 'Must be either true or false.' }] },
    }),
  ],
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
    {
      errors: {
        components: {
          0: { components: { 1: { custom_id: { _errors: [{ code: 'COMPONENT_CUSTOM_ID_DUPLICATED' }] } } } },
        },
      },
    },
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
