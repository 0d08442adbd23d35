import { expect, test } from 'vitest';
import { CARD, useSeller } from '../seller.ts';
import { percentOff } from './percent-off.ts';

const { commerce, sell, pass } = useSeller();
const PERCENT = percentOff(50);
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

let codes = 0;
const make = (terms: object) =>
  commerce().post('/promo_codes', { code: `CODE${++codes}`, ...PERCENT, ...terms });

test('a number of intervals says how long a discount lasts, 0 for ever', async () => {
  const { get } = commerce();
  const lasts = async (terms: object) => {
    const { status, body } = await make(terms);
    if (status !== 201) return status;
    expect((await get(`/promo_codes/${body.id}`)).body).toEqual(body);
    return [body.duration, body.number_of_intervals];
  };
  expect(await lasts({ number_of_intervals: 0 })).toEqual(['forever', 0]);
  expect(await lasts({ number_of_intervals: 1 })).toEqual(['repeating', 1]);
  expect(await lasts({ number_of_intervals: 3 })).toEqual(['repeating', 3]);
  expect(await lasts({})).toEqual(['once', null]);
  expect(await lasts({ duration: 'forever' })).toEqual(['forever', 0]);
  expect(await lasts({ duration: 'forever', number_of_intervals: 0 })).toEqual(['forever', 0]);
  expect(await lasts({ duration: 'repeating', number_of_intervals: 2 })).toEqual(['repeating', 2]);
  expect(await lasts({ duration: 'repeating', number_of_intervals: 0 })).toBe(422);
  expect(await lasts({ duration: 'repeating' })).toBe(422);
  expect(await lasts({ duration: 'once', number_of_intervals: 2 })).toBe(422);
  expect(await lasts({ duration: 'forever', number_of_intervals: 2 })).toBe(422);
});

test('a discount of 0 intervals lowers every charge', async () => {
  const { body: code } = await make({ number_of_intervals: 0 });
  const plan = { plan_type: 'renewal', initial_price: 10, renewal_price: 10, billing_period: 30 };
  await sell(plan, { promo_code: code.code, card_number: CARD });
  await pass(95);
  const { data } = (await commerce().get('/payments')).body;
  expect(data.map(({ amount }: { amount: number }) => amount)).toEqual([5, 5, 5, 5]);
});

test('what kind of discount it is, and in which currency, must be said', async () => {
  const { post } = commerce();
  expect(await post('/promo_codes', { code: 'HALF', amount_off: 50 })).toEqual({
    status: 400,
    body: { error: { status: 400, message: 'promo_type, base_currency are required.' } },
  });
});

test('a code can begin inactive, and ends by being deleted or archived', async () => {
  const { app, apiKey, get, post, buy } = commerce();
  const { body: code } = await make({ status: 'inactive' });
  expect(code.status).toBe('inactive');
  const plan = (await post('/plans', { initial_price: 10 })).body.id;
  const order = { email: 'ann@example.com', card_number: CARD, promo_code: code.code };
  expect((await buy(plan, order)).status).not.toBe(201);
  expect((await post(`/promo_codes/${code.id}`, { status: 'active' })).body.status).toBe('active');
  expect((await buy(plan, order)).status).toBe(201);

  const remove = async (id: string) => {
    const headers = { authorization: `Bearer ${apiKey}` };
    const response = await app.inject({ method: 'DELETE', url: `/api/v2/promo_codes/${id}`, headers });
    return [response.statusCode, response.json().status];
  };
  expect(await remove(code.id)).toEqual([200, 'archived']);
  expect(await remove(code.id)).toEqual([200, 'archived']);
  expect((await remove('promo_none'))[0]).toBe(404);
  expect((await get('/promo_codes?status=archived')).body.data).toHaveLength(1);
  const { body: other } = await make({});
  expect((await post(`/promo_codes/${other.id}`, { status: 'archived' })).body.status).toBe('archived');
  expect((await post(`/promo_codes/${other.id}`, { status: 'archived' })).status).toBe(200);
  expect((await post(`/promo_codes/${other.id}`, { status: 'active' })).status).toBe(409);
  expect((await make({ status: 'archived' })).status).toBe(400);
});

test('a code that would have expired already is refused', async () => {
  const { post } = commerce();
  const past = { expiration_datetime: inSeconds(-60) };
  const refused = {
    status: 400,
    body: { error: { status: 400, message: 'expiration_datetime must be in the future.' } },
  };
  expect(await make(past)).toEqual(refused);
  const { body: code } = await make({ expiration_datetime: inSeconds(3_600) });
  expect(await post(`/promo_codes/${code.id}`, past)).toEqual(refused);
  expect((await post(`/promo_codes/${code.id}`, { expiration_datetime: null })).status).toBe(200);
});
