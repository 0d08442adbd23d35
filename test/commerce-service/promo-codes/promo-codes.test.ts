import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';
import { percentOff } from './percent-off.ts';

const commerce = useCommerce();

const CARD = '4242 4242 4242 4242';
const IN_AN_HOUR = Math.floor(Date.now() / 1000) + 3600;

test('a promo code has every specified field, with its type', async () => {
  const { post, get } = commerce();
  const plan = (await post('/plans', {})).body.id;
  const { status, body } = await post('/promo_codes', {
    code: 'Spring',
    ...percentOff(12.5),
    plan_ids: [plan],
    metadata: { by: 'ann' },
    stock: 3,
    duration: 'repeating',
    number_of_intervals: 2,
    expiration_datetime: IN_AN_HOUR,
  });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^promo_[0-9A-Z]{26}$/),
    code: 'Spring',
    status: 'active',
    plans: plan,
    plan_ids: [plan],
    ...percentOff(12.5),
    duration: 'repeating',
    number_of_intervals: 2,
    new_users_only: false,
    uses: 0,
    existing_memberships_only: false,
    stock: 3,
    unlimited_stock: false,
    metadata: { by: 'ann' },
    created_at: expect.any(Number),
    expiration_datetime: IN_AN_HOUR,
  });
  expect((await get(`/promo_codes/${body.id}`)).body).toEqual(body);
  const least = (
    await post('/promo_codes', {
      code: 'ALL',
      amount_off: 5,
      promo_type: 'flat_amount',
      base_currency: 'usd',
    })
  ).body;
  expect(least).toMatchObject({
    plans: null,
    plan_ids: [],
    stock: null,
    unlimited_stock: true,
    expiration_datetime: null,
    duration: 'once',
    number_of_intervals: null,
    metadata: {},
  });
});

test.each(['expand=plans', 'expand=plans&expand=plans', 'expand[]=plans'])(
  'the plans of a promo code are expanded by %s',
  async (expand) => {
    const { post, get } = commerce();
    const plans = [(await post('/plans', {})).body, (await post('/plans', {})).body];
    const plan_ids = plans.map(({ id }) => id);
    const created = await post('/promo_codes', {
      code: 'SPRING',
      ...percentOff(5),
      plan_ids,
    });
    expect(created.body.plans).toBe(plan_ids.join(','));
    expect((await get(`/promo_codes?${expand}`)).body.data[0]).toEqual({ ...created.body, plans });
  },
);

test('promo codes are listed newest first, page by page, and narrowed by status', async () => {
  const { post, get } = commerce();
  for (let n = 0; n < 11; n++)
    await post('/promo_codes', {
      code: `CODE-${n}`,
      ...percentOff(5),
    });
  const { pagination, data } = (await get('/promo_codes')).body;
  expect(pagination).toEqual({ current_page: 1, total_page: 2, total_count: 11 });
  expect(data[0].code).toBe('CODE-10');
  await post(`/promo_codes/${data[0].id}`, { status: 'inactive' });
  await post(`/promo_codes/${data[1].id}/archive`);
  const codes = async (status: string) =>
    (await get(`/promo_codes?per=50&status=${status}`)).body.data.map(({ code }: { code: string }) => code);
  expect(await codes('inactive')).toEqual(['CODE-10']);
  expect(await codes('archived')).toEqual(['CODE-9']);
  expect(await codes('active')).toHaveLength(9);
  expect((await get('/promo_codes?per=51')).body.error.message).toBe('per must be at most 50.');
  expect((await get('/promo_codes?page=9')).body).toMatchObject({
    data: [],
    pagination: { total_count: 11 },
  });
});

