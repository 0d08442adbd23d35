import { beforeAll, expect, test } from 'vitest';
import { percentOff } from '../promo-codes/percent-off.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

const BUYERS = 200;

/** Addresses of several instances of one shop. */
let shops: string[];
beforeAll(async () => {
  const { app, startAnother } = commerce();
  const others = [await startAnother(), await startAnother()];
  const apps = [app, ...others.map((one) => one.app)];
  shops = await Promise.all(apps.map((one) => one.listen({ host: '127.0.0.1', port: 0 })));
});

/** Buys, and tries again while the shop says that it is too busy, as the page tells buyers to. */
async function buy(buyer: number, planId: string, order: object): Promise<string> {
  const response = await fetch(`${shops[buyer % shops.length]}/checkout/${planId}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({ email: `buyer-${buyer}@example.com`, ...order }),
  });
  const { error, membership } = JSON.parse(await response.text());
  if (response.status === 503) return buy(buyer, planId, order);
  return `${response.status} ${error?.message ?? membership.status}`;
}

/** So many people buy at the same moment, at all instances. @returns how often each answer was given */
async function crowd(planId: string, order: object): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: BUYERS }, (_, n) => buy(n, planId, order)));
  const alike = Map.groupBy(answers, (answer) => answer);
  return Object.fromEntries([...alike].map(([answer, all]) => [answer, all.length]));
}

test('200 buyers of 50 units make exactly 50 memberships and 150 clear refusals', async () => {
  const { post, get, prisma } = commerce();
  const { id } = (await post('/plans', { stock: 50 })).body;
  const tally = await crowd(id, {});
  expect(tally['201 completed']).toBe(50);
  const { '201 completed': _, ...refused } = tally;
  expect(Object.values(refused).reduce((sum, count) => sum + count, 0)).toBe(150);
  expect(Object.keys(refused).every((answer) => answer.startsWith('409 This plan is sold out.'))).toBe(true);
  expect(await prisma.membership.count()).toBe(50);
  expect((await get(`/plans/${id}`)).body.stock).toBe(0);
});

test('200 buyers with a promo code of 50 uses make exactly 50 memberships', async () => {
  const { post, get, prisma } = commerce();
  const { id } = (await post('/plans', { initial_price: 10 })).body;
  const code = (
    await post('/promo_codes', {
      code: 'FIRST50',
      ...percentOff(50),
      stock: 50,
    })
  ).body;
  const tally = await crowd(id, { promo_code: 'FIRST50', card_number: '4242424242424242' });
  expect(tally).toEqual({
    '201 completed': 50,
    '409 This promo code is used up. Nothing was charged.': 150,
  });
  expect(await prisma.membership.count({ where: { promoCodeId: code.id } })).toBe(50);
  expect((await prisma.payment.findMany()).map(({ amount }) => amount.toString())).toEqual(
    Array(50).fill('5'),
  );
  expect((await get(`/promo_codes/${code.id}`)).body).toMatchObject({ stock: 0, uses: 50 });
});
