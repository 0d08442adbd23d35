import { expect, onTestFinished, test, vi } from 'vitest';
import { createCommerceClient } from '../../src/commerce-client/index.ts';
import { freePort } from '../support/ports.ts';
import { clientOf, flat, NOON, page, type Reply } from './service.ts';

test('a membership is requested with the key and converted to our field names', async () => {
  const { client, asked, keys } = await clientOf(() => ({ body: flat }));
  expect(await client.getMembership('mem_1')).toEqual({
    id: 'mem_1',
    productId: 'prod_1',
    planId: 'plan_1',
    commerceUserId: 'user_1',
    chatUserId: '440832553390155656',
    isChatProven: true,
    status: 'active',
    valid: true,
    expiresAt: new Date(1_800_000_000_000),
    periodEndsAt: new Date(1_790_000_000_000),
  });
  expect(asked).toEqual(['/api/v2/memberships/mem_1?expand=plan']);
  expect([...keys]).toEqual(['Bearer key_1']);
});

test('an expanded object is as good as an id, and an omitted field does not count as empty', async () => {
  const { client } = await clientOf(() => ({
    body: {
      id: 'mem_1',
      product: { id: 'prod_1', name: 'x' },
      plan: { id: 'plan_2', mimic_plan_id: 'plan_1' },
      community_chat: null,
      status: 'expired',
      valid: false,
    },
  }));
  expect(await client.getMembership('mem_1')).toEqual({
    id: 'mem_1',
    productId: 'prod_1',
    planId: 'plan_2',
    sourcePlanId: 'plan_1',
    chatUserId: null,
    isChatProven: true,
    status: 'expired',
    valid: false,
  });
});

const CHAT = '440832553390155656';

test.each([
  [{ id: CHAT }, true],
  [{ id: CHAT, verified: true }, true],
  [{ id: CHAT, verified: false }, false],
  [{ id: CHAT, verified: null }, false],
  [{ id: CHAT, verified: 'no' }, false],
  [CHAT, true],
])('a named account counts as proven unless the service says otherwise: %j', async (chat, isChatProven) => {
  const { client } = await clientOf(() => ({ body: { ...flat, community_chat: chat } }));
  expect(await client.getMembership('mem_1')).toMatchObject({ chatUserId: CHAT, isChatProven });
});

test('a field with an alias is read under our name', async () => {
  const { community_chat, ...rest } = flat;
  const aliases = new Map([['community_chat', 'forum']]);
  const { client } = await clientOf(() => ({ body: { ...rest, forum: community_chat } }), aliases);
  expect(await client.getMembership('mem_1')).toMatchObject({ chatUserId: community_chat.id });
});

test('a membership that does not exist is missing', async () => {
  const { client } = await clientOf((path) =>
    path.includes('per=1') ? page(1, 1, 'mem_2') : { status: 404, body: { error: { message: 'no such' } } },
  );
  expect(await client.getMembership('mem_1')).toBe('missing');
});

test.each([404, 405, 501])(
  'a service without these endpoints (%i) is detected once and asked again after five minutes',
  async (status) => {
    const { client, asked, clock } = await clientOf(() => ({ status }));
    expect(await client.getMembership('mem_1')).toBe('unaskable');
    expect(await client.getMembership('mem_2')).toBe('unaskable');
    expect(await client.canBeAsked()).toBe(false);
    expect(asked).toHaveLength(2);
    clock.time += 5 * 60_000;
    expect(await client.canBeAsked()).toBe(false);
    expect(asked).toHaveLength(3);
  },
);

test('an error does not tell whether the service can be asked', async () => {
  const { client } = await clientOf((path) => ({ status: path.includes('per=1') ? 500 : 404 }));
  await expect(client.getMembership('mem_1')).rejects.toMatchObject({ code: 'COMMERCE_UNAVAILABLE' });
});

test.each([
  [401, {}, 'COMMERCE_REFUSED'],
  [403, {}, 'COMMERCE_FORBIDDEN'],
  [409, {}, 'COMMERCE_DECLINED'],
  [429, {}, 'COMMERCE_BUSY'],
  [500, {}, 'COMMERCE_UNAVAILABLE'],
  [302, {}, 'COMMERCE_ELSEWHERE'],
  [200, 'not JSON', 'COMMERCE_UNREADABLE'],
  [200, { ...flat, valid: 'yes' }, 'COMMERCE_UNREADABLE'],
  [200, { ...flat, product: 5 }, 'COMMERCE_UNREADABLE'],
  [200, { ...flat, id: 'mem_another' }, 'COMMERCE_UNREADABLE'],
  [200, {}, 'COMMERCE_UNREADABLE'],
  [200, `{"id":"${'x'.repeat(9_000_000)}"}`, 'COMMERCE_UNREADABLE'],
])('an answer of %i with %.60j is a fault, never "nothing"', async (status, body, code) => {
  const headers = { location: 'http://127.0.0.1:9/elsewhere' };
  const { client } = await clientOf(() => ({ status, body, headers }));
  await expect(client.getMembership('mem_1')).rejects.toMatchObject({ code });
});

