import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../../commands/index.ts';
import { isRunnable } from '../../../src/discord/commands/command.ts';
import { english } from '../../../src/i18n/index.ts';
import { ROLE_LOG } from '../../../src/sandbox/index.ts';
import type { Actor, Asked } from '../../../src/sandbox/interactions/actor.ts';
import type { Values } from '../../../src/sandbox/interactions/options.ts';
import { adminActions } from '../../audit/log.ts';
import { waitFor } from '../../support/wait.ts';
import { timeoutsByClock } from '../timeouts.ts';
import { toText } from '../to-text.ts';
import { startWorld, type World } from '../world.ts';
import {
  errorsIn,
  expectInTrouble,
  FAILED,
  type Needs,
  NOT_ALLOWED,
  NOT_HERE,
  type Place,
  settle,
  TROUBLES,
} from './place.ts';

interface Case extends Needs {
  readonly options?: (place: Place) => Values;
  /** Values for the form that the command opens. */
  readonly fields?: Readonly<Record<string, string>>;
}

const theBuyer = ({ buyer: member }: Place) => ({ member });
const theMembership = ({ membershipId: membership }: Place) => ({ membership });
const theMapping = ({ roleId: role, planId: source }: Place) => ({ role, source });

/** Every command with its options. Add each new command here. */
const CASES: Readonly<Record<string, Case>> = {
  'access problems': {},
  'access sync': { options: ({ other: member }) => ({ member }) },
  'access why': { options: theBuyer },
  doctor: {},
  link: {},
  'linking allow': { options: theBuyer },
  'linking forbid': { options: (place) => ({ ...theBuyer(place), days: 3 }) },
  'linking show': { options: theBuyer },
  'linking unlink': { options: theBuyer },
  'member-memberships': {},
  'member-why': {},
  membership: {},
  'memberships add-days': {
    options: (place) => ({ ...theMembership(place), days: 1 }),
    needsService: true,
  },
  'memberships cancel': { options: theMembership, needsService: true },
  'memberships show': { options: theMembership, needsService: true },
  'memberships terminate': { options: theMembership, needsService: true },
  'plans create': { fields: { name: 'Gold', initial_price: '5' }, needsService: true },
  'plans list': { needsService: true },
  'plans quick-link': { options: ({ planId: plan }) => ({ plan }), needsService: true },
  'promos list': { needsService: true },
  'roles list': {},
  'roles map': { options: theMapping },
  'roles preview': { options: theMapping },
  'roles unmap': { options: ({ roleId, planId }) => ({ mapping: `${roleId} ${planId} valid` }) },
  'settings change': { options: () => ({ grace_days: 1 }) },
  'settings link-panel': { options: ({ channelId: channel }) => ({ channel }) },
  'settings show': {},
  stats: {},
  unlink: {},
  'webhooks list': { needsService: true },
  'webhooks register': { needsService: true },
  'webhooks rotate': { options: ({ webhookId: webhook }) => ({ webhook }), needsService: true },
};

const defined = commands.flatMap((command) => {
  if (command.kind === 'member menu' || isRunnable(command.runnables)) return [command.name];
  return Object.keys(command.runnables).map((subcommand) => `${command.name} ${subcommand}`);
});
const audienceOf = (path: string) => commands.find(({ name }) => name === path.split(' ')[0])?.audience;
const forAdmins = defined.filter((path) => audienceOf(path) !== 'everyone');

let world: World;
let place: Place;
beforeAll(async () => {
  world = await startWorld({ commerce: true, worker: true });
  place = await settle(world, ROLE_LOG);
});
afterAll(() => world.close());

const LOADING = 1 << 7;

function ask(actor: Actor, path: string, at = place): Asked {
  const menu = commands.find(({ kind, name }) => kind === 'member menu' && name === path);
  if (menu?.kind === 'member menu') return actor.useOnUser(menu.label(english), at.buyer);
  return actor.run(path, CASES[path]?.options?.(at) ?? {});
}

/** Returns the final answer. If the command opens a form, fills it in and sends it first. */
async function read(actor: Actor, path: string, asked: Asked): Promise<string> {
  const first = await asked.answer;
  const whole = first.kind === 'modal' ? actor.submit(asked, CASES[path]?.fields ?? {}) : asked;
  const message = await waitFor(() => {
    const said = whole.message();
    if (!said || said.flags & LOADING) throw new Error(`/${path} has said nothing.`);
    return said;
  });
  return toText(world.sandbox, message);
}

