import { randomBytes } from 'node:crypto';
import { ComponentType } from 'discord.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../../../commands/index.ts';
import type { Prisma } from '../../../src/database/index.ts';
import type { Command } from '../../../src/discord/commands/command.ts';
import { ROLE_LOG } from '../../../src/sandbox/index.ts';
import { adminActions } from '../../audit/log.ts';
import { talk } from '../talk.ts';
import { startWorld, type World } from '../world.ts';
import {
  errorsIn,
  expectInTrouble,
  FAILED,
  type Needs,
  NOT_ALLOWED,
  NOT_HERE,
  type Place,
  purchase,
  settle,
  TROUBLES,
} from './place.ts';

type Person = ReturnType<typeof talk>;

interface Case extends Needs {
  readonly data?: (place: Place) => Prisma.InputJsonObject;
  /** The choice, for a menu. */
  readonly choose?: (place: Place) => string;
  /** For a form: the button that opens it, and the values. */
  readonly openedBy?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const paging = () => ({ page: 1, per: 10 });
const theMembership = ({ membershipId: id }: Place) => ({ id });
const theEnding = ({ endingId: id }: Place) => ({ id, orderId: crypto.randomUUID() });
const since = '2026-11-20T12:00:00.000Z';
const shown = () => ({ since, isRefused: false });
const asked = () => ({ text: 'So it was asked.', since });
const told = ({ roleId: subject }: Place) => ({ subject, text: 'So it was told.' });
const item = ({ roleId: subject }: Place) => ({ page: 1, ref: { subject } });
const theMapping = ({ guildId, roleId, planId: sourceId }: Place) => ({
  guildId,
  roleId,
  sourceId,
  condition: 'valid',
  atEnd: 'remove',
  graceDays: 0,
  orphans: 'keep',
  waitForScreening: true,
});
const theForm = () => ({ terms: { orderId: crypto.randomUUID() }, typed: { name: 'Gold' } });

/** Every button, menu and form. Add each new one here. */
const CASES: Readonly<Record<string, Case>> = {
  'access approve': { data: shown },
  'access approveTold': { data: asked },
  'access dismiss': { data: item },
  'access dismissTold': { data: told },
  'access refuse': { data: shown },
  'access refuseTold': { data: asked },
  'access retry': { data: item },
  'access retryAll': {},
  'access retryTold': { data: told },
  'access turnProblems': { data: paging },
  'doctor again': {},
  'link begin': {},
  'memberships cancel': {},
  'memberships chosen': {
    data: () => ({ what: 'show' }),
    choose: ({ membershipId }) => membershipId,
    needsService: true,
  },
  'memberships confirm': { data: theEnding },
  'memberships earlier': {
    data: ({ membershipId: id }) => ({ id, before: { at: 1_900_000_000_000, kind: 'role', id: '1' } }),
  },
  'memberships goOn': { data: theMembership, needsService: true },
  'memberships reasonForm': {
    data: theEnding,
    openedBy: 'memberships confirm',
    fields: { reason: 'Refunded' },
    needsService: true,
  },
  'memberships toCancel': { data: theMembership, needsService: true },
  'memberships toTerminate': { data: theMembership, needsService: true },
  'plans correct': { data: theForm },
  'plans form': {
    openedBy: 'plans correct',
    fields: { name: 'Gold', initial_price: '5' },
    needsService: true,
  },
  'plans turnPage': { data: paging, needsService: true },
  'promos turnPage': { data: () => ({ page: 1 }), needsService: true },
  'roles cancel': {},
  'roles end': { data: theMapping },
  'roles save': { data: theMapping },
  'roles turnPage': { data: paging },
  'settings cancel': {},
  'settings change': { data: () => ({ tellMembers: false }) },
  'settings chooseChannel': { choose: ({ channelId }) => channelId },
  'settings takeAnyway': { data: ({ channelId: logChannelId }) => ({ logChannelId }) },
  'unlink cancel': {},
  'unlink end': {},
  'webhooks cancel': {},
  'webhooks rotate': { data: ({ webhookId: id }) => ({ id, isOurs: true }), needsService: true },
  'webhooks turnPage': { data: paging, needsService: true },
};

const HOUR = 3_600_000;

interface Found {
  readonly command: Command;
  readonly name: string;
  readonly step: NonNullable<Command['steps']>[string];
}

const steps: ReadonlyMap<string, Found> = new Map(
  commands.flatMap((command) =>
    Object.entries(command.steps ?? {}).map(([name, step]): [string, Found] => [
      `${command.name} ${name}`,
      { command, name, step },
    ]),
  ),
);

let world: World;
let place: Place;
let elsewhere: Person;
beforeAll(async () => {
  world = await startWorld({ commerce: true, worker: true });
  place = await settle(world, ROLE_LOG);
  const guild = world.sandbox.community.createGuild('Elsewhere');
  const channel = world.sandbox.community.createChannel(guild.id, 'lobby');
  elsewhere = talk(world.sandbox, guild.ownerId, channel.id);
  const moderator = [...(world.sandbox.community.guild(world.guildId)?.roles.values() ?? [])].find(
    ({ name }) => name === 'Moderator',
  );
  world.sandbox.community.changeRole(world.guildId, moderator?.id ?? '', { permissions: '32' });
});
afterAll(() => world.close());

interface Kept {
  readonly userId?: string | null;
  readonly guildId?: string;
  readonly hasExpired?: boolean;
  readonly isUsed?: boolean;
}

const LETTERS = { update: 'u', reply: 'r', form: 'f' } as const;

/** Stores a step, as a reply with this control would; for the owner by default. @returns its id */
async function keep(path: string, { hasExpired, isUsed, ...whose }: Kept = {}): Promise<string> {
  const found = steps.get(path);
  if (!found) throw new Error(`There is no step ${path}.`);
  const id = `${LETTERS[found.step.answers]}.${randomBytes(24).toString('base64url')}`;
  const now = world.clock.now().getTime();
  await world.prisma.interactionStep.create({
    data: {
      id,
      command: found.command.name,
      step: found.name,
      data: CASES[path]?.data?.(place) ?? {},
      guildId: world.guildId,
      userId: world.owner().userId,
      ...whose,
      expiresAt: new Date(hasExpired ? now - 1 : now + HOUR),
      usedAt: isUsed ? new Date(now) : null,
    },
  });
  return id;
}

const buttonOf = (custom_id: string) => ({ type: ComponentType.Button, style: 1, label: 'Use', custom_id });

const menuOf = (custom_id: string, value: string) => ({
  type: ComponentType.StringSelect,
  custom_id,
  options: [{ label: 'It', value }],
});

/** Uses a button, menu or form as a user would. @returns the answer */
async function use(path: string, id: string): Promise<string> {
  const owner = world.owner();
  const { choose, openedBy, fields } = CASES[path] ?? {};
  if (choose) {
    const value = choose(place);
    return (await owner.choose(await world.post([menuOf(id, value)]), id, value)).text;
  }
  if (openedBy !== undefined) return (await owner.fillIn(await open(openedBy), fields ?? {})).text;
  if (steps.get(path)?.step.answers !== 'form') return press(owner, id);
  const { kind } = await owner.actor.press(await world.post([buttonOf(id)]), id).answer;
  return kind;
}

async function open(path: string) {
  const id = await keep(path);
  return world.owner().actor.press(await world.post([buttonOf(id)]), id);
}

/** Posts a button with this id and presses it. @returns the answer */
const press = async (person: Person, id: string): Promise<string> =>
  (await person.pressId(await world.post([buttonOf(id)], person.channelId), id)).text;

const paths = Object.keys(CASES);
const forAdmins = paths.filter((path) => steps.get(path)?.command.audience !== 'everyone');

test('every button, menu and form is tried here', () => {
  expect(paths).toEqual([...steps.keys()].toSorted());
});

/** Expects each press to be refused with this text, and to cause no admin action. */
async function expectRefusals(
  of: readonly string[],
  how: { readonly as: Person; readonly kept: Kept; readonly said: string },
): Promise<void> {
  const before = await adminActions(world.prisma);
  for (const path of of) expect(await press(how.as, await keep(path, how.kept)), path).toContain(how.said);
  expect(await adminActions(world.prisma)).toEqual(before);
}

test('a control shown to another user is refused, even to an admin', async () => {
  const said = 'Only the person who ran this command can use its controls';
  await expectRefusals(paths, { as: world.as('tomasz_k'), kept: {}, said });
});

test('a control for all admins is refused to a member without Manage Server', async () => {
  await expectRefusals(forAdmins, { as: world.as('juniper'), kept: { userId: null }, said: NOT_ALLOWED });
});

test('an expired control and one of another server are refused', async () => {
  const said = 'This has expired';
  await expectRefusals(paths, { as: world.owner(), kept: { hasExpired: true }, said });
  await expectRefusals(paths, { as: world.owner(), kept: { guildId: '1085128214315012000' }, said });
});

test('a control is refused in a server that is not configured', async () => {
  await expectRefusals(paths, { as: elsewhere, kept: { userId: null }, said: NOT_HERE });
});

test('a used one-time control reports that it was used', async () => {
  const once = paths.filter((path) => steps.get(path)?.step.once);
  await expectRefusals(once, {
    as: world.owner(),
    kept: { isUsed: true },
    said: 'This has already been done',
  });
});

const errors = () => errorsIn(world);

describe.each(Object.entries(TROUBLES))('while the Commerce Service is %s', (_, { begin, said }) => {
  test('controls that need it report the failure, and all others work', async () => {
    for (const path of paths) {
      begin(world);
      const text = await use(path, await keep(path));
      world.service.works();
      expectInTrouble(path, text, CASES[path] ?? {}, said);
    }
    expect(errors()).toEqual([]);
  });
});

test('every control works, and pressing it twice does no harm', async () => {
  world.clock.pass(10_000);
  for (const path of paths) {
    const id = await keep(path);
    expect(await use(path, id), path).not.toContain(FAILED);
    if (CASES[path]?.openedBy !== undefined) continue;
    const again = await use(path, id);
    if (steps.get(path)?.step.once) expect(again, path).toContain('This has already been done');
    else expect(again, path).not.toContain(FAILED);
  }
  // One membership has ended, and the other tests need one to end.
  place = { ...place, endingId: await purchase(world, place.buyer, place.planId) };
  expect(errors()).toEqual([]);
});
