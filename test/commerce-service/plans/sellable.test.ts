import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

const NO_WAY_TO_PAY = {
  status: 422,
  body: {
    error: {
      status: 422,
      message:
        'The plan costs something but accepts no payment method. Set one of card_payments, wallet_accepted, commerce_crypto_accepted to true, or make the plan free.',
    },
  },
};

test('no plan costs something and takes no way to pay', async () => {
  const { post } = commerce();
  expect(await post('/plans', { card_payments: false, initial_price: 5 })).toEqual(NO_WAY_TO_PAY);
  const renewal = { plan_type: 'renewal', renewal_price: 5 };
  expect(await post('/plans', { card_payments: false, ...renewal })).toEqual(NO_WAY_TO_PAY);
  // A price for the other kind of plan has no effect.
  expect((await post('/plans', { card_payments: false, renewal_price: 5 })).status).toBe(201);
  expect(
    (await post('/plans', { card_payments: false, wallet_accepted: true, initial_price: 5 })).status,
  ).toBe(201);
  const free = (await post('/plans', { card_payments: false })).body.id;
  expect(await post(`/plans/${free}`, { initial_price: 5 })).toEqual(NO_WAY_TO_PAY);
  const paid = (await post('/plans', { initial_price: 5 })).body.id;
  expect(await post(`/plans/${paid}`, { card_payments: false })).toEqual(NO_WAY_TO_PAY);
  expect((await post(`/plans/${paid}`, { card_payments: false, wallet_accepted: true })).status).toBe(200);
});

test('what is missing is told as one would say it', async () => {
  const { post } = commerce();
  const message = async (path: string, body: object) => (await post(path, body)).body.error.message;
  expect(await message('/products', {})).toBe('name is required.');
  expect(await message('/api_keys', {})).toBe('name, scopes are required.');
});
