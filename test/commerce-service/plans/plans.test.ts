import { expect, test } from 'vitest';
import { CURRENCIES } from '../../../src/commerce-service/payments/money.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

const SPECIFIED_FIELDS = [
  ...['id', 'product', 'plan_type', 'release_method', 'visibility', 'billing_period', 'internal_notes'],
  ...[
    'payment_link_description',
    'metadata',
    'custom_fields',
    'direct_link',
    'renewal_price',
    'initial_price',
  ],
  ...['base_currency', 'requirements', 'release_method_settings', 'accepted_payment_methods', 'stock'],
  ...['unlimited_stock', 'created_at', 'access_pass', 'card_payments'],
];

/** What can be written is read back, besides what the specification names. */
const FURTHER_FIELDS = [
  ...['mimic_plan_id', 'product_id', 'access_pass_id', 'allow_multiple_quantity', 'one_per_user'],
  ...['trial_period_days', 'expiration_days', 'grace_period_days', 'refillable', 'short_link'],
  ...['split_pay_required_payments', 'commerce_crypto_accepted', 'wallet_accepted'],
];

test('a plan created from nothing has every field, with its default', async () => {
  const { post } = commerce();
  const { status, body } = await post('/plans', {});
  expect(status).toBe(201);
  expect(Object.keys(body).sort()).toEqual([...SPECIFIED_FIELDS, ...FURTHER_FIELDS].sort());
  expect(body).toMatchObject({
    id: expect.stringMatching(/^plan_[0-9A-Z]{26}$/),
    product: expect.stringMatching(/^prod_[0-9A-Z]{26}$/),
    plan_type: 'one_time',
    release_method: 'buy_now',
    visibility: 'visible',
    base_currency: 'usd',
    initial_price: 0,
    stock: null,
    unlimited_stock: true,
    accepted_payment_methods: ['card'],
    card_payments: true,
    direct_link: `https://shop.test/checkout/${body.id}`,
  });
});

test('a plan keeps what it was created with', async () => {
  const { post } = commerce();
  const product = await post('/products', { name: 'Club' });
  const plan = {
    plan_type: 'renewal',
    initial_price: 19.99,
    renewal_price: 9.99,
    base_currency: 'eur',
    billing_period: 7,
    stock: 3,
    visibility: 'hidden',
    internal_notes: 'Spring',
    payment_link_description: 'A week at a time',
    metadata: { tier: { name: 'gold' }, tags: [1, null] },
    requirements: { country: 'NL' },
    release_method_settings: { note: 'x' },
  };
  const { body } = await post('/plans?expand=product', { ...plan, product_id: product.body.id });
  expect(body).toMatchObject({ ...plan, product: product.body, access_pass: product.body.id });
  expect(body.unlimited_stock).toBe(false);
});

test('deprecated fields do what their replacements do', async () => {
  const { post, get } = commerce();
  await post('/plans', {});
  const product = await post('/products', { name: 'Club' });
  const old = product.body.id.replace('prod_', 'pass_');
  const plan = await post('/plans', { access_pass_id: old, card_payments: false, wallet_accepted: true });
  expect(plan.body).toMatchObject({
    product: product.body.id,
    access_pass: product.body.id,
    accepted_payment_methods: ['wallet'],
    card_payments: false,
  });
  expect((await get(`/plans?access_pass_id=${old}`)).body.data).toEqual([plan.body]);
  const both = await post('/plans', { access_pass_id: 'prod_other', product_id: product.body.id });
  expect(both.status).toBe(422);
});

test.each([
  ['product,product', 'expand=product'],
  ['repeated', 'expand=product&expand=product'],
  ['bracketed', 'expand[]=product'],
])('expand is understood as a list, repeated and bracketed (%s)', async (_, expand) => {
  const { post } = commerce();
  const product = await post('/products', { name: 'Club' });
  const { body } = await post(`/plans?${expand}`, { product_id: product.body.id });
  expect(body.product).toEqual(product.body);
});