test.each([
  { error: { status: 403, message: 'The key key_1 may not read.' } },
  { message: 'The key key_1 may not read.' },
])('the message of a refusal is passed on without our key: %j', async (body) => {
  const { client } = await clientOf(() => ({ status: 403, body }));
  await expect(client.getMembership('mem_1')).rejects.toThrow('It says: The key … may not read.');
});

test('an unreachable service is a fault, and no message contains the key', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const client = createCommerceClient({ baseUrl, apiKey: 'key_hidden', clock: { now: () => NOON } });
  const failure = client.getMembership('mem_1');
  await expect(failure).rejects.toMatchObject({ code: 'COMMERCE_UNAVAILABLE' });
  await expect(failure).rejects.not.toThrow('key_hidden');
});

/** Reads a whole list. Items read before a failure are lost, as intended. */
async function take(client: Awaited<ReturnType<typeof clientOf>>['client']) {
  const ids: string[] = [];
  for await (const { memberships } of client.listMemberships({ valid: true }))
    ids.push(...memberships.map(({ id }) => id));
  return ids;
}

test('a list is read page by page to its end', async () => {
  const { client, asked } = await clientOf((_, n) => page(n + 1, 3, `mem_${n}a`, `mem_${n}b`));
  expect(await take(client)).toEqual(['mem_0a', 'mem_0b', 'mem_1a', 'mem_1b', 'mem_2a', 'mem_2b']);
  expect(asked.at(-1)).toBe('/api/v2/memberships?valid=true&direction=asc&expand=plan&per=50&page=3');
});

test('an empty list is a complete list', async () => {
  const { client } = await clientOf(() => page(1, 0));
  expect(await take(client)).toEqual([]);
});

test('a page that fails once is requested again', async () => {
  const { client, asked } = await clientOf((_, n) =>
    n === 1 ? { status: 502 } : page(n === 0 ? 1 : 2, 2, `mem_${n}`),
  );
  expect(await take(client)).toEqual(['mem_0', 'mem_2']);
  expect(asked).toHaveLength(3);
});

test.each<[string, (n: number) => Reply]>([
  ['ends with a refusal', (n) => (n === 0 ? page(1, 2, 'mem_1') : { status: 403 })],
  ['ends with "not found"', (n) => (n === 0 ? page(1, 2, 'mem_1') : { status: 404 })],
  ['shows the same page again', (n) => page(n + 1, 3, 'mem_1')],
  ['counts its pages otherwise', () => page(1, 3, 'mem_1')],
  ['has an empty page in its middle', (n) => (n === 0 ? page(1, 3, 'mem_1') : page(2, 3))],
  ['says nothing about its pages', () => ({ body: { data: [flat] } })],
  [
    'holds something that is no membership',
    () => ({ body: { ...page(1, 1).body, data: [{ id: 'mem_1' }] } }),
  ],
])('a list that %s is rejected', async (_, answer) => {
  const { client } = await clientOf((_path, n) => answer(n));
  await expect(take(client)).rejects.toThrow('Commerce Service');
});

/** Fakes timers and the date. The network is real. */
function useTimers() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'], now: NOON });
  onTestFinished(() => void vi.useRealTimers());
}

test.each([
  ['60 s when nothing is said', undefined, 60],
  ['as many seconds as it says', '7', 7],
  ['until the moment that it says', 'Sat, 21 Nov 2026 12:00:30 GMT', 30],
])('a 429 pauses all requests: %s', async (_, header, seconds) => {
  useTimers();
  const headers = header === undefined ? {} : { 'retry-after': header };
  const { client, asked } = await clientOf((_path, n) =>
    n === 0 ? { status: 429, headers } : { body: flat },
  );
  await expect(client.getMembership('mem_1')).rejects.toMatchObject({
    code: 'COMMERCE_BUSY',
    details: { seconds },
  });
  const next = client.getMembership('mem_1');
  await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await next).toMatchObject({ id: 'mem_1' });
});

test('many requests are spread over time, and an urgent one goes before a list', async () => {
  useTimers();
  const { client, asked } = await clientOf((path) =>
    path.includes('page=') ? page(1, 1) : { body: { ...flat, id: path.match(/mem_\d+/)?.[0] } },
  );
  const crowd = Array.from({ length: 12 }, (_, n) => client.getMembership(`mem_${n}`));
  const list = take(client);
  const urgent = client.getMembership('mem_100');
  await Promise.all(crowd);
  expect(asked).toHaveLength(12);
  await vi.advanceTimersByTimeAsync(129);
  expect(asked).toHaveLength(12);
  await vi.advanceTimersByTimeAsync(1);
  await urgent;
  expect(asked.slice(12)).toEqual([expect.stringContaining('mem_100')]);
  await vi.advanceTimersByTimeAsync(130);
  await list;
  expect(asked.at(-1)).toContain('page=1');
});
