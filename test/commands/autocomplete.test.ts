import { afterAll, beforeAll, expect, test } from 'vitest';
import { commands } from '../../commands/index.ts';
import { isRunnable } from '../../src/discord/commands/command.ts';
import { waitFor } from '../support/wait.ts';
import { startWorld, type World } from './world.ts';

const PLANS = 1_000;

/** Text to type into each option with suggestions, and the option to fill in before. */
const TYPED: Readonly<Record<string, { readonly typed: string; readonly before?: 'role' }>> = {
  'memberships add-days membership': { typed: 'mem_' },
  'memberships cancel membership': { typed: 'mem_' },
  'memberships show membership': { typed: 'mem_' },
  'memberships terminate membership': { typed: 'mem_' },
  'plans create currency': { typed: 'e' },
  'plans create product': { typed: 'comm' },
  'plans list product': { typed: 'comm' },
  'plans quick-link plan': { typed: 'number 99' },
  'roles map source': { typed: 'number 99', before: 'role' },
  'roles preview source': { typed: 'number 99', before: 'role' },
  'roles unmap mapping': { typed: 'number' },
  'webhooks rotate webhook': { typed: 'http' },
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ commerce: true });
  await fill();
});
afterAll(() => world.close());

/** Creates many plans and waits until the bot has loaded them. */
async function fill(): Promise<void> {
  const { id: _, handle: __, ...row } = await world.prisma.plan.findFirstOrThrow();
  const empty = { metadata: {}, requirements: {}, releaseMethodSettings: {}, customFields: [] };
  await world.prisma.plan.createMany({
    data: Array.from({ length: PLANS }, (_plan, n) => ({
      ...row,
      ...empty,
      id: `plan_${n}`,
      shortLink: null,
      createdAt: world.clock.now(),
      internalNotes: `Plan number ${n}`,
    })),
  });
  await world.map(world.roles.supporter.id, 'plan_7');
  await world.buy('juniper', 'plan_7');
  await world.owner().run('webhooks register');
  // The catalog loaded at the start is older than a minute now, so the next request reloads it in the background.
  world.clock.pass(61_000);
  await loaded();
}

/** Waits until the bot has loaded all lists and nothing is under way. */
const loaded = () =>
  waitFor(async () => {
    const { asked, isBusy } = world.service;
    const before = asked.length;
    for (const path of Object.keys(TYPED)) expect(await suggest(path)).not.toEqual([]);
    expect([asked.length, isBusy()], 'all is loaded').toEqual([before, false]);
    expect((await world.commerce.catalog.plans('', 2 * PLANS)).length).toBeGreaterThan(PLANS);
  });

function suggest(path: string) {
  const [command = '', subcommand = '', option = ''] = path.split(' ');
  const { typed = '', before = '' } = TYPED[path] ?? {};
  const filled = before === 'role' ? { role: world.roles.supporter.id } : {};
  return world.owner().suggestions(`${command} ${subcommand}`, option, { ...filled, [option]: typed });
}

/** Every option with suggestions, as "command subcommand option". */
const suggesting = commands.flatMap((command) => {
  if (command.kind !== 'slash') return [];
  const { name, runnables } = command;
  const parts = isRunnable(runnables) ? [[name, runnables] as const] : Object.entries(runnables);
  return parts.flatMap(([part, { options }]) =>
    Object.entries(options).flatMap(([option, { suggest }]) =>
      suggest ? [`${name} ${part} ${option}`] : [],
    ),
  );
});

test('every option with suggestions is tried here', () => {
  expect(Object.keys(TYPED)).toEqual(suggesting.toSorted());
});

// Suggestions that miss the platform's deadline are not shown. `npm run measure:autocomplete` prints the real times.
test('every option has suggestions without a call to the service or the platform, except to find out who runs the bot', async () => {
  const platform = () =>
    world.sandbox.calls.count({ method: 'GET' }) -
    world.sandbox.calls.count({ method: 'GET', route: '/applications/@me' });
  const [before, called] = [world.service.asked.length, platform()];
  for (const path of Object.keys(TYPED)) {
    const suggested = await suggest(path);
    expect(suggested?.length, path).toBeGreaterThan(0);
    expect(suggested?.length, path).toBeLessThanOrEqual(25);
  }
  expect(world.service.asked.slice(before)).toEqual([]);
  expect(platform()).toBe(called);
});

test('suggestions still appear while the service and the platform are down', async () => {
  world.service.goesDown();
  const down = world.sandbox.faults.add({
    route: '/guilds/:guild_id',
    effect: { kind: 'answer', status: 503 },
  });
  world.clock.pass(61_000);
  for (const path of Object.keys(TYPED)) expect(await suggest(path), path).not.toEqual([]);
  world.sandbox.faults.remove(down.id);
  world.service.works();
  world.clock.pass(61_000);
  await loaded();
});
