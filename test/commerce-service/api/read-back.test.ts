import { expect, test } from 'vitest';
import { NewPlan } from '../../../src/commerce-service/plans/new-plan-schema.ts';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

/** A plan with something in every field that can be written. */
const WRITTEN = {
  plan_type: 'one_time',
  allow_multiple_quantity: true,
  base_currency: 'eur',
  billing_period: 14,
  card_payments: true,
  commerce_crypto_accepted: true,
  wallet_accepted: true,
  expiration_days: 30,
  grace_period_days: 3,
  initial_price: 5,
  internal_notes: 'Ours',
  payment_link_description: 'Theirs',
  one_per_user: true,
  refillable: true,
  release_method: 'raffle',
  renewal_price: 4,
  short_link: 'spring',
  release_method_settings: { winners: 3 },
  requirements: { email_domains: ['example.com'] },
  stock: 7,
  trial_period_days: 2,
  unlimited_stock: false,
  visibility: 'hidden',
  metadata: { tier: 'gold' },
  split_pay_required_payments: 4,
  custom_fields: [
    { field_type: 'text', name: 'Your name elsewhere', required: true, placeholder: 'ann', max_length: 40 },
    { field_type: 'choice', name: 'Your size', options: ['S', 'M'] },
    { field_type: 'checkbox', name: 'I have read the rules', required: true },
  ],
};

test('every field of a plan that can be written can be read back', async () => {
  const { post, get } = commerce();
  const { id: product_id } = (await post('/products', { name: 'Club' })).body;
  const written = { ...WRITTEN, product_id, access_pass_id: product_id };
  expect(Object.keys(written).sort()).toEqual(Object.keys(NewPlan.properties).sort());
  const created = await post('/plans', written);
  expect(created).toMatchObject({ status: 201, body: written });
  expect((await get(`/plans/${created.body.id}`)).body).toMatchObject(written);
  expect((await get('/plans')).body.data[0]).toMatchObject(written);
});

test('the company is the account, by the name of the shop', async () => {
  const { get } = commerce();
  const { id, created_at } = (await get('/account')).body;
  expect((await get('/company')).body).toEqual({ id, created_at, title: 'shop.test', image_url: null });
});
