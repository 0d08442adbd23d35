import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

/** A membership, as its buyer has it. */
async function buy(plan: object = {}) {
  const { post, buy: order, get } = commerce();
  const { id } = (await post('/plans', plan)).body;
  const { membership } = (await order(id, { email: 'ann@example.com' })).body;
  return (await get(`/memberships/${membership.id}`)).body;
}

/** As a program that somebody bought does it at its start. */
const validate = (key: string, metadata?: object) =>
  commerce().post(`/memberships/${key}/validate_license`, metadata && { metadata });

test('a license opens on the machine on which it was used first, and on no other one', async () => {
  const { id, license_key } = await buy();
  const first = await validate(license_key, { machine: 'one' });
  expect(first).toMatchObject({ status: 201, body: { id, valid: true, metadata: { machine: 'one' } } });
  expect((await validate(license_key, { machine: 'one' })).status).toBe(201);
  expect((await validate(id, { machine: 'one' })).status).toBe(201);
  expect((await validate(license_key)).status).toBe(201);
  expect(await validate(license_key, { machine: 'two' })).toMatchObject({
    status: 400,
    body: { error: { message: expect.stringContaining('Reset the license key') } },
  });
  expect((await validate(license_key, { machine: 'two', disk: 'b' })).status).toBe(400);
  const further = { machine: 'one', disk: 'a' };
  expect(await validate(license_key, further)).toMatchObject({ status: 201, body: { metadata: further } });
  expect((await validate(license_key, { machine: 'one', disk: 'b' })).status).toBe(400);
  expect((await validate('XXXXX-XXXXX-XXXXX-XXXXX-XXXXX')).status).toBe(404);
});

test('what the plan gives its memberships doesn’t count as a use', async () => {
  const { license_key } = await buy({ metadata: { tier: 'gold' } });
  const { body } = await validate(license_key, { machine: 'one' });
  expect(body.metadata).toEqual({ tier: 'gold', machine: 'one' });
  expect((await validate(license_key, { machine: 'two' })).status).toBe(400);
});

test('what a checkout session brought, and what the seller changes of the plan, don’t count as a use either', async () => {
  const { post, buy: order } = commerce();
  const { id: plan } = (await post('/plans', { metadata: { tier: 'gold' } })).body;
  const session = (await post('/checkout_sessions', { plan_id: plan, metadata: { order: '77' } })).body;
  const { membership } = (await order(plan, { email: 'ann@example.com', session: session.id })).body;
  await post(`/plans/${plan}`, { metadata: { tier: 'silver' } });
  const { status, body } = await validate(membership.id, { machine: 'one' });
  expect([status, body.metadata]).toEqual([201, { tier: 'gold', order: '77', machine: 'one' }]);
  expect((await validate(membership.id, { machine: 'two' })).status).toBe(400);
});

test('of two machines that use a license first at the same moment, one has it', async () => {
  const { license_key } = await buy();
  const answers = await Promise.all(
    ['one', 'two', 'three'].map((machine) => validate(license_key, { machine })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
});

test('a license opens nothing once its membership gives no access', async () => {
  const { id, license_key } = await buy();
  await commerce().post(`/memberships/${id}/terminate`);
  const { status, body } = await validate(license_key);
  expect([status, body.error.message]).toEqual([
    400,
    'This membership is canceled and gives no access, so its license is not valid.',
  ]);
});

test('a reset gives a new key that was used nowhere yet, and ends the one before', async () => {
  const { id, license_key } = await buy({ metadata: { tier: 'gold' } });
  await validate(license_key, { machine: 'one' });
  const { status, body } = await commerce().post(`/memberships/${id}/reset_license_key`);
  expect([status, body.metadata]).toEqual([201, { tier: 'gold' }]);
  expect(body.license_key).not.toBe(license_key);
  expect((await validate(license_key, { machine: 'one' })).status).toBe(404);
  expect((await validate(body.license_key, { machine: 'two' })).status).toBe(201);
});

test('a key that may only read neither validates nor resets', async () => {
  const { post, app } = commerce();
  const { id } = await buy();
  const { secret } = (await post('/api_keys', { name: 'Reports', scopes: ['read'] })).body;
  for (const path of ['validate_license', 'reset_license_key']) {
    const url = `/api/v2/memberships/${id}/${path}`;
    const answer = await app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${secret}` } });
    expect([path, answer.statusCode]).toEqual([path, 403]);
  }
});
