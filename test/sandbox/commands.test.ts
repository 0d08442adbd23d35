import { Routes, SlashCommandBuilder } from 'discord.js';
import { expect, test } from 'vitest';
import { command, openRegister } from './register.ts';
import { connectClient, connectRest, startSandbox } from './sandbox.ts';

// https://discord.com/developers/docs/interactions/application-commands

// https://docs.discord.com/developers/interactions/application-commands#bulk-overwrite-guild-application-commands
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

// https://docs.discord.com/developers/interactions/application-commands#localization
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

// https://docs.discord.com/developers/topics/opcodes-and-status-codes#json
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

// https://docs.discord.com/developers/interactions/application-commands#create-global-application-command
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