test('every currency is sold in, with the decimals it has', async () => {
  const { post } = commerce();
  expect(CURRENCIES).toHaveLength(83);
  for (const base_currency of CURRENCIES)
    expect(await post('/plans', { base_currency, initial_price: 5 })).toMatchObject({
      status: 201,
      body: { base_currency, initial_price: 5 },
    });
  const price = async (base_currency: string, initial_price: number) =>
    (await post('/plans', { base_currency, initial_price })).status;
  expect(await price('jpy', 5.5)).toBe(400);
  expect(await price('usd', 5.555)).toBe(400);
  expect(await price('kwd', 5.555)).toBe(201);
  expect(await price('kwd', 5.5555)).toBe(400);
  expect(await price('eth', 0.00000001)).toBe(201);
  expect(await price('usd', 0.1 + 0.2)).toBe(400);
  expect(await price('usd', 1e300)).toBe(400);
});

test.each([
  [{ initial_price: '9.99' }, 'initial_price must be of type number.'],
  [{ initial_price: -1 }, 'initial_price must be at least 0.'],
  [{ plan_type: 'weekly' }, 'plan_type must be one of: renewal, one_time.'],
  [{ stock: 1.5 }, 'stock must be of type integer.'],
  [{ stock: 2_147_483_648 }, 'stock must be at most 2147483647.'],
  [{ metadata: [] }, 'metadata must be of type object.'],
  [{ internal_notes: 'a\0b' }, "internal_notes can't contain a NUL character."],
  [{ metadata: { a: [{ 'b\0': 1 }] } }, "metadata can't contain a NUL character."],
  [{ 'a\0': 1 }, "The name of a field can't contain a NUL character."],
  [{ metadata: { '\ud800': 1 } }, 'metadata contains text that is not valid Unicode.'],
  ...[5, 6].map((starts_at): [object, string] => [
    { release_method_settings: { starts_at, ends_at: 5 } },
    'release_method_settings.starts_at must be before its ends_at.',
  ]),
  [
    { release_method_settings: { starts_at: 1e15 } },
    'release_method_settings.starts_at must be at most 253402300799.',
  ],
])('a wrong plan is refused by the field that is wrong: %j', async (plan, message) => {
  const { post } = commerce();
  expect(await post('/plans', plan)).toEqual({ status: 400, body: { error: { status: 400, message } } });
});

test('metadata that no database could keep is refused by name, however deep', async () => {
  const { app } = commerce();
  const send = async (metadata: string) => {
    const headers = { authorization: 'Bearer key_for-the-tests-only', 'content-type': 'application/json' };
    const response = await app.inject({
      method: 'POST',
      url: '/api/v2/plans',
      headers,
      payload: `{"metadata":{"a":${metadata}}}`,
    });
    return [response.statusCode, response.json().error?.message];
  };
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const tooDeep = [400, 'metadata may nest objects and lists at most 32 levels deep.'];
  expect(await send(nested(31))).toEqual([201, undefined]);
  expect(await send(nested(32))).toEqual(tooDeep);
  expect(await send(nested(60))).toEqual(tooDeep);
  const atAll = 'The body may nest objects and lists at most 64 levels deep.';
  expect(await send(nested(1_000))).toEqual([413, atAll]);
  expect(await send(nested(200_000))).toEqual([413, 'The body must be at most 64 KiB.']);
  for (const own of ['{"__proto__":1}', '{"constructor":{"prototype":1}}'])
    expect(await send(own)).toEqual([400, expect.stringMatching(/^No field can have the name "__proto__"/)]);
  expect(await send('1e999')).toEqual([400, 'metadata contains a number that is too large.']);
});

test.each([
  [{ product_id: 'prod_none' }, 'product_id must be the id of one of your products.'],
  [
    { access_pass_id: 'prod_a', product_id: 'prod_b' },
    'access_pass_id must be the same as product_id, or be left out.',
  ],
])('a plan that contradicts itself, or what is there, is refused: %j', async (plan, message) => {
  const { post } = commerce();
  expect(await post('/plans', plan)).toEqual({ status: 422, body: { error: { status: 422, message } } });
});

