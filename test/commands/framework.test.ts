import { expect, onTestFinished, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { expectGolden } from './golden.ts';
import { createProbe } from './probe.ts';
import { talk } from './talk.ts';
import { useWorld } from './world.ts';

const { probe, done } = createProbe();
const HOUR = 3_600_000;

const world = useWorld({ more: [probe] }, () => {
  done.length = 0;
});

/** What the log has as errors, or as suggestions that failed. */
const errors = () =>
  world().logged.filter((line) => line.includes('"level":50') || line.includes('could not be loaded'));

const commandPuts = () =>
  world().sandbox.calls.count({
    method: 'PUT',
    route: '/applications/:application_id/guilds/:guild_id/commands',
  });

test('a member without Manage Server is offered no admin command and is refused one that is shown to all', async () => {
  expect(() => world().as('tomasz_k').actor.run('probe controls')).toThrow('offered no command');
  await world().showToAll();
  await expectGolden('frame/not-allowed', await world().as('tomasz_k').run('probe say', { what: 'no' }));
  expect(await world().as('tomasz_k').suggestions('probe say', 'what', { what: 'x' })).toEqual([]);
  expect(done).not.toContain('no');
});

test('a command is refused in a server that is not configured', async () => {
  const { community } = world().sandbox;
  const guild = community.createGuild('Elsewhere');
  await world().showToAll(guild.id);
  const channel = community.createChannel(guild.id, 'lobby');
  await expectGolden(
    'frame/not-here',
    await talk(world().sandbox, guild.ownerId, channel.id).run('probe fault'),
  );
});

test('an interaction without a locale is answered in English', async () => {
  const { sandbox, owner } = world();
  const effect = { kind: 'drop-field', field: 'locale' } as const;
  sandbox.faults.add({ event: 'INTERACTION_CREATE', effect });
  onTestFinished(() => sandbox.faults.clear());
  const controls = await owner().run('probe controls');
  expect(controls.text).toContain('Controls');
  expect((await owner().press(controls, 'Fail')).text).toContain('Another change in this server');
  expect((await owner().press(controls, 'Once')).text).toContain('Done with paid');
  expect(await owner().suggestions('probe say', 'what', { what: 'x' })).not.toEqual([]);
});

test('a control works only for the user who asked, and a question for every admin', async () => {
  const controls = await world().owner().run('probe controls');
  await expectGolden('frame/controls', controls);
  await world().showToAll();
  await expectGolden('frame/not-allowed-control', await world().as('juniper').press(controls, 'Once'));
  const moderator = [...(world().sandbox.community.guild(world().guildId)?.roles.values() ?? [])].find(
    ({ name }) => name === 'Moderator',
  );
  world().sandbox.community.changeRole(world().guildId, moderator?.id ?? '', { permissions: '32' });
  await expectGolden('frame/not-yours', await world().as('tomasz_k').press(controls, 'Once'));
  expect(done).not.toContain('paid');

  const question = await world().owner().run('probe question');
  expect((await world().as('tomasz_k').press(question, 'Once')).text).toContain('Done with paid');
});

test('a one-time control acts once, however often and fast it is pressed', async () => {
  const controls = await world().owner().run('probe controls');
  const presses = [1, 2, 3].map(() => world().owner().pressOnly(controls, 'Once'));
  await Promise.all(presses);
  await waitFor(() => {
    const messages = world().owner().messages();
    expect(messages.filter(({ text }) => text.includes('This has already been done'))).toHaveLength(2);
    expect(messages.find(({ id }) => id === controls.id)?.text).toContain('Done with paid');
  });
  expect(done).toEqual(['paid']);
});

test('an expired control, a forged one and one of another server do nothing', async () => {
  const owner = world().owner();
  const controls = await owner.run('probe controls');
  world().clock.pass(HOUR + 60_000);
  await expectGolden('frame/gone', await owner.press(controls, 'Once'));

  const unknown = `u.${'x'.repeat(32)}`;
  const forged = await world().post([{ type: 2, style: 1, label: 'Forged', custom_id: unknown }]);
  expect((await owner.pressId(forged, unknown)).text).toContain('This has expired');
  const foreign = await world().post([{ type: 2, style: 1, label: 'Foreign', custom_id: 'confirm:all' }]);
  expect((await owner.pressId(foreign, 'confirm:all')).text).toContain('This has expired');

  const elsewhere = `u.${'y'.repeat(32)}`;
  await world().prisma.interactionStep.create({
    data: {
      id: elsewhere,
      guildId: '1085128214315012000',
      userId: owner.userId,
      command: 'probe',
      step: 'once',
      data: { note: 'stolen' },
      expiresAt: new Date(world().clock.now().getTime() + HOUR),
    },
  });
  const stolen = await world().post([{ type: 2, style: 1, label: 'Stolen', custom_id: elsewhere }]);
  expect((await owner.pressId(stolen, elsewhere)).text).toContain('This has expired');
  expect(done).not.toContain('stolen');
});

test.each(['u.x', 'r.', 'f.\0', `f.${'x'.repeat(31)}\0`, `u.${'x'.repeat(33)}`, "u.'; --", 'constructor'])(
  'a control with the impossible id %j has expired, without an error in the log',
  async (customId) => {
    const owner = world().owner();
    const message = await world().post([{ type: 2, style: 1, label: 'Odd', custom_id: customId }]);
    expect((await owner.pressId(message, customId)).text).toContain('This has expired');
    expect(errors()).toEqual([]);
  },
);

test('a text that the database cannot store is refused, and gets no suggestions', async () => {
  const owner = world().owner();
  expect(await owner.suggestions('memberships show', 'membership', { membership: 'mem_\0' })).toEqual([]);
  expect(await owner.suggestions('probe say', 'what', { what: 'pl\0' })).toEqual([]);
  for (const ask of [
    () => owner.run('memberships show', { membership: 'mem_\0' }),
    () => owner.run('probe say', { what: 'a\0' }),
    () => owner.fillIn(owner.actor.run('probe form'), { title: 'a\0', how: ['hard'] }),
  ])
    expect((await ask()).text).toContain('an invisible character that can’t be stored');
  expect(errors()).toEqual([]);
});

test('expired steps are deleted', async () => {
  await world().owner().run('probe controls');
  world().clock.pass(31 * 24 * HOUR);
  await world().owner().run('probe controls');
  const past = { expiresAt: { lt: world().clock.now() } };
  expect(await world().prisma.interactionStep.count({ where: past })).toBe(0);
});

test('a fault explains what happened and what to do, with an id that is in the log', async () => {
  const failed = await world().owner().run('probe fault');
  await expectGolden('frame/fault', failed);
  const controls = await world().owner().run('probe controls');
  expect((await world().owner().press(controls, 'Fail')).text).toContain('Another change in this server');
  expect(await world().inLog('LOCK_BUSY')).toContain('"command":"probe"');
});

test('an unexpected error reveals only its id', async () => {
  const broken = await world().owner().run('probe broken');
  await expectGolden('frame/broken', broken);
  const [, id = ''] = /Error `([0-9a-f]{8})`/.exec(JSON.stringify(broken.message.components)) ?? [];
  expect(id).not.toBe('');
  expect(await world().inLog(id)).toContain('a command failed unexpectedly');
});

test('an interaction that expired or was answered by another instance is not logged as an error', async () => {
  const errors = () => world().logged.filter((line) => line.includes('"level":50')).length;
  const before = errors();
  world().owner().actor.run('probe say', { what: 'late' });
  world().clock.pass(3_500);
  await world().inLog('Unknown interaction');
  expect(done).not.toContain('late');

  const another = await world().openAnotherBot();
  await world().owner().run('probe say', { what: 'twice?' });
  await world().inLog('already been acknowledged');
  await another.close();
  expect(done.filter((what) => what === 'twice?')).toHaveLength(1);
  expect(errors()).toBe(before);
});

test('hostile text breaks no layout and pings no one', async () => {
  const hostile =
    '@everyone <@440832553390155656> **bold** `x` [a](https://evil.example) \n# big ||spoiler|| ‮reversed';
  const said = await world().owner().run('probe say', { what: hostile });
  await expectGolden('frame/hostile', said);
  expect(said.message.mentions).toEqual({ everyone: false, users: [], roles: [] });
});

test('a text that is too long states how many lines are left out', async () => {
  const { text } = await world().owner().run('probe long');
  expect(text).toMatch(/Line 4\d\d\n-# … and \d+ more lines/);
});

test('many parts fit into one message', async () => {
  const { text } = await world().owner().run('probe many');
  expect(text).toContain('Part 28\n\nPart 29\n\n[Website (link)]');
});

test('a form opens at once from a command or a button, and its values arrive', async () => {
  const owner = world().owner();
  const opened = owner.actor.run('probe form');
  expect(await opened.answer).toMatchObject({ kind: 'modal', modal: { title: 'A form' } });
  const typed = await owner.fillIn(opened, { title: 'T', reason: '', more: 'so on', how: ['hard'] });
  expect(typed.text).toContain('T, typed, hard, because why not, and so on');

  const controls = await owner.run('probe controls');
  const form = owner.pressForForm(controls, 'Form');
  const noted = await owner.fillIn(form, { title: 'T', how: ['soft'] });
  expect(noted).toMatchObject({
    id: controls.id,
    text: expect.stringContaining('T, noted, soft, because so it goes'),
  });
});

test('a choice from a menu arrives', async () => {
  const owner = world().owner();
  const controls = await owner.run('probe controls');
  const menu = JSON.stringify(controls.message.components).match(/"(r\.[^"]+)"/)?.[1] ?? '';
  await owner.actor.choose(controls.id, menu, ['a']).answer;
  await waitFor(() => expect(owner.messages().at(-1)?.text).toContain('chose a'));
});

test('suggestions never exceed the limit of the platform, and a failure yields none', async () => {
  const owner = world().owner();
  expect(await owner.suggestions('probe say', 'what', { what: 'pl' })).toHaveLength(25);
  expect(await owner.suggestions('probe say', 'what', { what: 'fail' })).toEqual([]);
});

test('each user reads their own language', async () => {
  await expectGolden('frame/broken.de', await world().german().run('probe broken'));
});

test('the commands are registered once, and again only after a change', async () => {
  const before = commandPuts();
  await world().register();
  expect(commandPuts()).toBe(before);
  await world().prisma.registeredCommands.updateMany({ data: { hash: 'older' } });
  await world().register();
  await world().register();
  expect(commandPuts()).toBe(before + 1);
  expect(await world().register(['1085128214315012000'])).toEqual(['1085128214315012000']);
});
