import { expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { expectGolden } from './golden.ts';
import { useWorld } from './world.ts';

const world = useWorld({ commerce: true });

const plan = () => world().seeded.plans[0] ?? { id: '' };

const mappings = () => world().prisma.roleMapping.findMany({ where: { guildId: world().guildId } });
const mapSupporter = async () => {
  await world().buy('juniper', 'plan_b');
  await world().map(world().roles.supporter.id, 'plan_b', { atEnd: 'keep', graceDays: 3, orphans: 'strip' });
};
const mapInsider = async () => {
  for (const name of ['d', 'e']) await world().map(world().roles.insider.id, `plan_${name}`);
};
const supporter = () => ({ role: world().roles.supporter.id });

test('the list is empty at first', async () => {
  await expectGolden('roles/list-none', await world().owner().run('roles list'));
});

test('plans are suggested by name', async () => {
  // The first request doesn't wait for the list.
  await waitFor(async () => expect(await world().commerce.catalog.has('plan_none')).toBe(false));
  const all = await world()
    .owner()
    .suggestions('roles map', 'source', { ...supporter(), source: '' });
  expect(all).toContainEqual({ name: expect.stringContaining(plan().id), value: plan().id });
  const none = await world()
    .owner()
    .suggestions('roles map', 'source', { ...supporter(), source: 'zzz' });
  expect(none).toEqual([]);
});

test('a mapping is previewed, and saved on confirmation', async () => {
  await world().buy('juniper', 'plan_b');
  const options = { ...supporter(), source: 'plan_b', at_end: 'keep', grace_days: 3, orphans: 'strip' };
  await expectGolden('roles/preview', await world().owner().run('roles preview', options));
  const asked = await world().owner().run('roles map', options);
  await expectGolden('roles/map', asked);
  expect(await mappings()).toEqual([]);
  await expectGolden('roles/map-saved', await world().owner().press(asked, 'Save'));
  expect(await mappings()).toMatchObject([{ sourceId: 'plan_b', atEnd: 'keep', graceDays: 3 }]);
});

test('a cancelled mapping changes nothing', async () => {
  await mapSupporter();
  const asked = await world()
    .owner()
    .run('roles map', { ...supporter(), source: 'plan_c', screening: false });
  await expectGolden('roles/map-cancelled', await world().owner().press(asked, 'Cancel'));
  expect(await mappings()).toHaveLength(1);
});

test('a role that the bot cannot give is refused with advice', async () => {
  const { community } = world().sandbox;
  const tooHigh = community.createRole(world().guildId, { name: 'Lofty', position: 40 });
  const options = { role: tooHigh.id, source: 'plan_b' };
  await expectGolden('roles/map-impossible', await world().owner().run('roles map', options));
  const odd = { ...supporter(), source: '`evil` @everyone' };
  await expectGolden('roles/map-no-source', await world().owner().run('roles map', odd));
});

test('the list has pages', async () => {
  await mapSupporter();
  await mapInsider();
  const first = await world().owner().run('roles list', { per: 2 });
  await expectGolden('roles/list', first);
  await expectGolden('roles/list-page-2', await world().owner().press(first, 'Next'));
  await expectGolden('roles/list.de', await world().german().run('roles list'));
});

test('an existing mapping is shown before it is replaced, and harsher terms are marked as dangerous', async () => {
  await mapInsider();
  const options = { role: world().roles.insider.id, source: 'plan_d' };
  const harsher = await world()
    .owner()
    .run('roles map', { ...options, at_end: 'kick' });
  await expectGolden('roles/map-replaces', harsher);
  const same = await world().owner().run('roles map', options);
  expect(same.text).toContain('with the same terms');
  expect(same.text).toContain('[Save (good)]');
});

test('a saved mapping shows the name of its plan', async () => {
  const asked = await world().owner().run('roles map', { role: world().roles.insider.id, source: plan().id });
  expect(asked.text).not.toContain('check it');
  const saved = await world().owner().press(asked, 'Save');
  expect(saved.text).toContain('**Community membership · ');
});

test('every mapping can be reached, however many on a page', async () => {
  const ids = Array.from({ length: 60 }, (_, n) => `plan_${String(n).padStart(50, 'x')}`);
  for (const id of ids) await world().map(world().roles.insider.id, id, { atEnd: 'kick', orphans: 'strip' });
  let shown = await world().owner().run('roles list', { per: 50 });
  const seen = new Set<string>();
  for (let turn = 0; turn < 10; turn += 1) {
    expect(shown.text).not.toContain('more lines');
    for (const [id] of shown.text.matchAll(/plan_x+\d+/g)) seen.add(id);
    if (shown.text.includes('[Next (plain, off)]')) break;
    shown = await world().owner().press(shown, 'Next');
  }
  expect(seen.size).toBe(60);
});

test('a mapping is ended on confirmation, once', async () => {
  await mapSupporter();
  const suggested = await world().owner().suggestions('roles unmap', 'mapping', { mapping: 'plan_b' });
  const value = `${world().roles.supporter.id} plan_b valid`;
  expect(suggested).toEqual([{ name: 'plan_b → Supporter', value }]);
  const asked = await world().owner().run('roles unmap', { mapping: value });
  await expectGolden('roles/unmap', asked);
  await expectGolden('roles/unmapped', await world().owner().press(asked, 'Remove'));
  await expectGolden('roles/unmap-gone', await world().owner().run('roles unmap', { mapping: value }));
});
