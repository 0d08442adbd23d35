import { expect, vi } from 'vitest';
import { startReceiver } from '../support.ts';
import type { Endpoint } from './claims.ts';
import { EVENTS } from './specification/others.ts';
import type { Json, World } from './world.ts';

type Proof = (world: World) => Promise<void>;

const CREATE = 'POST /api/v2/plans';
const QUICK_LINK = 'POST /api/v2/plans/:plan/create_quick_link';
const TERMINATE = 'POST /api/v2/memberships/:membership/terminate';
const FREE = { initial_price: 0, renewal_price: 0 };

const ids = (list: Json): string[] => list.body.data.map((one: { id: string }) => one.id);

/** Each sentence of the specification that no table holds, with its proof over HTTP. */
export const RULES: Readonly<Record<string, Proof | undefined>> = {
  'metadata is copied onto the memberships created on the plan': async ({ bought }) => {
    expect(bought.metadata).toEqual({ from: 'the plan' });
  },
  'community_chat has id, username and image_url': async ({ bought }) => {
    expect(Object.keys(bought.community_chat)).toEqual(['id', 'username', 'image_url']);
  },
  'grant_type authorization_code exchanges a code for an access_token': async (world) => {
    const { status, body } = await world.call('POST /v5/oauth/token', '', await world.newTokenRequest());
    expect([status, typeof body.access_token]).toEqual([200, 'string']);
  },
  'another grant_type is refused': async (world) => {
    const request = { ...(await world.newTokenRequest()), grant_type: 'password' };
    expect((await world.call('POST /v5/oauth/token', '', request)).status).toBe(400);
  },
  'one_per_user is false by default': async ({ call, buy }) => {
    const { id } = (await call(CREATE)).body;
    for (const _ of [1, 2]) expect((await buy(id, { email: 'ann@example.com' })).status).toBe(201);
  },
  'every field of a new plan is optional': async ({ call }) => {
    expect((await call(CREATE, '', {})).status).toBe(201);
  },
  'mimic_plan_id names the plan whose data is copied': async ({ call, get, plan }) => {
    const copied = ['plan_type', 'renewal_price', 'base_currency', 'billing_period', 'product'];
    const original = (await get('/plans?per=50')).body.data.find((one: Json) => one.id === plan);
    const quick = (await call(QUICK_LINK)).body;
    for (const field of copied) expect(quick[field]).toEqual(original[field]);
    expect((await call('POST /api/v2/plans/:plan/create_quick_link')).body.id).not.toBe(plan);
  },
  'custom_password is appended to direct_link': async ({ call }) => {
    const quick = (await call(QUICK_LINK, '', { custom_password: 'sesame' })).body;
    expect(quick.direct_link).toMatch(/sesame$/);
  },
  'metadata of a quick link is assigned to the memberships created on it': async ({ call, post, buy }) => {
    const plan = (await call(CREATE, '', FREE)).body;
    const quick = await post(`/plans/${plan.id}/create_quick_link`, { metadata: { from: 'the link' } });
    const { membership } = (await buy(quick.body.id, { email: 'eve@example.com' })).body;
    expect(membership.metadata).toEqual({ from: 'the link' });
  },
  'requirements come from the copied plan, and keys given overwrite them': async ({ call }) => {
    expect((await call(QUICK_LINK)).body.requirements).toEqual({ a: 1 });
    const quick = await call(QUICK_LINK, '', { requirements: { a: 2, b: 3 } });
    expect(quick.body.requirements).toEqual({ a: 2, b: 3 });
  },
  'the filters of GET /api/v2/plans leave only what they name': async ({ call, product }) => {
    const hidden = (await call(CREATE, '', { visibility: 'hidden' })).body.id;
    expect(ids(await call('GET /api/v2/plans', 'visibility=hidden'))).toEqual([hidden]);
    for (const name of ['product_id', 'access_pass_id']) {
      const found = (await call('GET /api/v2/plans', `${name}=${product}`)).body.data;
      expect(found).toHaveLength(2);
      expect(found.every((one: Json) => one.product === product)).toBe(true);
    }
  },
  'terminating needs no body and answers the membership': async ({ call, bought }) => {
    const { body } = await call(TERMINATE);
    expect(body).toMatchObject({ id: bought.id, valid: false });
  },
  'terminating is an operation on a membership': async ({ post }) => {
    expect((await post('/memberships/mem_none/terminate')).status).toBe(404);
  },
  'the filter of GET /api/v2/webhooks leaves only what it names': async ({ call, post }) => {
    const on = (await post('/webhooks', { url: 'https://example.com/on' })).body.id;
    const off = (await post('/webhooks', { url: 'https://example.com/off', enabled: false })).body.id;
    for (const [enabled, found, not] of [[true, on, off] as const, [false, off, on] as const]) {
      const list = ids(await call('GET /api/v2/webhooks', `enabled=${enabled}&per=50`));
      expect([list.includes(found), list.includes(not)]).toEqual([true, false]);
    }
  },
  'timestamps are integers in seconds since the Unix epoch': async ({ bought }) => {
    expect(Math.abs(bought.created_at - Date.now() / 1000)).toBeLessThan(60);
    expect(Number.isInteger(bought.created_at)).toBe(true);
  },
  'expand takes a list, a repeated and a bracketed parameter': async ({ get, bought }) => {
    for (const query of ['expand=user,plan', 'expand=user&expand=plan', 'expand[]=user&expand[]=plan']) {
      const { body } = await get(`/memberships/${bought.id}?${query}`);
      expect([body.user.id, body.plan.id]).toEqual([bought.user, bought.plan]);
    }
  },
  'the v2 endpoints take "Bearer <API_KEY>" and nothing else': async ({ app }) => {
    for (const url of ['/api/v2/plans', '/api/v2/webhooks'])
      for (const authorization of ['', 'key_for-the-tests-only', 'Basic key_for-the-tests-only'])
        expect((await app.inject({ url, headers: { authorization } })).statusCode).toBe(401);
  },
  'the token exchange has no Authorization header': async (world) => {
    const answer = await world.call('POST /v5/oauth/token', '', await world.newTokenRequest());
    expect(answer.status).toBe(200);
  },
  'an access_token speaks for a user': async (world) => {
    const { body } = await world.call('POST /v5/oauth/token', '', await world.newTokenRequest());
    const headers = { authorization: `Bearer ${body.access_token}` };
    const me = await world.app.inject({ url: '/v5/me', headers });
    expect(me.json()).toMatchObject({ id: world.bought.user });
  },
  ...Object.fromEntries(
    EVENTS.map((name): [string, Proof] => [
      `a webhook is registered for ${name}`,
      async ({ post }) => {
        const webhook = { url: 'https://example.com/hooks', events: [name] };
        expect((await post('/webhooks', webhook)).status).toBe(201);
      },
    ]),
  ),
  'notifications go to the url only while enabled is true': async (world) => {
    const on = await startReceiver();
    const off = await startReceiver();
    await world.post('/webhooks', { url: on.url });
    await world.post('/webhooks', { url: off.url, enabled: false });
    await buyAndEnd(world);
    await vi.waitUntil(() => on.received.length > 0, 10_000);
    expect(off.received).toEqual([]);
  },
  'a webhook without events fires for all of them': async (world) => {
    const all = await startReceiver();
    await world.post('/webhooks', { url: all.url });
    await buyAndEnd(world);
    await vi.waitUntil(() => all.received.length >= 2, 10_000);
    const actions = all.received.map(({ body }) => body.action);
    expect(actions).toEqual(['membership.went_valid', 'membership.went_invalid']);
  },
  'a webhook with events fires for those only': async (world) => {
    const some = await startReceiver();
    await world.post('/webhooks', { url: some.url, events: ['membership_went_invalid'] });
    await buyAndEnd(world);
    await vi.waitUntil(() => some.received.length > 0, 10_000);
    expect(some.received.map(({ body }) => body.action)).toEqual(['membership.went_invalid']);
  },
  'an error has a status from 400 on and one shape': async ({ get }) => {
    const { status, body } = await get('/memberships/mem_none');
    expect(body).toEqual({ error: { status, message: expect.any(String) } });
    expect(status).toBe(404);
  },
  'stock of a quick link is 1 by default': async ({ call }) => {
    expect((await call(QUICK_LINK)).body.stock).toBe(1);
  },
  'the version is part of the path': async ({ app }) => {
    const answer = await app.inject({ url: '/api/plans' });
    expect(answer.statusCode).toBe(404);
  },
  'access_pass and access_pass_id are product and product_id': async ({ call, product }) => {
    const plan = (await call(CREATE, '', { access_pass_id: product })).body;
    expect([plan.product, plan.access_pass]).toEqual([product, product]);
  },
  'card_payments is in step with accepted_payment_methods': async ({ call }) => {
    for (const card_payments of [true, false]) {
      const plan = (await call(CREATE, '', { card_payments, wallet_accepted: true })).body;
      expect(plan.card_payments).toBe(card_payments);
      expect(plan.accepted_payment_methods.includes('card')).toBe(card_payments);
    }
  },
  ...listRules('GET /api/v2/plans'),
  ...listRules('GET /api/v2/promo_codes'),
  ...listRules('GET /api/v2/webhooks'),
};

