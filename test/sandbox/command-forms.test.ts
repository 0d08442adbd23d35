import { expect, test } from 'vitest';
import { command, openRegister } from './register.ts';

// https://discord.com/developers/docs/interactions/application-commands#application-command-object

const option = (name: string, more: object = {}) => ({ type: 3, name, description: 'x', ...more });
const choice = (name: string, value: string) => ({ name, value });

/** The codes of an answer or of what is expected of it, each with the place where it is. */
const codesIn = (errors: object, place = ''): string[] =>
  Object.entries(errors)
    .flatMap(([field, inner]) => {
      if (field !== '_errors') return codesIn(inner, `${place}.${field}`);
      return inner.map(({ code }: { code: string }) => `${place}: ${code}`);
    })
    .toSorted();

test.each([
  [
    'a name with upper case',
    [command({ name: 'Plans' })],
    { 0: { name: { _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME' }] } } },
  ],
  [
    'a name with a space',
    [command({ name: 'the plans' })],
    { 0: { name: { _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME' }] } } },
  ],
  [
    'a name of 33 characters',
    [command({ name: 'x'.repeat(33) })],
    {
      0: {
        name: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be between 1 and 32 in length.' }] },
      },
    },
  ],
  [
    'no description',
    [{ name: 'plans' }],
    { 0: { description: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } },
  ],
  [
    'a description of 101 characters',
    [command({ description: 'x'.repeat(101) })],
    { 0: { description: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH' }] } } },
  ],
  [
    'two commands of one name',
    [command(), command()],
    { 1: { _errors: [{ code: 'APPLICATION_COMMANDS_DUPLICATE_NAME' }] } },
  ],
  [
    '26 options',
    [command({ options: Array.from({ length: 26 }, (_, i) => option(`o${i}`)) })],
    { 0: { options: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } },
  ],
  [
    'a required option behind an optional one',
    [command({ options: [option('a'), option('b', { required: true })] })],
    { 0: { options: { 1: { _errors: [{ code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID' }] } } } },
  ],
  [
    'a subcommand beside an option',
    [command({ options: [option('a'), option('b', { type: 1 })] })],
    { 0: { options: { _errors: [{ code: 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID' }] } } },
  ],
  [
    '26 choices',
    [
      command({
        options: [
          option('a', { choices: Array.from({ length: 26 }, (_, i) => ({ name: `${i}`, value: `${i}` })) }),
        ],
      }),
    ],
    { 0: { options: { 0: { choices: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } } } },
  ],
  [
    'an option without a description',
    [command({ options: [{ type: 3, name: 'a' }] })],
    { 0: { options: { 0: { description: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } } } },
  ],
  [
    'a translation that is no name',
    [command({ name_localizations: { de: 'Pläne' } })],
    { 0: { name: { _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME' }] } } },
  ],
  [
    'a blank description',
    [command({ description: '  ' })],
    { 0: { description: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } },
  ],
  [
    'a blank description of an option',
    [command({ options: [option('a', { description: '  ' })] })],
    { 0: { options: { 0: { description: { _errors: [{ code: 'BASE_TYPE_BAD_LENGTH' }] } } } } },
  ],
  [
    'two options of one name',
    [command({ options: [option('a'), option('a')] })],
    {
      0: {
        options: { 1: { name: { _errors: [{ code: 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS' }] } } },
      },
    },
  ],
  [
    'an option with a space in its name',
    [command({ options: [option('a b')] })],
    { 0: { options: { 0: { name: { _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME' }] } } } } },
  ],
  [
    'two choices of one name',
    [command({ options: [option('a', { choices: [choice('x', '1'), choice('x', '2')] })] })],
    { 0: { options: { 0: { choices: { 1: { name: { _errors: [{ code: 'BASE_TYPE_INVALID' }] } } } } } } },
  ],
  [
    'choices beside completions',
    [command({ options: [option('a', { autocomplete: true, choices: [choice('x', '1')] })] })],
    { 0: { options: { 0: { choices: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } } } },
  ],
  [
    'a least value above the most',
    [command({ options: [option('a', { type: 4, min_value: 5, max_value: 4 })] })],
    {
      0: {
        options: {
          0: {
            min_value: {
              _errors: [{ code: 'NUMBER_TYPE_MAX', message: 'int value should be less than or equal to 4.' }],
            },
          },
        },
      },
    },
  ],
  [
    'a least length above the most',
    [command({ options: [option('a', { min_length: 3, max_length: 2 })] })],
    { 0: { options: { 0: { min_length: { _errors: [{ code: 'NUMBER_TYPE_MAX' }] } } } } },
  ],
  [
    'a least value that is no whole number',
    [command({ options: [option('a', { type: 4, min_value: 0.5 })] })],
    { 0: { options: { 0: { min_value: { _errors: [{ code: 'NUMBER_TYPE_COERCE' }] } } } } },
  ],
  [
    'an empty group',
    [command({ options: [option('a', { type: 2, options: [] })] })],
    { 0: { options: { 0: { options: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } } } },
  ],
  [
    'a group without subcommands',
    [command({ options: [option('a', { type: 2 })] })],
    { 0: { options: { 0: { options: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } } } },
  ],
  [
    '26 options of a subcommand',
    [
      command({
        options: [option('a', { type: 1, options: Array.from({ length: 26 }, (_, i) => option(`o${i}`)) })],
      }),
    ],
    { 0: { options: { 0: { options: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } } } },
  ],
  [
    'more than 8000 characters',
    [
      command({
        options: Array.from({ length: 5 }, (_, i) =>
          option(`o${i}`, {
            choices: Array.from({ length: 25 }, (_c, n) => ({ name: `${n}`, value: 'x'.repeat(70) })),
          }),
        ),
      }),
    ],
    { 0: { _errors: [{ code: 'APPLICATION_COMMAND_TOO_LARGE' }] } },
  ],
])('%s is refused in the place where it is, and nowhere else', async (_what, body, errors) => {
  const { put } = await openRegister();
  const refused = Object(await put(body));
  expect(refused).toMatchObject({ code: 50035, errors });
  expect(codesIn(refused.errors)).toEqual(codesIn(errors));
});

// https://docs.discord.com/developers/reference#error-messages
test('everything that is wrong with a list of commands is told at once, each in its place', async () => {
  const { put } = await openRegister();
  const options = [option('A'), option('a'), option('a'), option('b', { required: true })];
  expect(await put([command(), command({ options }), { name: 'Link' }])).toMatchObject({
    errors: {
      1: {
        _errors: [{ code: 'APPLICATION_COMMANDS_DUPLICATE_NAME' }],
        options: {
          0: { name: { _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME' }] } },
          2: { name: { _errors: [{ code: 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS' }] } },
          3: { _errors: [{ code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID' }] },
        },
      },
      2: {
        name: { _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME' }] },
        description: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] },
      },
    },
  });
});

// https://docs.discord.com/developers/resources/channel#channel-object-channel-types
test('an option may ask for a kind of channel that isn’t here', async () => {
  const { put } = await openRegister();
  const options = [option('where', { type: 7, channel_types: [0, 5] })];
  expect(await put([command({ options })])).toMatchObject([{ options }]);
});

// https://docs.discord.com/developers/reference#error-messages
test('what a field is not, and what fields are together, is told in one answer', async () => {
  const { inGuild, put, send } = await openRegister();
  const options = [option('A B', { description: 7 }), option('c', { min_length: 9, max_length: 8 })];
  expect(await put([command(), { name: 'plans', description: 'x'.repeat(101), options }])).toEqual({
    code: 50035,
    message: 'Invalid Form Body',
    errors: {
      1: {
        _errors: [expect.objectContaining({ code: 'APPLICATION_COMMANDS_DUPLICATE_NAME' })],
        description: { _errors: [expect.objectContaining({ code: 'BASE_TYPE_BAD_LENGTH' })] },
        options: {
          0: {
            name: { _errors: [expect.objectContaining({ code: 'APPLICATION_COMMAND_INVALID_NAME' })] },
            description: { _errors: [expect.objectContaining({ code: 'STRING_TYPE_CONVERT' })] },
          },
          1: { min_length: { _errors: [expect.objectContaining({ code: 'NUMBER_TYPE_MAX' })] } },
        },
      },
    },
  });

  const made = Object(await (await send('POST', inGuild, command())).json());
  const change = { name: 'The Plans', nsfw: 'yes' };
  const refused = Object(await (await send('PATCH', `${inGuild}/${made.id}`, change)).json());
  expect(Object.keys(refused.errors).toSorted()).toEqual(['name', 'nsfw']);
  const nobody = await send('PATCH', `${inGuild}/100000000000000001`, change);
  expect(await nobody.json()).toMatchObject({ code: 10063 });
});
