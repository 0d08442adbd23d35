import { expect, test } from 'vitest';
import { percentOff } from '../promo-codes/percent-off.ts';
import { RENEWAL, useSeller } from '../seller.ts';

const { commerce, sell, pass, look } = useSeller();

test.each([
  ['once', { duration: 'once' }, [4.5, 5, 5]],
  ['for two charges', { duration: 'repeating', number_of_intervals: 2 }, [4.5, 2.5, 5]],
  ['for ever', { duration: 'forever' }, [4.5, 2.5, 2.5]],
])(
  'a promo code that halves the price %s does so at every charge it was promised for, and at no other',
  async (_, duration, amounts) => {
    await commerce().post('/promo_codes', {
      code: 'HALF',
      ...percentOff(50),
      ...duration,
    });
    await sell(RENEWAL, { promo_code: 'HALF' });
    await pass(30);
    await pass(30);
    const payments = (await commerce().get('/payments')).body.data;
    expect(payments.map((payment: { amount: number }) => payment.amount).toReversed()).toEqual(amounts);
  },
);

test('a trial puts the discount off to its end', async () => {
  await commerce().post('/promo_codes', {
    code: 'HALF',
    ...percentOff(50),
  });
  await sell({ ...RENEWAL, trial_period_days: 3 }, { promo_code: 'HALF' });
  await pass(3);
  await pass(30);
  const payments = (await commerce().get('/payments')).body.data;
  expect(payments.map((payment: { amount: number }) => payment.amount).toReversed()).toEqual([4.5, 5]);
});

test('a payment is given back in parts or whole, never more than it was, and access stays', async () => {
  const { post, get, prisma } = commerce();
  const chat = { community_chat_id: '42', username: 'ann' };
  const bought = await sell({ initial_price: 10 }, chat);
  const [payment] = (await get(`/payments?membership_id=${bought.id}`)).body.data;
  const refund = (body: object = {}) => post(`/payments/${payment.id}/refund`, body);
  expect((await refund({ amount: 4 })).body).toMatchObject({ amount: 4, payment: payment.id });
  expect((await refund({ amount: 7 })).status).toBe(400);
  const [one, two] = await Promise.all([refund(), refund()]);
  expect([one.status, two.status].sort()).toEqual([201, 409]);
  expect((await get(`/payments/${payment.id}`)).body.refunded_amount).toBe(10);
  expect((await look(bought.id)).valid).toBe(true);
  expect(await prisma.event.count({ where: { name: 'refund_created' } })).toBe(2);
  const told = await prisma.event.findMany({
    where: { name: { in: ['payment_succeeded', 'refund_created'] } },
  });
  for (const one of [payment, ...told.map(({ data }) => data)])
    expect(one).toMatchObject({ community_chat: { id: '42', username: 'ann', image_url: null } });
});

test.each([
  ['wallet', 'wallet_account', 'approved@wallet.test', 'declined@wallet.test'],
  ['commerce_crypto', 'wallet_address', `0x${'42'.repeat(20)}`, `0x4${'0'.repeat(38)}2`],
])('%s pays at the checkout and for what renews, where the plan takes it', async (...row) => {
  const [payment_method, field, approved, declined] = row;
  const { post, buy, get } = commerce();
  const takes = { wallet_accepted: true, commerce_crypto_accepted: true, card_payments: false };
  const { id } = (await post('/plans', { ...RENEWAL, initial_price: 9, ...takes })).body;
  const order = { email: 'ann@example.com', payment_method };
  expect(await buy(id, { ...order, [field]: declined })).toMatchObject({ status: 402 });
  expect((await buy(id, order)).body.error.message).toContain(`${field} is required`);
  expect(await buy(id, { ...order, [field]: 'x' })).toMatchObject({ status: 402 });
  const { membership } = (await buy(id, { ...order, [field]: approved })).body;
  expect(membership).toMatchObject({
    payment_processor: payment_method,
    psp_customer_id: null,
    psp_subscription_id: null,
    wallet_address: payment_method === 'commerce_crypto' ? approved : null,
  });
  await pass(31);
  expect(await look(membership.id)).toMatchObject({ status: 'active', valid: true });
  const payments = (await get(`/payments?membership_id=${membership.id}`)).body.data;
  expect(payments).toMatchObject([
    { status: 'paid', card_last4: null },
    { status: 'paid', card_last4: null },
  ]);
});

test('a free first period is none of the parts of a split pay', async () => {
  const { id, status } = await sell({ ...RENEWAL, initial_price: 0, split_pay_required_payments: 2 });
  expect(status).toBe('active');
  await pass(30);
  expect((await look(id)).status).toBe('active');
  await pass(30);
  expect((await look(id)).status).toBe('completed');
  expect((await commerce().get('/payments')).body.data).toHaveLength(2);
});

test('what a promo code makes free is none of the parts of a split pay', async () => {
  const { post, get } = commerce();
  await post('/promo_codes', {
    code: 'FIRSTFREE',
    ...percentOff(100),
    duration: 'once',
  });
  const plan = { ...RENEWAL, split_pay_required_payments: 1 };
  const { id, status } = await sell(plan, { promo_code: 'FIRSTFREE' });
  expect(status).toBe('active');
  await pass(31);
  expect((await look(id)).status).toBe('completed');
  expect((await get('/payments')).body.data.map(({ amount }: { amount: number }) => amount)).toEqual([5]);
});

test('a discount for ever is taken off top-ups too, one for once is not', async () => {
  const { post, get } = commerce();
  await post('/promo_codes', {
    code: 'ALWAYS',
    ...percentOff(50),
    duration: 'forever',
  });
  await post('/promo_codes', {
    code: 'ONCE',
    ...percentOff(50),
    duration: 'once',
  });
  const plan = { initial_price: 4, expiration_days: 10, refillable: true };
  const amounts = async (promo_code: string) => {
    const { id } = await sell(plan, { promo_code, quantity: 2 });
    await post(`/memberships/${id}/refill`);
    const { data } = (await get(`/payments?membership_id=${id}`)).body;
    return data.map(({ amount }: { amount: number }) => amount).reverse();
  };
  expect(await amounts('ALWAYS')).toEqual([4, 4]);
  expect(await amounts('ONCE')).toEqual([4, 8]);
});
