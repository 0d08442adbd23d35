import { expect } from 'vitest';
import type { Json } from '../reach.ts';
import type { Proof } from './proof.ts';

const CREATE = 'POST /api/v2/plans';
const QUICK_LINK = 'POST /api/v2/plans/:plan/create_quick_link';
const TERMINATE = 'POST /api/v2/memberships/:membership/terminate';
const FREE = { initial_price: 0, renewal_price: 0 };

const ids = (list: Json): string[] => list.body.data.map((one: { id: string }) => one.id);

/** What part 4 says in sentences. */
export const ENDPOINT_RULES: Readonly<Record<string, Proof>> = {
  [`${CREATE} access_pass_id is deprecated for product_id`]: async ({ call, product }) => {
    const plan = (await call(CREATE, '', { access_pass_id: product })).body;
    expect([plan.product, plan.access_pass]).toEqual([product, product]);
  },
  'GET /api/v2/plans ?access_pass_id is deprecated for product_id': async ({ call, product }) => {
    const [old, present] = [
      await call('GET /api/v2/plans', `access_pass_id=${product}`),
      await call('GET /api/v2/plans', `product_id=${product}`),
    ];
    expect(ids(old)).toEqual(ids(present));
  },
  'POST /v5/oauth/token grant_type = authorization_code': async (world) => {
    const request = await world.newTokenRequest();
    const other = await world.call('POST /v5/oauth/token', '', { ...request, grant_type: 'password' });
    expect(other.status).toBe(400);
    expect((await world.call('POST /v5/oauth/token', '', request)).status).toBe(200);
  },
  'the answer is an OAuth token with access_token': async (world) => {
    const { body } = await world.call('POST /v5/oauth/token', '', await world.newTokenRequest());
    expect(body.access_token).toMatch(/^\S{16,}$/);
  },
  [`${CREATE} one_per_user default false`]: async ({ call, buy }) => {
    const { id } = (await call(CREATE, '', {})).body;
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
    const more = await call(QUICK_LINK, '', { requirements: { b: 3 } });
    expect(more.body.requirements).toEqual({ a: 1, b: 3 });
  },
  'the filters of GET /api/v2/plans leave only what they name': async ({ call, product, otherProduct }) => {
    const create = async (product_id: string, visibility: string): Promise<string> =>
      (await call(CREATE, '', { product_id, visibility })).body.id;
    const both = await create(product, 'archived');
    for (const half of [await create(otherProduct, 'archived'), await create(product, 'hidden')]) {
      const found = ids(await call('GET /api/v2/plans', 'per=50&visibility=archived&product_id=:product'));
      expect([found.includes(both), found.includes(half)]).toEqual([true, false]);
    }
  },
  'terminating needs no body and answers the membership': async ({ call, bought }) => {
    const { body } = await call(TERMINATE);
    expect(body).toEqual({ ...bought, status: 'canceled', valid: false });
  },
  'terminating is an operation on a membership': async ({ call, get, post, bought }) => {
    await call(TERMINATE);
    const { status, valid } = (await get(`/memberships/${bought.id}`)).body;
    expect([status, valid]).toEqual(['canceled', false]);
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
  'expand takes an array of names, each of which replaces an id by the object': async ({ get, bought }) => {
    for (const query of ['expand=user,plan', 'expand=user&expand=plan', 'expand[]=user&expand[]=plan']) {
      const { body } = await get(`/memberships/${bought.id}?${query}`);
      expect([body.user.id, body.plan.id]).toEqual([bought.user, bought.plan]);
    }
  },
};
