import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { createCommerceClient } from '../../src/commerce-client/index.ts';
import { freePort } from '../support/ports.ts';

/** A client of a service that answers everything alike. */
async function clientOf(status: number, body: unknown) {
  const asked: { url: string | undefined; key: string | undefined }[] = [];
  const service = createServer((request, response) => {
    asked.push({ url: request.url, key: request.headers.authorization });
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  const port = await freePort();
  await new Promise<void>((resolve) => service.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void service.close());
  return { asked, client: createCommerceClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key_1' }) };
}

const flat = {
  id: 'mem_1',
  product: 'prod_1',
  plan: 'plan_1',
  user: 'user_1',
  status: 'active',
  valid: true,
  community_chat: { id: '440832553390155656', username: 'ada', image_url: null },
  expires_at: 1_800_000_000,
};

test('a membership is asked for with the key, and read into our own words', async () => {
  const { client, asked } = await clientOf(200, flat);
  expect(await client.getMembership('mem_1')).toEqual({
    id: 'mem_1',
    productId: 'prod_1',
    planId: 'plan_1',
    commerceUserId: 'user_1',
    chatUserId: '440832553390155656',
    status: 'active',
    valid: true,
    expiresAt: new Date(1_800_000_000_000),
  });
  expect(asked).toEqual([{ url: '/api/v2/memberships/mem_1', key: 'Bearer key_1' }]);
});

test('expanded objects and missing fields are as good as ids and nulls', async () => {
  const { client } = await clientOf(200, {
    id: 'mem_1',
    product: { id: 'prod_1', name: 'x' },
    plan: { id: 'plan_1' },
    status: 'expired',
    valid: false,
  });
  expect(await client.getMembership('mem_1')).toMatchObject({
    productId: 'prod_1',
    planId: 'plan_1',
    commerceUserId: null,
    chatUserId: null,
    expiresAt: null,
  });
});

test('a membership that does not exist is undefined', async () => {
  const { client } = await clientOf(404, { error: { status: 404, message: 'no such membership' } });
  expect(await client.getMembership('mem_1')).toBeUndefined();
});

test.each([
  [401, {}, 'COMMERCE_REFUSED'],
  [403, {}, 'COMMERCE_REFUSED'],
  [429, {}, 'COMMERCE_UNAVAILABLE'],
  [500, {}, 'COMMERCE_UNAVAILABLE'],
  [200, 'not JSON', 'COMMERCE_UNREADABLE'],
  [200, { ...flat, valid: 'yes' }, 'COMMERCE_UNREADABLE'],
  [200, {}, 'COMMERCE_UNREADABLE'],
])('an answer of %i with %j is a fault, never "nothing"', async (status, body, code) => {
  const { client } = await clientOf(status, body);
  await expect(client.getMembership('mem_1')).rejects.toMatchObject({ code });
});

test('a service that nobody can reach is a fault, and the key is in no message', async () => {
  const port = await freePort();
  const client = createCommerceClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'key_hidden' });
  const failure = client.getMembership('mem_1');
  await expect(failure).rejects.toMatchObject({ code: 'COMMERCE_UNAVAILABLE' });
  await expect(failure).rejects.not.toThrow('key_hidden');
});
