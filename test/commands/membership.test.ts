import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectGolden } from './golden.ts';
import { type Shop, startShop } from './shop.ts';
import { startWorld, type World } from './world.ts';

let world: World;
let shop: Shop;
// The client pauses after a failure, so each test has a service and a bot of its own.
beforeEach(async () => {
  shop = await startShop();
  world = await startWorld({ commerceUrl: shop.url });
  await world.map(world.roles.supporter.id, 'plan_a');
  await world.map(world.roles.insider.id, 'plan_b');
  await world.buy('juniper', 'plan_a');
  await world.buy('juniper', 'plan_b', { status: 'canceled', valid: false });
  shop.memberships.set('mem_1', {
    id: 'mem_1',
    plan: 'plan_a',
    status: 'active',
    valid: true,
    renewal_period_end: '2026-12-01T08:00:00Z',
    manage_url: 'https://shop.test/orders/mem_1',
  });
  shop.memberships.set('mem_2', { id: 'mem_2', plan: 'plan_b', status: 'canceled', valid: false });
});
afterEach(async () => {
  await world.close();
  await shop.close();
});

const mine = () => world.as('juniper').run('membership');

test('a member without memberships learns what to do', async () => {
  await expectGolden('membership/none', await world.as('leif.h').run('membership'));
});

test('a member sees their memberships with dates and links, and missing roles with the reason', async () => {
  const shown = await mine();
  await expectGolden('membership/mine', shown);
  expect(shown.text.startsWith('Only who asked')).toBe(true);
  expect(JSON.stringify(shown.message.components)).toContain('https://shop.test/orders/mem_1');
});

test("an admin sees the memberships in the member's menu without the member's link, and others are refused", async () => {
  const owner = world.owner();
  const shown = await owner.useOn('Memberships', world.member('juniper'));
  await expectGolden('membership/menu', shown);
  expect(JSON.stringify(shown.message.components)).not.toContain('shop.test');
  await expectGolden('membership/menu-why', await owner.useOn('Why these roles?', world.member('juniper')));
  await expectGolden('membership/menu.de', await world.german().useOn('Memberships', world.member('leif.h')));
  await world.showToAll();
  const refused = await world.as('tomasz_k').useOn('Memberships', world.member('juniper'));
  expect(refused.text).toContain('You need the permission “Manage Server”');
});

test.each(['javascript:alert(1)', '/orders/mem_1', `https://shop.test/${'o'.repeat(512)}`])(
  'an address unfit for a button (case %#) is left out, and all else is shown',
  async (address) => {
    const sound = shop.memberships.get('mem_1') ?? {};
    shop.memberships.set('mem_1', { ...sound, manage_url: address });
    const answers = [await mine(), await world.owner().run('memberships show', { membership: 'mem_1' })];
    for (const { text, message } of answers) {
      expect(text).toContain('mem');
      expect(text).not.toContain('That didn’t work');
      expect(JSON.stringify(message.components)).not.toContain(address);
    }
  },
);

test.each([
  ['is down', 503],
  ['refuses our key', 401],
  ['knows nothing of it', 404],
  ['never answers', 'silence'],
  ['is asked too much', 429],
] as const)('the stored state is shown within seconds when the service %s', async (_, fault) => {
  // A lookup by an admin stores the membership.
  await world.owner().run('memberships show', { membership: 'mem_1' });
  shop.fault = fault;
  const shown = await mine();
  await expectGolden('membership/incomplete', shown);
});

test("purchases in which others named the member don't hide the links of the member's own", async () => {
  const since = (startedAt: string) => ({ startedAt: new Date(startedAt), chatProven: false });
  const owned = (id: string) =>
    shop.memberships.set(id, { ...named(id), manage_url: `https://shop.test/orders/${id}` });
  const named = (id: string) => ({ id, plan: 'plan_a', status: 'active', valid: true });
  await world.buy('juniper', 'plan_a', since('2026-11-02T08:00:00Z'));
  owned('mem_3');
  for (let number = 4; number < 14; number += 1) {
    await world.buy('juniper', 'plan_a', { ...since('2026-11-03T08:00:00Z'), free: true });
    shop.memberships.set(`mem_${number}`, named(`mem_${number}`));
  }
  const { text, message } = await mine();
  const order = ['mem_1', 'mem_2', 'mem_3', 'mem_4'].map((id) => text.indexOf(id));
  expect(order, 'proven ones, then the paid one, then the free ones').toEqual(
    order.toSorted((a, b) => a - b),
  );
  expect(order).not.toContain(-1);
  const links = JSON.stringify(message.components);
  for (const id of ['mem_1', 'mem_3']) expect(links).toContain(`https://shop.test/orders/${id}`);
});
