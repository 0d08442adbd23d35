import { expect, test } from 'vitest';
import { CARD, RENEWAL, useSeller } from '../seller.ts';

const DAY = 86_400;
const FAILS_LATER = '4000000000000341';

const { commerce, sell, pass, look, told } = useSeller();

test('a trial becomes active with its first charge, and renews period by period', async () => {
  const trial = await sell({ ...RENEWAL, trial_period_days: 3 }, { quantity: 2 });
  await pass(2);
  expect((await look(trial.id)).status).toBe('trialing');
  await pass(1.5);
  const active = await look(trial.id);
  expect(active).toMatchObject({
    status: 'active',
    valid: true,
    renewal_period_start: trial.renewal_period_end,
    renewal_period_end: trial.renewal_period_end + 30 * DAY,
  });
  await pass(30);
  const payments = (await commerce().get('/payments')).body.data;
  expect(payments.map((payment: { amount: number }) => payment.amount)).toEqual([10, 18]);
  expect((await look(trial.id)).renewal_period_end).toBe(trial.renewal_period_end + 60 * DAY);
});

test('after days of downtime every missed period is walked in order, each at its own time, once', async () => {
  const bought = await sell({ ...RENEWAL, billing_period: 7 });
  commerce().late.seconds -= 22 * DAY;
  const made = await Promise.all([commerce().runDue(), commerce().runDue(), commerce().runDue()]);
  expect(made.reduce((sum, count) => sum + count)).toBe(3);
  expect(await commerce().runDue()).toBe(0);
  expect(await told(bought.created_at)).toEqual([
    ['membership_went_valid', 0],
    ['payment_succeeded', 0],
    ...[7, 14, 21].map((day) => ['payment_succeeded', day]),
  ]);
  expect((await look(bought.id)).renewal_period_end).toBe(bought.created_at + 28 * DAY);
});

test('a card that fails is tried again on days 1, 3, 5 and 7, and the membership ends after 30', async () => {
  const bought = await sell(RENEWAL, { card_number: FAILS_LATER });
  expect(bought).toMatchObject({ status: 'active', valid: true });
  await pass(30.5);
  expect(await look(bought.id)).toMatchObject({ status: 'past_due', valid: true });
  await pass(7);
  expect(await look(bought.id)).toMatchObject({ status: 'unresolved', valid: false });
  await pass(23);
  expect(await look(bought.id)).toMatchObject({ status: 'canceled', valid: false });
  expect((await told(bought.created_at)).slice(2)).toEqual([
    ...[30, 31, 33, 35, 37].map((day) => ['payment_failed', day]),
    ['membership_went_invalid', 37],
  ]);
});

test('what is overdue can be paid with another card, which then renews it', async () => {
  const { post } = commerce();
  const bought = await sell(RENEWAL, { card_number: FAILS_LATER });
  expect((await post(`/memberships/${bought.id}/pay`)).status).toBe(409);
  await pass(38);
  expect((await post(`/memberships/${bought.id}/pay`)).status).toBe(402);
  const paid = await post(`/memberships/${bought.id}/pay`, { card_number: CARD });
  expect(paid).toMatchObject({ status: 201, body: { status: 'active', valid: true } });
  // There was no access any more: what is paid for begins now.
  const { renewal_period_start, renewal_period_end } = paid.body;
  expect(renewal_period_start - bought.renewal_period_end).toBeGreaterThanOrEqual(8 * DAY);
  expect(renewal_period_end - renewal_period_start).toBe(30 * DAY);
  await pass(30);
  expect((await look(bought.id)).status).toBe('active');
});

test('whether a late payment still gives access is for the account to say', async () => {
  const { prisma } = commerce();
  await prisma.account.updateMany({ data: { pastDueIsValid: false } });
  const bought = await sell(RENEWAL, { card_number: FAILS_LATER });
  await pass(30.5);
  expect(await look(bought.id)).toMatchObject({ status: 'past_due', valid: false });
  expect((await told(bought.created_at)).slice(2)).toEqual([
    ['payment_failed', 30],
    ['membership_went_invalid', 30],
  ]);
});

test('split pay is paid in as many parts as it has, and is the buyer’s for good then', async () => {
  const bought = await sell({ ...RENEWAL, split_pay_required_payments: 3 });
  await pass(31);
  expect((await look(bought.id)).status).toBe('active');
  await pass(300);
  expect(await look(bought.id)).toMatchObject({ status: 'completed', valid: true });
  expect(await commerce().prisma.payment.count()).toBe(3);
  const whole = await sell({ ...RENEWAL, split_pay_required_payments: 1 });
  expect(whole.status).toBe('completed');
});