/** Number of commands run at a time, so that the test is not a load test. */
const AT_ONCE = 4;

/**
 * Runs all commands, some at a time.
 * @param begin called before each batch; the function it returns is called once the batch is acknowledged
 * @returns the answer of each command
 */
async function readAll(
  actor: Actor,
  at = place,
  begin?: (paths: readonly string[]) => () => unknown,
): Promise<ReadonlyMap<string, string>> {
  const all: (readonly [string, string])[] = [];
  for (let from = 0; from < defined.length; from += AT_ONCE) {
    const paths = defined.slice(from, from + AT_ONCE);
    const end = begin?.(paths);
    const asked = paths.map((path) => ({ path, asked: ask(actor, path, at) }));
    await Promise.all(asked.map((each) => each.asked.answer));
    await end?.();
    all.push(
      ...(await Promise.all(
        asked.map(async (each) => [each.path, await read(actor, each.path, each.asked)] as const),
      )),
    );
  }
  return new Map(all);
}

const actions = async () => (await adminActions(world.prisma)).length;
const errors = () => errorsIn(world);

test('every command is tried here', () => {
  expect(Object.keys(CASES)).toEqual(defined.toSorted());
});

test('every command answers', async () => {
  for (const [path, text] of await readAll(world.owner().actor)) expect(text, path).not.toContain(FAILED);
  expect(errors()).toEqual([]);
});

describe.each(Object.entries(TROUBLES))('while the Commerce Service is %s', (_, { begin, said }) => {
  test('commands that need it report the failure, and all others work', async () => {
    begin(world);
    const all = await readAll(world.owner().actor);
    world.service.works();
    for (const [path, text] of all) expectInTrouble(path, text, CASES[path] ?? {}, said);
    expect(errors()).toEqual([]);
  });
});

test('every command is acknowledged at once and answers later while the Commerce Service takes ten seconds', async () => {
  // A list that failed to load, here with a 429, is not loaded again for 10 s.
  world.clock.pass(10_000);
  const timeouts = timeoutsByClock(world);
  const answered = await readAll(world.owner().actor, place, (paths) => {
    const asks = paths.some((path) => CASES[path]?.needsService && !CASES[path].fields);
    const asked = world.service.asked.length;
    const release = world.service.hangs();
    return async () => {
      if (asks) await waitFor(() => expect(world.service.asked.length).toBeGreaterThan(asked));
      timeouts.pass(10_000);
      release();
    };
  }).finally(timeouts.stop);
  for (const [path, text] of answered) expect(text, path).not.toContain(FAILED);
  world.service.works();
  expect(errors()).toEqual([]);
});

test('a member without Manage Server is refused every admin command and can use all others', async () => {
  await world.showToAll();
  const before = await actions();
  const { actor } = world.as('tomasz_k');
  for (const [path, text] of await readAll(actor)) {
    if (forAdmins.includes(path)) expect(text, path).toContain(NOT_ALLOWED);
    else expect(text, path).not.toContain(NOT_ALLOWED);
  }
  expect(await actions()).toBe(before);
});

test('every command is refused in a server that is not configured', async () => {
  const { community } = world.sandbox;
  const guild = community.createGuild('Elsewhere');
  await world.showToAll(guild.id);
  const { id: channelId } = community.createChannel(guild.id, 'lobby');
  const elsewhere = { ...place, guildId: guild.id, channelId, roleId: guild.id };
  const people = { buyer: guild.ownerId, other: guild.ownerId };
  const actor = world.sandbox.as(guild.ownerId, channelId);
  for (const [path, text] of await readAll(actor, { ...elsewhere, ...people }))
    expect(text, path).toContain(NOT_HERE);
});

test('an interaction that expires before it is acknowledged does nothing and is not an error', async () => {
  const over = () => world.logged.filter((line) => line.includes('an interaction ended before')).length;
  const [done, before] = [await actions(), over()];
  const asked = defined.map((path) => ask(world.owner().actor, path));
  world.clock.pass(3_500);
  await waitFor(() => expect(over() - before).toBe(defined.length));
  expect(asked.map((each) => each.message())).toEqual(defined.map(() => undefined));
  expect(await actions()).toBe(done);
  expect(errors()).toEqual([]);
});
