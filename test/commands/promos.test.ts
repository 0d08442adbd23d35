import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { percentOff } from '../commerce-service/promo-codes/percent-off.ts';
import { expectGolden } from './golden.ts';
import { startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ commerce: true });
});
afterEach(async () => {
  world.service.works();
  await world.prisma.promoCode.deleteMany();
});
afterAll(() => world.close());

async function makeAutumn(): Promise<void> {
  await world.order('/api/v2/promo_codes', {
    code: 'AUTUMN',
    amount_off: 20,
    promo_type: 'percentage',
    duration: 'once',
    base_currency: 'usd',
    stock: 5,
    new_users_only: true,
    expiration_datetime: 1_800_000_000,
    plan_ids: world.seeded.plans.map(({ id }) => id),
  });
}

test('an empty list explains where promo codes are made', async () => {
  await expectGolden('promos/none', await world.owner().run('promos list'));
});

test('promo codes are listed with their discount and their uses', async () => {
  await makeAutumn();
  await world.order('/api/v2/promo_codes', {
    code: 'FIVE',
    amount_off: 5,
    promo_type: 'flat_amount',
    base_currency: 'usd',
    duration: 'repeating',
    number_of_intervals: 3,
    unlimited_stock: true,
    existing_memberships_only: true,
  });
  await expectGolden('promos/list', await world.owner().run('promos list'));
  await expectGolden('promos/list.de', await world.german().run('promos list'));
  const archived = await world.owner().run('promos list', { status: 'archived' });
  expect(archived.text).toContain('No promo codes match');
});

test('a long list has pages', async () => {
  await makeAutumn();
  for (let n = 0; n < 12; n++)
    await world.order('/api/v2/promo_codes', {
      code: `MANY${n}`,
      ...percentOff(1),
      duration: 'forever',
      base_currency: 'usd',
      unlimited_stock: true,
    });
  const first = await world.owner().run('promos list', { status: 'active' });
  expect(first.text).toContain('Page 1 of 2');
  expect((await world.owner().press(first, 'Next')).text).toContain('AUTUMN');
});

test('a service that cannot be asked is reported', async () => {
  world.service.answers(404);
  await expectGolden('promos/unable', await world.owner().run('promos list'));
  world.service.goesDown();
  expect((await world.german().run('promos list')).text).toContain('nicht erreichbar');
});