async function buyAndEnd({ buy, post, pass }: World): Promise<void> {
  const { membership } = (await buy(pass, { email: 'eve@example.com' })).body;
  await post(`/memberships/${membership.id}/terminate`);
}

function listRules(endpoint: Endpoint): Record<string, Proof> {
  return {
    [`page of ${endpoint} is 1 by default`]: async ({ call }) => {
      expect((await call(endpoint)).body.pagination.current_page).toBe(1);
    },
    [`per of ${endpoint} is 10 by default`]: async (world) => {
      await elevenOf(endpoint, world);
      const { body } = await world.call(endpoint);
      expect([body.data.length, body.pagination.total_page]).toEqual([10, 2]);
    },
    [`per of ${endpoint} is at most 50`]: async ({ call }) => {
      expect((await call(endpoint, 'per=50')).status).toBe(200);
      expect((await call(endpoint, 'per=51')).status).toBe(400);
    },
    [`${endpoint} answers pagination and data`]: async ({ call }) => {
      expect(Object.keys((await call(endpoint)).body)).toEqual(['pagination', 'data']);
    },
  };
}

async function elevenOf(endpoint: Endpoint, { call, post }: World): Promise<void> {
  const bodyOf = (count: number): object => {
    if (path === '/webhooks') return { url: 'https://example.com/' };
    return path === '/promo_codes' ? { code: `CODE${count}`, amount_off: 10 } : {};
  };
  const path = endpoint.replace('GET /api/v2', '');
  const have = (await call(endpoint)).body.pagination.total_count;
  for (let count = have; count < 11; count++) await post(path, bodyOf(count));
}
