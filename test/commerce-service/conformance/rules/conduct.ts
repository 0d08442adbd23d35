import { expect } from 'vitest';
import { waitUntil } from '../../../support/wait.ts';
import { startReceiver } from '../../support.ts';
import type { World } from '../world.ts';
import type { Proof } from './proof.ts';

const CREATE = 'POST /api/v2/plans';

/** What the parts on authentication, events and versions say in sentences. */
export const CONDUCT_RULES: Readonly<Record<string, Proof>> = {
  'requests and responses are JSON': async ({ app, apiKey }) => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v2/plans',
      headers,
      payload: '{"stock":3}',
    });
    expect([answer.statusCode, answer.json().stock]).toEqual([201, 3]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  },
  'timestamps are integers in seconds since the Unix epoch': async ({ bought }) => {
    expect(Math.abs(bought.created_at - Date.now() / 1000)).toBeLessThan(60);
    expect(Number.isInteger(bought.created_at)).toBe(true);
  },
  'the v2 endpoints take "Bearer <API_KEY>" and nothing else': async ({ app, apiKey }) => {
    for (const url of ['/api/v2/plans', '/api/v2/webhooks'])
      for (const authorization of ['', 'key_for-the-tests-only', 'Basic key_for-the-tests-only'])
        expect((await app.inject({ url, headers: { authorization } })).statusCode).toBe(401);
    const headers = { authorization: `Bearer ${apiKey}` };
    expect((await app.inject({ url: '/api/v2/plans', headers })).statusCode).toBe(200);
  },
  'the token exchange has no Authorization header': async (world) => {
    const answer = await world.call('POST /v5/oauth/token', '', await world.newTokenRequest());
    expect(answer.status).toBe(200);
  },
  'an access_token speaks for a user': async (world) => {
    const { body } = await world.call('POST /v5/oauth/token', '', await world.newTokenRequest());
    const headers = { authorization: `Bearer ${body.access_token}` };
    const me = await world.app.inject({ url: '/v5/me', headers });
    expect(me.json()).toMatchObject({ id: (await world.get(`/memberships/${world.bought.id}`)).body.user });
  },
  'notifications go to the url only while enabled is true': async (world) => {
    const [one, other] = [await startReceiver(), await startReceiver()];
    const on = (await world.post('/webhooks', { url: one.url })).body.id;
    const off = (await world.post('/webhooks', { url: other.url, enabled: false })).body.id;
    await buyAndEnd(world);
    await waitUntil(() => one.received.length === 2);
    expect(other.received).toEqual([]);
    await world.post(`/webhooks/${on}`, { enabled: false });
    await world.post(`/webhooks/${off}`, { enabled: true });
    await buyAndEnd(world);
    await waitUntil(() => other.received.length === 2);
    expect(one.received).toHaveLength(2);
  },
  'a webhook without events fires for all of them': async (world) => {
    const all = await startReceiver();
    await world.post('/webhooks', { url: all.url });
    await buyAndEnd(world);
    await waitUntil(() => all.received.length >= 2);
    const actions = all.received.map(({ body }) => body.action);
    expect(actions).toEqual(['membership.went_valid', 'membership.went_invalid']);
  },
  'events are the names of part 6; when omitted, all are enabled': async (world) => {
    const some = await startReceiver();
    await world.post('/webhooks', { url: some.url, events: ['membership_went_invalid'] });
    await buyAndEnd(world);
    await waitUntil(() => some.received.length > 0);
    expect(some.received.map(({ body }) => body.action)).toEqual(['membership.went_invalid']);
  },
  'the version is part of the path': async ({ app }) => {
    const answer = await app.inject({ url: '/api/plans' });
    expect(answer.statusCode).toBe(404);
  },
  'access_pass, access_pass_id and card_payments are still present': async ({ call, product }) => {
    const plan = (await call(CREATE, '', { access_pass_id: product, card_payments: true })).body;
    expect(plan).toMatchObject({ product, access_pass: product, card_payments: true });
  },
};

async function buyAndEnd({ buy, post, pass }: World): Promise<void> {
  const { membership } = (await buy(pass, { email: 'eve@example.com' })).body;
  await post(`/memberships/${membership.id}/terminate`);
}