test.each([
  [percentOff(100.01), 'amount_off must be above 0 and at most 100 percent, with at most 2 decimals.'],
  [percentOff(0), 'amount_off must be above 0 and at most 100 percent, with at most 2 decimals.'],
  [{ promo_type: 'flat_amount', amount_off: 0 }, 'amount_off must be above 0.'],
  [
    { promo_type: 'flat_amount', base_currency: 'jpy', amount_off: 0.5 },
    'amount_off may have no decimals in jpy.',
  ],
  [{ promo_type: 'half' }, 'promo_type must be one of: percentage, flat_amount.'],
  [{ code: 'two words' }, 'code must be 2 to 64 letters, digits, dashes and underscores.'],
])('a wrong promo code is refused by the field that is wrong: %j', async (wrong, message) => {
  const { post } = commerce();
  const { status, body } = await post('/promo_codes', {
    code: 'SPRING',
    ...percentOff(5),
    ...wrong,
  });
  expect([status, body.error.message]).toEqual([400, message]);
});

test.each([
  [{ duration: 'repeating' }, expect.stringContaining('must be above 0 for the duration repeating')],
  [{ duration: 'once', number_of_intervals: 3 }, expect.stringContaining('must be left out for once')],
  [{ plan_ids: ['plan_none'] }, 'plan_ids must be ids of your plans.'],
  [{ new_users_only: true, existing_memberships_only: true }, expect.stringContaining('Choose one')],
])('a promo code that contradicts itself, or what is there, is refused: %j', async (wrong, message) => {
  const { post } = commerce();
  const { status, body } = await post('/promo_codes', {
    code: 'SPRING',
    ...percentOff(5),
    ...wrong,
  });
  expect([status, body.error.message]).toEqual([422, message]);
});

test('a code is taken in any spelling, and an archived one stays as it is', async () => {
  const { get, post } = commerce();
  const { id } = (
    await post('/promo_codes', {
      code: 'SPRING',
      ...percentOff(5),
    })
  ).body;
  expect(
    (
      await post('/promo_codes', {
        code: 'spring',
        ...percentOff(9),
      })
    ).status,
  ).toBe(409);
  const changed = await post(`/promo_codes/${id}`, { stock: 7, metadata: { a: 1 } });
  expect(changed.body).toMatchObject({
    stock: 7,
    metadata: { a: 1 },
    ...percentOff(5),
  });
  expect((await post(`/promo_codes/${id}`, { unlimited_stock: true })).body.stock).toBeNull();
  const before = (await get(`/promo_codes/${id}`)).body;
  for (const nothing of [{}, percentOff(99)])
    expect(await post(`/promo_codes/${id}`, nothing)).toEqual({ status: 200, body: before });
  expect((await post(`/promo_codes/${id}/archive`)).body.status).toBe('archived');
  expect((await post(`/promo_codes/${id}/archive`)).status).toBe(200);
  expect((await post(`/promo_codes/${id}`, { status: 'active' })).status).toBe(409);
  expect((await post('/promo_codes/promo_none', { status: 'active' })).status).toBe(404);
});

/** A plan at $20, with a promo code, bought by Ann. */
async function buyWith(
  { expiresAt, ...promo }: { readonly expiresAt?: Date; readonly [field: string]: unknown },
  plan: object = {},
  order: object = {},
) {
  const { post, buy, prisma } = commerce();
  const { id } = (await post('/plans', { initial_price: 20, ...plan })).body;
  const code = (
    await post('/promo_codes', {
      code: 'SPRING',
      ...percentOff(25),
      ...promo,
    })
  ).body;
  // None can be created that has expired already.
  if (expiresAt) await prisma.promoCode.updateMany({ data: { expiresAt } });
  const ann = { email: 'ann@example.com', card_number: CARD, promo_code: 'spring', ...order };
  return { plan: id, code, ann, ...(await buy(id, ann)) };
}