test('an expiration plan ends after its days, and is topped up before that or in its days of grace', async () => {
  const { post } = commerce();
  const plan = { initial_price: 4, expiration_days: 10, refillable: true, grace_period_days: 2 };
  const bought = await sell(plan);
  const refill = (body: object = {}) => post(`/memberships/${bought.id}/refill`, body);
  expect((await refill()).body.expires_at).toBe(bought.expires_at + 10 * DAY);
  await pass(21);
  expect(await look(bought.id)).toMatchObject({ status: 'expired', valid: false });
  expect((await refill({ card_number: '4000000000000002' })).status).toBe(402);
  expect((await refill()).body).toMatchObject({ status: 'completed', valid: true });
  await pass(12.5);
  expect((await refill()).status).toBe(409);
  const fixed = await sell({ ...plan, refillable: false });
  expect((await post(`/memberships/${fixed.id}/refill`)).status).toBe(409);
});

test('a membership is canceled at its period’s end, unless that is undone before', async () => {
  const { post } = commerce();
  const bought = await sell(RENEWAL);
  const url = `/memberships/${bought.id}`;
  expect((await post(`${url}/cancel`)).body).toMatchObject({ cancel_at_period_end: true, valid: true });
  await post(`${url}/cancel`, { at_period_end: true });
  await post(`${url}/uncancel`);
  await pass(31);
  expect((await look(bought.id)).status).toBe('active');
  await post(`${url}/cancel`);
  await pass(30);
  expect(await look(bought.id)).toMatchObject({ status: 'canceled', cancel_at_period_end: false });
  expect((await post(`${url}/uncancel`)).status).toBe(409);
  const names = (await told(bought.created_at)).map(([name]) => name);
  const changed = 'membership_cancel_at_period_end_changed';
  expect(names.slice(2)).toEqual([changed, changed, 'payment_succeeded', changed, 'membership_went_invalid']);
});

test('free days put off the next charge or the end, also of a membership that nobody has looked at yet', async () => {
  const { post } = commerce();
  const bought = await sell(RENEWAL);
  const add = (id: string, days: number) => post(`/memberships/${id}/add_free_days`, { days });
  expect((await add(bought.id, 5)).body.renewal_period_end).toBe(bought.renewal_period_end + 5 * DAY);
  commerce().late.seconds -= 36 * DAY;
  const renewed = await add(bought.id, 1);
  expect(renewed.body.renewal_period_end).toBe(bought.renewal_period_end + 36 * DAY);
  expect((await add(bought.id, 0)).status).toBe(400);
  const forever = await sell({});
  expect((await add(forever.id, 3)).status).toBe(409);
});

test('metadata is replaced, a license key finds its membership, and only a difference is told', async () => {
  const { post, get, app, prisma } = commerce();
  const bought = await sell({});
  await post(`/memberships/${bought.id}`, { metadata: { tier: 'gold' } });
  const patched = await app.inject({
    method: 'PATCH',
    url: `/api/v2/memberships/${bought.license_key}`,
    headers: { authorization: `Bearer ${commerce().apiKey}` },
    payload: { metadata: { tier: 'gold' } },
  });
  expect(patched.json()).toMatchObject({ id: bought.id, metadata: { tier: 'gold' } });
  expect((await get(`/memberships/${bought.license_key}`)).body.id).toBe(bought.id);
  expect(await prisma.event.count({ where: { name: 'membership_metadata_updated' } })).toBe(1);
});

test('no end is ever put off beyond what a timestamp can say', async () => {
  const { id } = await sell(RENEWAL);
  const far = await commerce().post(`/memberships/${id}/add_free_days`, { days: 10_000 });
  expect([far.status, far.body.error.message]).toEqual([422, expect.stringContaining('January 19, 2038')]);
  expect((await look(id)).status).toBe('active');
});

test.each([
  ['days', { expiration_days: 36_500 }],
  ['a period', { ...RENEWAL, billing_period: 36_500 }],
  ['a trial', { ...RENEWAL, trial_period_days: 36_500 }],
  ['a period after a trial', { ...RENEWAL, trial_period_days: 3_000, billing_period: 3_000 }],
])('nothing is sold that would end beyond time: %s', async (_, plan) => {
  const { post, buy, prisma } = commerce();
  const { id } = (await post('/plans', plan)).body;
  const refused = await buy(id, { email: 'ann@example.com', card_number: CARD });
  expect([refused.status, refused.body.error.message]).toEqual([
    ...[409, 'This plan would last beyond January 19, 2038, the latest date this shop supports.'],
  ]);
  expect(await prisma.payment.count()).toBe(0);
});
