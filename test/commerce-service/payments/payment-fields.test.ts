import { expect, test } from 'vitest';
import { percentOff } from '../promo-codes/percent-off.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();
const CARD = '4242424242424242';
const DECLINED = '4000000000000002';

const idsOf = async (status: string): Promise<string[]> => {
  const { body } = await commerce().get(`/payments?status=${status}`);
  return body.data.map(({ id }: { id: string }) => id);
};

test('a client of this family reads what was paid, with which card, when, and what went back', async () => {
  const { post, get, buy } = commerce();
  const promo = { code: 'HALF', ...percentOff(50) };
  await post('/promo_codes', promo);
  const { id: plan } = (await post('/plans', { initial_price: 9 })).body;
  const order = { email: 'ann@example.com', promo_code: 'HALF' };
  await buy(plan, { ...order, card_number: DECLINED });
  await buy(plan, { ...order, card_number: CARD });
  const [paid, open] = (await get('/payments')).body.data;
  expect(open).toMatchObject({
    status: 'open',
    final_amount: 4.5,
    subtotal: 9,
    last4: '0002',
    paid_at: null,
  });
  expect(paid).toMatchObject({ status: 'paid', final_amount: 4.5, subtotal: 9, last4: '4242' });
  expect(paid.paid_at).toBe(paid.created_at);
  expect(await idsOf('paid')).toEqual([paid.id]);
  expect(await idsOf('open')).toEqual([open.id]);

  await post(`/payments/${paid.id}/refund`, { amount: 2 });
  const after = (await get(`/payments/${paid.id}`)).body;
  expect(after).toMatchObject({ status: 'refunded', refunded_amount: 2, paid_at: paid.paid_at });
  expect(await idsOf('refunded')).toEqual([paid.id]);
  expect(await idsOf('paid')).toEqual([]);
  expect((await get('/payments?status=succeeded')).status).toBe(400);
});

test('a later charge tells its price before the discount too', async () => {
  const { post, get, buy, letTimePass } = commerce();
  const promo = { code: 'ONE', promo_type: 'flat_amount', amount_off: 1, base_currency: 'usd' };
  await post('/promo_codes', { ...promo, number_of_intervals: 0 });
  const renewal = { plan_type: 'renewal', initial_price: 5, renewal_price: 7 };
  const { id } = (await post('/plans', renewal)).body;
  const order = { email: 'ann@example.com', promo_code: 'ONE', card_number: CARD };
  const { membership } = (await buy(id, order)).body;
  await letTimePass(membership.id);
  const [second, first] = (await get('/payments')).body.data;
  expect([first, second]).toMatchObject([
    { final_amount: 4, subtotal: 5 },
    { final_amount: 6, subtotal: 7 },
  ]);
});

test('a user has the name and the picture of the chat account that they have connected', async () => {
  const { post, get, buy, prisma } = commerce();
  const { id } = (await post('/plans', {})).body;
  const { membership } = (await buy(id, { email: 'ann@example.com', username: 'ann' })).body;
  const read = async () => (await get(`/memberships/${membership.id}?expand=user`)).body.user;
  expect(await read()).toMatchObject({ username: 'ann', name: 'ann', profile_pic_url: null });
  const chatAccountImageUrl = 'https://cdn.example/ann.png';
  await prisma.user.updateMany({ data: { chatAccountName: 'Ann Lee', chatAccountImageUrl } });
  expect(await read()).toMatchObject({ name: 'Ann Lee', profile_pic_url: chatAccountImageUrl });
});
