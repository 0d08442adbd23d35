import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

const APPROVED = '4242 4242 4242 4242';
const DECLINED = '4000000000000002';
const DAY = 86_400;

test('a membership has every specified field', async () => {
  const { post, buy } = commerce();
  const plan = await post('/plans', { metadata: { tier: 'gold' } });
  const { status, body } = await buy(plan.body.id, {
    email: 'Ann@Example.com',
    username: 'ann',
    community_chat_id: '123456789012345678',
  });
  expect(status).toBe(201);
  expect(body.membership).toEqual({
    id: expect.stringMatching(/^mem_/),
    user: expect.stringMatching(/^user_/),
    plan: plan.body.id,
    product: expect.stringMatching(/^prod_/),
    access_pass: expect.any(String),
    promo_code: null,
    email: 'ann@example.com',
    quantity: 1,
    status: 'completed',
    valid: true,
    cancel_at_period_end: false,
    payment_processor: 'free',
    paid: false,
    buyer_verified: true,
    psp_subscription_id: null,
    psp_customer_id: null,
    wallet_address: null,
    nft_tokens: null,
    license_key: expect.stringMatching(/^([2-9A-Z]{5}-?){5}$/),
    metadata: { tier: 'gold' },
    custom_fields_responses: {},
    custom_fields_responses_v2: {},
    phone_number: null,
    community_chat: { id: '123456789012345678', username: 'ann', image_url: null, verified: false },
    expires_at: null,
    renewal_period_start: null,
    renewal_period_end: null,
    created_at: expect.any(Number),
    affiliate_page_url: null,
    manage_url: `https://shop.test/memberships/${body.membership.id}`,
    checkout_session: expect.stringMatching(/^ch_/),
    affiliate_username: null,
    messaging_account_id: null,
  });
});

test('a renewal plan is active for its period, a trial for its free days, and an expiration plan ends', async () => {
  const { post, buy } = commerce();
  const order = { email: 'ann@example.com', card_number: APPROVED };
  const bought = async (plan: object) =>
    (await buy((await post('/plans', { initial_price: 9, ...plan })).body.id, order)).body.membership;
  const renewal = { plan_type: 'renewal', renewal_price: 9, billing_period: 7 };

  const active = await bought(renewal);
  expect(active).toMatchObject({ status: 'active', payment_processor: 'psp' });
  expect(active.psp_customer_id).toMatch(/^cus_/);
  expect(active.renewal_period_end - active.renewal_period_start).toBe(7 * DAY);
  const trial = await bought({ ...renewal, trial_period_days: 3 });
  expect(trial).toMatchObject({ status: 'trialing', valid: true });
  expect(trial.renewal_period_end - trial.renewal_period_start).toBe(3 * DAY);
  const limited = await bought({ expiration_days: 10 });
  expect(limited.expires_at - limited.created_at).toBe(10 * DAY);
});

test('a declined card is refused with a payment on record, and nothing sold', async () => {
  const { post, buy, prisma } = commerce();
  const { id } = (await post('/plans', { initial_price: 9.99, stock: 1 })).body;
  const order = { email: 'ann@example.com' };

  const declined = await buy(id, { ...order, card_number: DECLINED });
  expect(declined).toMatchObject({
    status: 402,
    body: { error: { message: expect.stringContaining('declined') } },
  });
  expect(await buy(id, { ...order, card_number: '1' })).toMatchObject({ status: 402 });
  expect((await buy(id, order)).body.error.message).toBe('card_number is required: this plan costs $9.99.');
  expect(await prisma.membership.count()).toBe(0);
  expect(await prisma.event.findMany()).toMatchObject([
    { name: 'payment_failed', data: { membership: null, community_chat: null } },
  ]);

  expect((await buy(id, { ...order, card_number: APPROVED })).status).toBe(201);
  const payments = await prisma.payment.findMany({ orderBy: { createdAt: 'asc' } });
  expect(payments.map(({ status, amount }) => [status, amount.toString()])).toEqual([
    ['failed', '9.99'],
    ['succeeded', '9.99'],
  ]);
  expect(JSON.stringify(await prisma.event.findMany({ select: { data: true } }))).not.toContain('42424242');
});

test('of two buyers who want the last unit at the same time one gets it', async () => {
  const { post, buy, get, prisma } = commerce();
  const { id } = (await post('/plans', { stock: 5 })).body;
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, n) => buy(id, { email: `${n}@example.com` })),
  );
  expect(results.filter((result) => result.status === 201)).toHaveLength(5);
  expect(results.filter((result) => result.status === 409)).toHaveLength(15);
  expect(await prisma.membership.count()).toBe(5);
  expect((await get('/plans')).body.data[0]).toMatchObject({ stock: 0, unlimited_stock: false });
});

test('a form sent twice buys once', async () => {
  const { post, buy, prisma } = commerce();
  const { id } = (await post('/plans', { stock: 1, one_per_user: true })).body;
  const order = { email: 'ann@example.com', checkout_session: 'ch_01JD0000000000000000000000' };
  const [first, second] = await Promise.all([buy(id, order), buy(id, order)]);
  expect(first).toEqual(second);
  expect(first?.status).toBe(201);
  expect(await prisma.membership.count()).toBe(1);
  expect(await prisma.event.count()).toBe(1);
  expect((await buy(id, { ...order, email: 'bob@example.com' })).status).toBe(409);
});

test('a plan for one per person is sold to each person once, also at the same time', async () => {
  const { post, buy } = commerce();
  const { id } = (await post('/plans', { one_per_user: true })).body;
  const both = await Promise.all([
    buy(id, { email: 'ann@example.com' }),
    buy(id, { email: 'ANN@example.com' }),
  ]);
  expect(both.map((result) => result.status).sort()).toEqual([201, 409]);
  expect((await buy(id, { email: 'bob@example.com' })).status).toBe(201);
});

