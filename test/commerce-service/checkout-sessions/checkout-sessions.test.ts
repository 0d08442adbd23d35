import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();
const ORDER = { email: 'ann@example.com' };

/** A prepared sale of a new plan. */
async function prepare(plan: object = {}) {
  const { post } = commerce();
  const { id: plan_id } = (await post('/plans', { metadata: { tier: 'gold' }, ...plan })).body;
  const created = await post('/checkout_sessions', { plan_id, metadata: { campaign: 'spring' } });
  expect(created.status).toBe(201);
  return created.body;
}

/** Buys as a browser does: opens the address, and sends its form as it is, filled in. */
async function buyAt(address: string, order: object = ORDER) {
  const { app } = commerce();
  const { pathname, search } = new URL(address);
  const page = await app.inject(pathname + search);
  const hidden = [...page.body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name, value]) => [name, value]));
  const cookie = page.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: pathname,
    headers: { accept: 'application/json', cookie },
    payload: { ...fields, ...order },
  });
  return { status: statusCode, body: JSON.parse(body) };
}

test('what is bought at the address of a session has its metadata and its id, once', async () => {
  const { get } = commerce();
  const session = await prepare();
  expect(session).toMatchObject({ membership: null, metadata: { campaign: 'spring' } });
  const bought = await buyAt(session.purchase_url);
  expect(bought).toMatchObject({
    status: 201,
    body: {
      membership: {
        plan: session.plan,
        checkout_session: session.id,
        metadata: { tier: 'gold', campaign: 'spring' },
      },
    },
  });
  const after = (await get(`/checkout_sessions/${session.id}`)).body;
  expect(after).toEqual({ ...session, membership: bought.body.membership.id });
  expect((await get(`/checkout_sessions?plan_id=${session.plan}`)).body.data).toEqual([after]);
  expect((await get('/checkout_sessions?plan_id=plan_other')).body.data).toEqual([]);
  expect((await buyAt(session.purchase_url, { email: 'bob@example.com' })).status).toBe(409);
});

test('a session that was deleted sells nothing, by its address or by its bare id', async () => {
  const { app, apiKey, get, buy } = commerce();
  const session = await prepare();
  const url = `/api/v2/checkout_sessions/${session.id}`;
  const headers = { authorization: `Bearer ${apiKey}` };
  expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204);
  expect((await app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(404);
  expect((await get(`/checkout_sessions/${session.id}`)).status).toBe(404);
  expect((await get('/checkout_sessions')).body.data).toEqual([]);
  expect((await buyAt(session.purchase_url)).status).toBe(409);
  expect((await buy(session.plan, { ...ORDER, checkout_session: session.id })).status).toBe(409);
});

test('a session is for its plan, and only one that is there', async () => {
  const { post, buy } = commerce();
  const session = await prepare();
  const { id: other } = (await post('/plans', {})).body;
  expect((await buy(other, { ...ORDER, session: session.id })).status).toBe(409);
  expect((await buy(other, { ...ORDER, session: 'ch_01J00000000000000000000000' })).status).toBe(409);
  expect((await post('/checkout_sessions', { plan_id: 'plan_none' })).status).toBe(422);
});

test('a key that may only read sees no password in the address, by which it could buy', async () => {
  const { post, app } = commerce();
  const session = await prepare();
  const quick = await post(`/plans/${session.plan}/create_quick_link`, { custom_password: 'sesame' });
  const made = (await post('/checkout_sessions', { plan_id: quick.body.id })).body;
  expect(made.purchase_url).toContain('password=sesame');
  const { secret } = (await post('/api_keys', { name: 'Reports', scopes: ['read'] })).body;
  const headers = { authorization: `Bearer ${secret}` };
  const { body } = await app.inject({ url: `/api/v2/checkout_sessions/${made.id}`, headers });
  expect(body).not.toContain('sesame');
  expect(JSON.parse(body).purchase_url).toContain(`session=${made.id}`);
});