test('plans are listed newest first, page by page, and narrowed by visibility', async () => {
  const { get, post } = commerce();
  for (let n = 0; n < 12; n++)
    await post('/plans', { internal_notes: `${n}`, ...(n < 2 && { visibility: 'hidden' }) });
  const first = await get('/plans');
  expect(first.body.pagination).toEqual({ current_page: 1, total_page: 2, total_count: 12 });
  expect(first.body.data[0].internal_notes).toBe('11');
  expect((await get('/plans?page=2')).body.data).toHaveLength(2);
  expect((await get('/plans?visibility=hidden&per=50')).body.pagination.total_count).toBe(2);
  expect((await get('/plans?page=2147483647')).body).toEqual({
    pagination: { current_page: 2_147_483_647, total_page: 2, total_count: 12 },
    data: [],
  });
  const tooMany = await get('/plans?per=51');
  expect(tooMany.body).toEqual({ error: { status: 400, message: 'per must be at most 50.' } });
});

test('a quick link is a copy with one unit, its overrides, and its password in the link', async () => {
  const { post } = commerce();
  const plan = await post('/plans', {
    initial_price: 5,
    metadata: { a: 1 },
    requirements: { a: 1, b: 1 },
    short_link: 'spring',
  });
  const quick = await post(`/plans/${plan.body.id}/create_quick_link`, {
    custom_password: 'open & sesame',
    requirements: { b: 2 },
    internal_notes: 'For Ann',
  });
  expect(quick).toMatchObject({
    status: 201,
    body: {
      visibility: 'quick_link',
      stock: 1,
      unlimited_stock: false,
      initial_price: 5,
      metadata: { a: 1 },
      requirements: { a: 1, b: 2 },
      internal_notes: 'For Ann',
      direct_link: `https://shop.test/checkout/${quick.body.id}?password=open%20%26%20sesame`,
    },
  });
  expect(quick.body.id).not.toBe(plan.body.id);
  const copy = await post(`/plans/${quick.body.id}/create_quick_link`);
  expect(copy.body.direct_link).toBe(
    `https://shop.test/checkout/${copy.body.id}?password=open%20%26%20sesame`,
  );
  expect((await post('/plans/plan_none/create_quick_link')).status).toBe(404);
  expect((await post(`/plans/${plan.body.id}/create_quick_link`, { short_link: 'spring' })).status).toBe(409);
});

test('nobody gets in without a valid key', async () => {
  const { app, prisma, get } = commerce();
  const ask = (authorization?: string) =>
    app.inject({ url: '/api/v2/plans', headers: authorization ? { authorization } : {} });
  for (const authorization of [undefined, 'Bearer wrong', 'Basic key_for-the-tests-only']) {
    const response = await ask(authorization);
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(response.json()).toEqual({ error: { status: 401, message: expect.stringContaining('Bearer') } });
  }
  await prisma.apiKey.updateMany({ data: { scopes: ['write'] } });
  commerce().clock.letKeysBeLookedUp();
  expect((await get('/plans')).status).toBe(403);
  expect(await prisma.apiKey.findMany({ where: { hash: { contains: 'key_' } } })).toEqual([]);
});

test('an empty service is seeded once, and one in use is left alone', async () => {
  const { seed, get, post, prisma } = commerce();
  const seeded = await seed();
  expect(seeded?.plans.map((plan) => plan.name)).toEqual(['Member', 'Patron']);
  await post('/plans', { product_id: seeded?.productId });
  expect(await seed()).toEqual(seeded);
  expect((await get('/plans')).body.pagination.total_count).toBe(3);

  await prisma.plan.deleteMany({ where: { handle: { not: null } } });
  await prisma.product.updateMany({ data: { handle: null } });
  expect(await seed()).toBeUndefined();
});
