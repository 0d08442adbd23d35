import { Routes, SlashCommandBuilder } from 'discord.js';
import { expect, test } from 'vitest';
import { connectClient, connectRest, startSandbox } from './sandbox.ts';

// https://discord.com/developers/docs/interactions/application-commands

const option = (name: string, more: object = {}) => ({ type: 3, name, description: 'x', ...more });
const command = (more: object = {}) => ({ name: 'plans', description: 'The plans', ...more });

async function openRegister() {
  const { sandbox, send, call } = await startSandbox();
  const { id } = sandbox.community.state.application;
  const everywhere = `/applications/${id}/commands`;
  const inGuild = `/applications/${id}/guilds/${sandbox.guildId}/commands`;
  const put = async (body: unknown, path = inGuild): Promise<unknown> =>
    (await send('PUT', path, body)).json();
  const list = async (path: string): Promise<unknown> => (await call('GET', path)).json();
  return { sandbox, everywhere, inGuild, put, list, send };
}

test('a list of commands replaces what was there; a command keeps its id with its name', async () => {
  const { sandbox, everywhere, inGuild, list } = await openRegister();
  const rest = connectRest(sandbox);
  const { id } = sandbox.community.state.application;
  const put = (...names: string[]) =>
    rest.put(Routes.applicationGuildCommands(id, sandbox.guildId), {
      body: names.map((name) => new SlashCommandBuilder().setName(name).setDescription('x').toJSON()),
    });
  await put('plans', 'link');
  const first = sandbox.community.state.commands.values().find(({ body }) => body.name === 'plans');
  expect(await put('plans')).toMatchObject([
    { id: first?.id, name: 'plans', type: 1, guild_id: sandbox.guildId },
  ]);
  expect(await list(inGuild)).toHaveLength(1);
  expect(await list(everywhere)).toEqual([]);
});

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
])('%s is refused in the place where it is', async (_what, body, errors) => {
  const { put } = await openRegister();
  expect(await put(body)).toMatchObject({ code: 50035, errors });
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

test('translations that are names are kept', async () => {
  const { put } = await openRegister();
  const texts = { name_localizations: { de: 'pläne' }, description_localizations: { de: 'Die Pläne' } };
  expect(await put([command(texts)])).toMatchObject([texts]);
});

// https://docs.discord.com/developers/interactions/application-commands#registering-a-command
test('there are at most 100 slash commands, and 200 new ones a day', async () => {
  const { put, everywhere } = await openRegister();
  const many = (count: number, prefix: string) =>
    Array.from({ length: count }, (_, i) => command({ name: `${prefix}${i}` }));
  expect(await put(many(101, 'a'), everywhere)).toMatchObject({ code: 30032 });
  expect(await put(many(100, 'a'), everywhere)).toHaveLength(100);
  expect(await put(many(100, 'a'), everywhere)).toHaveLength(100);
  expect(await put(many(100, 'b'), everywhere)).toHaveLength(100);
  expect(await put(many(1, 'c'), everywhere)).toMatchObject({ code: 30034 });
});

test('another application and a guild without the bot are refused', async () => {
  const { put } = await openRegister();
  const nobody = '100000000000000001';
  expect(await put([], `/applications/${nobody}/commands`)).toMatchObject({ code: 10002 });
  const { sandbox } = await startSandbox();
  const { id } = sandbox.community.state.application;
  expect(await put([], `/applications/${id}/guilds/${nobody}/commands`)).toMatchObject({ code: 50001 });
});

// https://docs.discord.com/developers/interactions/application-commands#create-guild-application-command
test('one command is created, looked at, changed and deleted, in a guild and everywhere', async () => {
  const { sandbox } = await startSandbox();
  const { client, guild } = await connectClient(sandbox);
  if (!client.application) throw new Error('no application');
  for (const commands of [guild.commands, client.application.commands]) {
    const made = await commands.create(command());
    const found = await commands.fetch(made.id);
    expect([found.name, found.description]).toEqual(['plans', 'The plans']);
    const { version } = made;
    const changed = await commands.edit(made.id, { description: 'All plans' });
    expect([changed.id, changed.name, changed.description]).toEqual([made.id, 'plans', 'All plans']);
    expect(changed.version).not.toBe(version);
    await commands.delete(made.id);
    await expect(commands.fetch(made.id)).rejects.toMatchObject({ code: 10063, status: 404 });
  }
});

test('a command under a name that there is takes its place: 200; a new one is 201', async () => {
  const { everywhere, list, send } = await openRegister();
  const post = async (body: unknown) => {
    const answer = await send('POST', everywhere, body);
    return [answer.status, Object(await answer.json())];
  };
  const [first, made] = await post(command());
  const [second, again] = await post(command({ description: 'Others' }));
  expect([first, second, again.id]).toEqual([201, 200, made.id]);
  expect(await list(everywhere)).toMatchObject([{ description: 'Others' }]);
  const [, other] = await post(command({ name: 'link' }));
  const renamed = await send('PATCH', `${everywhere}/${other.id}`, { name: 'plans' });
  expect(await renamed.json()).toMatchObject({ code: 40041 });
  const wrong = await send('PATCH', `${everywhere}/${other.id}`, { name: 'Plans' });
  expect(await wrong.json()).toMatchObject({
    code: 50035,
    errors: { name: { _errors: [{ code: 'APPLICATION_COMMAND_INVALID_NAME' }] } },
  });
});
