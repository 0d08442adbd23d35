import { expect, test } from 'vitest';
import { useCommerce } from './support.ts';

const commerce = useCommerce();

test('a product is changed where it is named, and nowhere else', async () => {
  const { post, get } = commerce();
  const product = (await post('/products', { name: 'Club', metadata: { a: 1 } })).body;
  const changed = await post(`/products/${product.id}`, { description: 'By the sea' });
  expect(changed).toEqual({ status: 200, body: { ...product, description: 'By the sea' } });
  expect((await get(`/products/${product.id}`)).body).toEqual(changed.body);
  expect((await post('/products/prod_none', { name: 'Nothing' })).status).toBe(404);
  expect((await post(`/products/${product.id}`, { name: '' })).status).toBe(400);
});

test('a plan is changed where it is named, and its deprecated fields stay in step', async () => {
  const { app, post, get } = commerce();
  const product = (await post('/products', { name: 'Club' })).body;
  const plan = (await post('/plans', { initial_price: 5, stock: 3, metadata: { a: 1 } })).body;
  expect((await get(`/plans/${plan.id}`)).body).toEqual(plan);
  const old = product.id.replace('prod_', 'pass_');
  const changed = await post(`/plans/${plan.id}?expand=product`, {
    ...{ access_pass_id: old, card_payments: false, wallet_accepted: true, internal_notes: 'Spring' },
    ...{ initial_price: 6.5, custom_password: 'sesame', requirements: { emails: [] } },
  });
  expect(changed).toEqual({
    status: 200,
    body: {
      ...plan,
      ...{ product, access_pass: product.id, accepted_payment_methods: ['wallet'], card_payments: false },
      ...{ internal_notes: 'Spring', initial_price: 6.5, requirements: { emails: [] } },
      direct_link: `${plan.direct_link}?password=sesame`,
    },
  });
  const patched = await app.inject({
    method: 'PATCH',
    url: `/api/v2/plans/${plan.id}`,
    headers: { authorization: 'Bearer key_for-the-tests-only' },
    payload: { unlimited_stock: true },
  });
  expect(patched.json()).toMatchObject({ stock: null, unlimited_stock: true, internal_notes: 'Spring' });
  expect((await post(`/plans/${plan.id}`, { stock: 9 })).body).toMatchObject({
    stock: 9,
    unlimited_stock: false,
  });
  expect((await post('/plans/plan_none', { stock: 9 })).status).toBe(404);
});

test('a change that makes no sense is refused by the field that is wrong', async () => {
  const { post } = commerce();
  await post('/plans', { short_link: 'spring' });
  const { id } = (await post('/plans', { initial_price: 5.55 })).body;
  const refusal = async (change: object) => {
    const { status, body } = await post(`/plans/${id}`, change);
    return [status, body.error.message];
  };
  expect(await refusal({ base_currency: 'jpy' })).toEqual([
    400,
    'initial_price may have no decimals in jpy.',
  ]);
  expect(await refusal({ trial_period_days: 3 })).toEqual([422, expect.stringContaining('renewal only')]);
  expect(await refusal({ short_link: 'spring' })).toEqual([409, expect.stringContaining('taken')]);
  expect(await refusal({ product_id: 'prod_none' })).toEqual([422, expect.stringContaining('product_id')]);
});

test('what buyers have agreed to stays, what they have not may change', async () => {
  const { post, buy } = commerce();
  const { id } = (await post('/plans', { plan_type: 'renewal', stock: 5 })).body;
  await buy(id, { email: 'ann@example.com' });
  const refused = await post(`/plans/${id}`, { renewal_price: 9, billing_period: 7 });
  expect(refused).toMatchObject({
    status: 409,
    body: {
      error: { message: expect.stringMatching(/^renewal_price, billing_period can't change any more/) },
    },
  });
  const same = await post(`/plans/${id}`, { renewal_price: 0, internal_notes: 'Sold out soon' });
  expect(same.body).toMatchObject({ internal_notes: 'Sold out soon', stock: 4 });
});

test.each([
  ['visible', ['hidden', 'archived']],
  ['hidden', ['visible', 'archived']],
  ['quick_link', ['archived']],
  ['archived', ['visible', 'hidden', 'quick_link']],
])('a plan that is %s may become %j', async (visibility, choices) => {
  const { post } = commerce();
  for (const next of ['visible', 'hidden', 'archived', 'quick_link']) {
    const { id } = (await post('/plans', { visibility })).body;
    const { status, body } = await post(`/plans/${id}`, { visibility: next });
    if (next === visibility || choices.includes(next)) expect(body.visibility).toBe(next);
    else expect([status, body.error.message]).toEqual([409, expect.stringContaining(choices.join(', '))]);
  }
});
