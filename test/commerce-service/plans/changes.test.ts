import { expect, test } from 'vitest';
import { percentOff } from '../promo-codes/percent-off.ts';
import { useCommerce } from '../support.ts';

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
    access_pass_id: old,
    card_payments: false,
    wallet_accepted: true,
    internal_notes: 'Spring',
    initial_price: 6.5,
    custom_password: 'sesame',
    requirements: { emails: [] },
  });
  expect(changed).toEqual({
    status: 200,
    body: {
      ...plan,
      product,
      product_id: product.id,
      access_pass: product.id,
      access_pass_id: product.id,
      accepted_payment_methods: ['wallet'],
      card_payments: false,
      wallet_accepted: true,
      internal_notes: 'Spring',
      initial_price: 6.5,
      requirements: { emails: [] },
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
  const over = { starts_at: 9, ends_at: 5 };
  expect(await refusal({ release_method_settings: over })).toEqual([400, expect.stringContaining('ends_at')]);
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
      error: { message: expect.stringMatching(/^renewal_price, billing_period can no longer change/) },
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

test('null clears what may be empty, and is refused by name where nothing may not be', async () => {
  const { post, get } = commerce();
  const product = (await post('/products', { name: 'Club', description: 'By the sea' })).body;
  const plan = (
    await post('/plans', {
      product_id: product.id,
      stock: 3,
      internal_notes: 'Spring',
      short_link: 'null-1',
      expiration_days: 5,
      payment_link_description: 'Sun',
      metadata: { a: 1 },
    })
  ).body;
  await post(`/plans/${plan.id}`, { custom_password: 'sesame' });
  const cleared = await post(`/plans/${plan.id}`, {
    stock: null,
    internal_notes: null,
    short_link: null,
    custom_password: null,
    expiration_days: null,
    payment_link_description: null,
  });
  expect(cleared.body).toEqual({
    ...plan,
    stock: null,
    unlimited_stock: true,
    internal_notes: null,
    payment_link_description: null,
    short_link: null,
    expiration_days: null,
  });
  expect((await get('/plans/null-1')).status).toBe(404);
  const code = (
    await post('/promo_codes', {
      code: 'ONE',
      ...percentOff(5),
      stock: 1,
      expiration_datetime: 9e9,
    })
  ).body;
  const open = await post(`/promo_codes/${code.id}`, { stock: null, expiration_datetime: null });
  expect(open.body).toMatchObject({ unlimited_stock: true, stock: null, expiration_datetime: null });
  expect((await post(`/products/${product.id}`, { description: null })).body.description).toBeNull();

  const message = async (url: string, change: object) => {
    const { status, body } = await post(url, change);
    return [status, body.error.message];
  };
  const visibility = 'visibility must be one of: visible, hidden, archived, quick_link.';
  expect(await message(`/plans/${plan.id}`, { visibility: null })).toEqual([400, visibility]);
  expect(await message(`/plans/${plan.id}`, { stock: 1.5 })).toEqual([400, 'stock must be of type integer.']);
  expect(await message(`/plans/${plan.id}`, { short_link: 'a b' })).toEqual([
    ...[400, 'short_link must be 3 to 64 letters, digits, dashes and underscores, not starting with plan_.'],
  ]);
  expect(await message(`/products/${product.id}`, { name: null })).toEqual([
    400,
    'name must be of type string.',
  ]);
  expect(await message(`/promo_codes/${code.id}`, { metadata: null })).toEqual([
    ...[400, 'metadata must be of type object.'],
  ]);
});

test('what is for the other kind of plan is kept as it was sent, without effect', async () => {
  const { post, buy } = commerce();
  const order = { email: 'ann@example.com', card_number: '4242 4242 4242 4242' };
  const bought = async (id: string) => (await buy(id, order)).body.membership;
  const forRenewals = { billing_period: 7, renewal_price: 9, trial_period_days: 3 };
  const once = await post('/plans', { ...forRenewals, split_pay_required_payments: 2, initial_price: 5 });
  expect(once).toMatchObject({
    status: 201,
    body: { plan_type: 'one_time', billing_period: 7, renewal_price: 9 },
  });
  expect(await bought(once.body.id)).toMatchObject({ status: 'completed', renewal_period_end: null });
  const link = await post(`/plans/${once.body.id}/create_quick_link`, { trial_period_days: 3 });
  expect(link).toMatchObject({ status: 201, body: { billing_period: 7 } });

  const forOne = { expiration_days: 5, grace_period_days: 2, refillable: true };
  const renewal = (await post('/plans', { ...forOne, plan_type: 'renewal', renewal_price: 9 })).body;
  const active = await bought(renewal.id);
  expect(active).toMatchObject({ status: 'active', expires_at: null });
  expect((await post(`/memberships/${active.id}/refill`)).status).toBe(409);
});
