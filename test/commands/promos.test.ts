import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectGolden } from './golden.ts';
import { START_TIMEOUT, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ commerce: true });
}, START_TIMEOUT);
afterAll(() => world.close());

test('where there are none, the list says where they are made', async () => {
  await expectGolden('promos/none', await world.owner().run('promos list'));
});

test('promo codes are listed with what they take off and how often they were used', async () => {
  const plan_ids = world.seeded.plans.map(({ id }) => id);
  const common = { base_currency: 'usd' };
  await world.order('/api/v2/promo_codes', {
    ...{ ...common, code: 'AUTUMN', amount_off: 20, promo_type: 'percentage', duration: 'once', plan_ids },
    ...{ stock: 5, new_users_only: true, expiration_datetime: 1_800_000_000 },
  });
  await world.order('/api/v2/promo_codes', {
    ...{ ...common, code: 'FIVE', amount_off: 5, promo_type: 'flat_amount', duration: 'repeating' },
    ...{ number_of_intervals: 3, unlimited_stock: true, existing_memberships_only: true },
  });
  await expectGolden('promos/list', await world.owner().run('promos list'));
  await expectGolden('promos/list.de', await world.german().run('promos list'));
  const archived = await world.owner().run('promos list', { status: 'archived' });
  expect(archived.text).toContain('There is no promo code of this kind');
});

test('long lists have pages', async () => {
  for (let n = 0; n < 12; n++)
    await world.order('/api/v2/promo_codes', {
      ...{ code: `MANY${n}`, amount_off: 1, promo_type: 'percentage', duration: 'forever' },
      ...{ base_currency: 'usd', unlimited_stock: true },
    });
  const first = await world.owner().run('promos list', { status: 'active' });
  expect(first.text).toContain('Page 1 of 2');
  expect((await world.owner().press(first, 'Next')).text).toContain('AUTUMN');
});

test('a service that can’t be asked says so', async () => {
  world.service.answers(404);
  await expectGolden('promos/unable', await world.owner().run('promos list'));
  world.service.goesDown();
  expect((await world.german().run('promos list')).text).toContain('nicht erreichbar');
  world.service.works();
});