test('a promo code lowers what is charged, is counted, and stays with the membership', async () => {
  const { get, prisma } = commerce();
  const { status, body, code } = await buyWith({ stock: 2 });
  expect(status).toBe(201);
  expect(body.membership.promo_code).toBe(code.id);
  expect((await prisma.payment.findFirstOrThrow()).amount.toString()).toBe('15');
  const used = { ...code, stock: 1, uses: 1 };
  expect((await get(`/promo_codes/${code.id}`)).body).toEqual(used);
  const { data } = (await get('/memberships?expand=promo_code,plan')).body;
  expect(data[0].promo_code).toEqual(used);
});

test('a declined card and a form sent twice use a promo code no second time', async () => {
  const { buy, prisma } = commerce();
  const checkout_session = 'ch_01JD0000000000000000000000';
  const declined = { card_number: '4000000000000002', checkout_session };
  const { status, plan, ann } = await buyWith({ stock: 1 }, {}, declined);
  expect(status).toBe(402);
  expect((await prisma.promoCode.findFirstOrThrow()).uses).toBe(0);
  const order = { ...ann, card_number: CARD };
  expect((await buy(plan, order)).status).toBe(201);
  expect((await buy(plan, order)).status).toBe(201);
  expect((await prisma.promoCode.findFirstOrThrow()).uses).toBe(1);
});

test('a plan that a promo code makes free needs no card', async () => {
  const { body } = await buyWith(percentOff(100), {}, { card_number: undefined });
  expect(body.membership).toMatchObject({ payment_processor: 'free', valid: true });
  expect(await commerce().prisma.payment.count()).toBe(0);
});

test('a renewal that is free for its first period only needs a card', async () => {
  const plan = { plan_type: 'renewal', renewal_price: 20 };
  const { status, body } = await buyWith(percentOff(100), plan, { card_number: undefined });
  expect([status, body.error.message]).toEqual([400, 'card_number is required: this plan costs $20.']);
});

test.each([
  ['is not there', {}, { promo_code: 'SUMMER' }, 400, /We don’t know/],
  ['has expired', { expiresAt: new Date(1000) }, {}, 409, /has expired/],
  ['is used up', { stock: 0 }, {}, 409, /used up/],
  ['is for another currency', { promo_type: 'flat_amount', base_currency: 'eur' }, {}, 400, /doesn’t apply/],
  ['is for members', { existing_memberships_only: true }, {}, 403, /only for members/],
])(
  'a promo code that %s is refused in words, and nothing is sold',
  async (_, promo, order, status, words) => {
    const refused = await buyWith(promo, {}, order);
    expect(refused.status).toBe(status);
    expect(refused.body.error.message).toMatch(words);
    expect(await commerce().prisma.membership.count()).toBe(0);
  },
);

test('a promo code is for its plans only, and for nobody once it is switched off', async () => {
  const { post, buy } = commerce();
  const other = (await post('/plans', { initial_price: 5 })).body.id;
  const { status, body, code, ann, plan } = await buyWith({ plan_ids: [other] });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('doesn’t apply to this plan')]);
  expect((await buy(other, ann)).status).toBe(201);
  await post(`/promo_codes/${code.id}`, { status: 'inactive' });
  expect((await buy(other, ann)).body.error.message).toBe('This promo code is no longer accepted.');
  expect((await buy(plan, { ...ann, promo_code: undefined })).status).toBe(201);
});

test('a promo code for new customers is refused to a known one, and one for members accepted', async () => {
  const { post, buy } = commerce();
  const { plan, ann, status } = await buyWith({ new_users_only: true });
  expect(status).toBe(201);
  expect((await buy(plan, ann)).body.error).toEqual({
    status: 403,
    message: 'This promo code is only for new customers, and you have bought here before.',
  });
  await post('/promo_codes', {
    code: 'MEMBERS',
    ...percentOff(5),
    existing_memberships_only: true,
  });
  expect((await buy(plan, { ...ann, promo_code: 'members' })).status).toBe(201);
});

test('a free plan takes no promo code, so that none is wasted on it', async () => {
  const { status, body } = await buyWith({}, { initial_price: 0 });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('nothing to discount')]);
});