test('several units are sold where the plan allows it, as far as the stock goes', async () => {
  const { post, buy, get, prisma } = commerce();
  const { id } = (await post('/plans', { allow_multiple_quantity: true, stock: 5, initial_price: 0.1 })).body;
  const order = { email: 'ann@example.com', card_number: APPROVED };
  expect((await buy(id, { ...order, quantity: 3 })).body.membership.quantity).toBe(3);
  expect((await prisma.payment.findFirstOrThrow()).amount.toString()).toBe('0.3');
  expect((await buy(id, { ...order, quantity: 3 })).status).toBe(409);
  expect((await get('/plans')).body.data[0].stock).toBe(2);
  const single = (await post('/plans', {})).body.id;
  expect((await buy(single, { email: 'ann@example.com', quantity: 2 })).status).toBe(400);
});

test('what is not for sale is not sold', async () => {
  const { post, buy } = commerce();
  const refusal = async (plan: object, order: object = {}) => {
    const { id } = (await post('/plans', plan)).body;
    const { status, body } = await buy(id, { email: 'ann@example.com', ...order });
    return [status, body.error.message];
  };
  expect(await refusal({ visibility: 'archived' })).toEqual([409, 'This plan is no longer sold.']);
  expect(await refusal({ stock: 0 })).toEqual([409, 'This plan is sold out.']);
  expect(await refusal({}, { promo_code: 'SPRING' })).toEqual([400, expect.stringContaining('promo code')]);
  expect(await refusal({}, { email: 'ann' })).toEqual([400, 'email must be an e-mail address.']);
  expect((await buy('plan_none', { email: 'ann@example.com' })).status).toBe(404);
});

test('a quick link is bought with its password only, and its short link leads there too', async () => {
  const { post, buy } = commerce();
  const plan = await post('/plans', {});
  const link = { custom_password: 'sesame', short_link: 'for-ann' };
  await post(`/plans/${plan.body.id}/create_quick_link`, link);
  const order = { email: 'ann@example.com' };
  expect((await buy('for-ann', order)).status).toBe(403);
  expect((await buy('for-ann', { ...order, password: 'Sesame' })).status).toBe(403);
  expect((await buy('for-ann', { ...order, password: 'sesame' })).status).toBe(201);
});

test('a password is compared to the letter, spaces at its ends included', async () => {
  const { app, post, buy } = commerce();
  const plan = (await post('/plans', {})).body.id;
  const link = { custom_password: ' sesame ', stock: 9 };
  const { id } = (await post(`/plans/${plan}/create_quick_link`, link)).body;
  const order = { email: 'ann@example.com' };
  expect((await buy(id, { ...order, password: 'sesame' })).status).toBe(403);
  expect((await buy(id, { ...order, password: ' sesame ' })).status).toBe(201);
  const sent = await app.inject({
    method: 'POST',
    url: `/checkout/${id}`,
    payload: 'email=bob%40example.com&password=+sesame+',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
  });
  expect(sent.statusCode).toBe(200);
});

test('a link can not choose the checkout session of whoever opens it', async () => {
  const { app, post } = commerce();
  const { id } = (await post('/plans', {})).body;
  const chosen = 'ch_01JD0000000000000000000000';
  const page = await app.inject(`/checkout/${id}?checkout_session=${chosen}&email=ann@example.com`);
  expect(page.body).toContain('ann@example.com');
  expect(page.body).toContain('name="checkout_session"');
  expect(page.body).not.toContain(chosen);
});

test('once per person means the plan and its quick links together, one unit, unless the seller says otherwise', async () => {
  const { post, buy } = commerce();
  const plan = (await post('/plans', { one_per_user: true, allow_multiple_quantity: true })).body.id;
  const link = (await post(`/plans/${plan}/create_quick_link`, { stock: 9 })).body.id;
  const linkOfLink = (await post(`/plans/${link}/create_quick_link`, { stock: 9 })).body.id;
  const statusOf = async (id: string, name: string, quantity = 1) =>
    (await buy(id, { email: `${name}@example.com`, quantity })).status;
  expect(await statusOf(plan, 'ann', 2)).toBe(400);
  expect(await statusOf(plan, 'ann')).toBe(201);
  expect([await statusOf(link, 'ann'), await statusOf(linkOfLink, 'ann')]).toEqual([409, 409]);
  expect([await statusOf(linkOfLink, 'bob'), await statusOf(plan, 'bob')]).toEqual([201, 409]);

  await post(`/plans/${link}`, { one_per_user: false });
  expect([await statusOf(link, 'ann'), await statusOf(link, 'ann', 3)]).toEqual([201, 201]);
  expect([await statusOf(link, 'cy'), await statusOf(plan, 'cy')]).toEqual([201, 201]);
  // What is said of the plan is said of its links.
  await post(`/plans/${plan}`, { one_per_user: true });
  expect(await statusOf(link, 'ann')).toBe(409);
});

test('no charge is ever more than an amount can say', async () => {
  const { post, buy } = commerce();
  const plan = { allow_multiple_quantity: true, initial_price: 9_999_999_999_999 };
  const { id } = (await post('/plans', plan)).body;
  const order = { email: 'ann@example.com', card_number: APPROVED };
  const refused = await buy(id, { ...order, quantity: 10_000 });
  expect([refused.status, refused.body.error.message]).toEqual([
    ...[400, 'quantity is too high: a charge must be below $10,000,000,000,000.'],
  ]);
  expect((await buy(id, order)).status).toBe(201);
});
