import { expect, test } from 'vitest';
import { createCommerceClient } from '../../src/commerce-client/index.ts';
import { createProbe } from '../../src/commerce-client/probe.ts';
import { freePort } from '../support/ports.ts';
import { clientOf, flat, listOf, NOON, page, plan, type Reply } from './service.ts';

type Client = Awaited<ReturnType<typeof clientOf>>['client'];

const create = (client: Client) => client.plans.create({ initialPrice: 5 });

test.each<[string, Reply, string]>([
  ['is not taken', { status: 401 }, 'COMMERCE_REFUSED'],
  ['is forbidden', { status: 403 }, 'COMMERCE_FORBIDDEN'],
  ['is wrong', { status: 400 }, 'COMMERCE_DECLINED'],
  ['contradicts what is there', { status: 409 }, 'COMMERCE_DECLINED'],
  ['is contradictory', { status: 422 }, 'COMMERCE_DECLINED'],
  ['is one too many', { status: 429 }, 'COMMERCE_BUSY'],
  ['comes at a bad time', { status: 503, headers: { 'retry-after': '3' } }, 'COMMERCE_BUSY'],
  ['comes to a service that has no such thing', { status: 404 }, 'COMMERCE_UNABLE'],
  ['is sent elsewhere', { status: 307, headers: { location: '/' } }, 'COMMERCE_ELSEWHERE'],
  ['breaks something', { status: 500 }, 'COMMERCE_UNKNOWN_OUTCOME'],
  ['is lost behind a gateway', { status: 504 }, 'COMMERCE_UNKNOWN_OUTCOME'],
  ['is followed by a hang-up', 'dropped', 'COMMERCE_UNKNOWN_OUTCOME'],
  ['is never answered', 'silent', 'COMMERCE_UNKNOWN_OUTCOME'],
  ['is answered with a page', { status: 201, body: '<html>' }, 'COMMERCE_UNKNOWN_OUTCOME'],
  ['is answered with no plan', { status: 201, body: { id: 'plan_1' } }, 'COMMERCE_UNKNOWN_OUTCOME'],
])('an order that %s is sent once and fails with the matching code', async (_, reply, code) => {
  const { client, asked } = await clientOf(() => reply, new Map(), 300);
  await expect(create(client)).rejects.toMatchObject({ code });
  expect(asked).toHaveLength(1);
});

test('an order that was never sent is reported as not done', async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  const client = createCommerceClient({ baseUrl, apiKey: 'key_1', clock: { now: () => NOON } });
  await expect(create(client)).rejects.toMatchObject({ code: 'COMMERCE_UNAVAILABLE' });
});

test('an unknown outcome names what to check before a retry', async () => {
  const { client } = await clientOf(() => 'dropped');
  await expect(create(client)).rejects.toThrow('Check the list of plans before you try again');
  await expect(client.memberships.addFreeDays('mem_1', 3)).rejects.toThrow('Check the membership');
  await expect(client.webhooks.register('https://bot.test')).rejects.toThrow('the list of webhooks');
  await expect(client.webhooks.rotate('hook_1')).rejects.toThrow('rotate it again');
});

test('a broken termination is retried, as is a read for a waiting user', async () => {
  const ended = { ...flat, status: 'canceled', valid: false };
  const { client, asked } = await clientOf((_, n) =>
    n % 2 === 0 ? 'dropped' : { status: 201, body: ended },
  );
  expect(await client.memberships.terminate('mem_1')).toMatchObject({ status: 'canceled', valid: false });
  expect(await client.memberships.get('mem_1')).toMatchObject({ id: 'mem_1' });
  expect(asked).toHaveLength(4);
});

test('a read without an answer times out and is not repeated while a user waits', async () => {
  const { client, asked } = await clientOf(() => 'silent', new Map(), 100);
  await expect(client.plans.list()).rejects.toMatchObject({ code: 'COMMERCE_SLOW' });
  expect(asked).toHaveLength(1);
});

test('a message of the service is passed on as one short line, without our key or a password', async () => {
  const message = `key_1\u0000 \u202Esays\n\nno to sesame ${'💥'.repeat(300)}`;
  const { client } = await clientOf(() => ({ status: 409, body: { error: { message } } }));
  const failing = client.plans.createQuickLink('plan_1', { customPassword: 'sesame' });
  const said = `… says no to … ${'💥'.repeat(185)}`;
  await expect(failing).rejects.toMatchObject({ code: 'COMMERCE_DECLINED', details: { said } });
  await expect(failing).rejects.toThrow('declined this (409). It says: … says');
});

test("a 429 fails a user's request at once and stops further requests", async () => {
  const { client, asked } = await clientOf(() => ({ status: 429, headers: { 'retry-after': '40' } }));
  await expect(client.plans.list()).rejects.toThrow('Try again in 40 s.');
  await expect(client.plans.list()).rejects.toMatchObject({ code: 'COMMERCE_BUSY' });
  expect(asked).toHaveLength(1);
});

test.each([400, 409, 422])(
  'a membership that ended before counts as ended, even if the service refuses to end it (%i)',
  async (status) => {
    const { client } = await clientOf((path) =>
      path.includes('terminate')
        ? { status, body: { message: 'Already canceled.' } }
        : { body: { ...flat, id: path.match(/mem_\w+/)?.[0], ...(path.includes('mem_over') && OVER) } },
    );
    expect(await client.memberships.terminate('mem_over')).toMatchObject({ status: 'canceled' });
    await expect(client.memberships.terminate('mem_alive')).rejects.toThrow('Already canceled.');
  },
);
const OVER = { status: 'canceled', valid: false };

test.each([404, 405, 501])(
  'a %i from a service of the bare specification is reported as a missing ability',
  async (status) => {
    const { client } = await clientOf((path) =>
      path.startsWith('/api/v2/webhooks?')
        ? listOf(1, 1, [{ id: 'hook_1', url: 'https://bot.test', enabled: true, created_at: '1700000000' }])
        : { status },
    );
    const code = 'COMMERCE_UNABLE';
    await expect(client.memberships.get('mem_1')).rejects.toMatchObject({ code });
    await expect(client.memberships.search({ email: 'a@b.test' })).rejects.toMatchObject({ code });
    await expect(client.memberships.addFreeDays('mem_1', 3)).rejects.toMatchObject({ code });
    await expect(client.memberships.cancelAtPeriodEnd('mem_1', false)).rejects.toMatchObject({ code });
    await expect(client.webhooks.rotate('hook_1')).rejects.toThrow('can’t rotate secrets');
    await expect(client.webhooks.setEnabled('hook_1', true)).rejects.toMatchObject({ code });
    await expect(client.webhooks.lastDelivery('hook_1')).rejects.toMatchObject({ code });
    await expect(client.webhooks.rotate('hook_2')).rejects.toMatchObject({ code: 'COMMERCE_NOT_FOUND' });
    await expect(client.products.list()).rejects.toMatchObject({ code });
  },
);

test('a plan is found in the list when it cannot be read by itself', async () => {
  const { client } = await clientOf((path) => {
    const number = Number(path.match(/[?&]page=(\d+)/)?.[1]);
    return path.includes('page=') ? listOf(number, 2, [plan(`plan_${number}`)]) : { status: 405 };
  });
  expect(await client.plans.get('plan_2')).toMatchObject({ id: 'plan_2', name: 'The plan_2' });
  await expect(client.plans.get('plan_3')).rejects.toMatchObject({ code: 'COMMERCE_NOT_FOUND' });
});

test('a service that ignores a filter never passes off other memberships as found', async () => {
  const { client } = await clientOf(() => page(1, 1, 'mem_1'));
  const search = client.memberships.search({ chatUserId: '440832553390155656' });
  expect((await search).items).toHaveLength(1);
  for (const filter of [{ chatUserId: '1' }, { email: 'ann@example.com' }, { commerceUserId: 'user_2' }])
    await expect(client.memberships.search(filter)).rejects.toThrow('can’t search memberships by that');
});

test('an order without content is sent without a body, which strict services refuse', async () => {
  const { client, sent, baseUrl } = await clientOf((path, _, body) => {
    if (body !== undefined) return { status: 415, body: { message: 'Unsupported Media Type' } };
    if (path.includes('mem_00000000000000')) return { status: 404 };
    return { status: 201, body: { ...flat, id: 'mem_1' } };
  });
  expect(await client.memberships.terminate('mem_1')).toMatchObject({ id: 'mem_1' });
  expect(await client.memberships.cancelAtPeriodEnd('mem_1', true)).toMatchObject({ id: 'mem_1' });
  const probe = createProbe({ baseUrl, apiKey: 'key_1' });
  expect(await probe.readKey(AbortSignal.timeout(10_000))).toMatchObject({ mayWrite: true });
  expect(sent).toEqual([]);
});

test('a key whose order was refused before its permission was checked is not reported as able to write', async () => {
  const { baseUrl } = await clientOf((path) =>
    path.includes('terminate') ? { status: 415, body: { message: 'Unsupported Media Type' } } : {},
  );
  const probe = createProbe({ baseUrl, apiKey: 'key_1' });
  await expect(probe.readKey(AbortSignal.timeout(10_000))).rejects.toThrow('Unsupported Media Type');
});

test('undoing a cancellation never sends a request that another service takes for a cancellation', async () => {
  const { client, asked } = await clientOf(() => ({ status: 404 }));
  await expect(client.memberships.cancelAtPeriodEnd('mem_1', false)).rejects.toThrow('undo a cancellation');
  expect(asked.filter((path) => /\/cancel\b/.test(path))).toEqual([]);
});

test('fields that a service retypes, drops or adds leave the rest readable', async () => {
  const odd = plan('plan_1', {
    product: null,
    initial_price: '5.50',
    base_currency: 'EUR',
    stock: 'many',
    unlimited_stock: null,
    metadata: [],
    accepted_payment_methods: 'card',
    created_at: '2022-12-05 02:28:57 +0200',
    novel: {},
  });
  const { client } = await clientOf(() => listOf(1, 1, [odd]));
  expect((await client.plans.list()).items).toEqual([
    {
      id: 'plan_1',
      name: 'The plan_1',
      description: null,
      productId: null,
      productName: null,
      type: 'one_time',
      visibility: 'visible',
      releaseMethod: null,
      price: 5.5,
      initialPrice: 5.5,
      renewalPrice: 0,
      currency: 'eur',
      billingPeriod: null,
      stock: null,
      paymentMethods: [],
      directLink: 'https://shop.test/checkout/plan_1',
      metadata: {},
      sourcePlanId: null,
      createdAt: new Date('2022-12-05T00:28:57Z'),
    },
  ]);
});

test('a field with an alias is sent and read under the name that the service uses', async () => {
  const { internal_notes: nickname, ...rest } = plan('plan_1');
  const aliases = new Map([['internal_notes', 'nickname']]);
  const { client, sent } = await clientOf(() => ({ status: 201, body: { ...rest, nickname } }), aliases);
  expect(await client.plans.create({ internalNotes: 'Gold', stock: undefined })).toMatchObject({
    name: 'The plan_1',
  });
  expect(sent).toEqual([{ nickname: 'Gold' }]);
});

test('aliases apply to quick links and webhooks too, including the checks of the doctor', async () => {
  const { url: target, enabled: active } = { url: 'https://bot.test/hooks', enabled: true };
  const aliases = new Map([
    ['url', 'target'],
    ['enabled', 'active'],
    ['internal_notes', 'nickname'],
  ]);
  const hook = { id: 'hook_1', target, active };
  const { client, sent, baseUrl } = await clientOf((path) => {
    if (path.includes('quick_link')) return { status: 201, body: plan('plan_2') };
    return path.includes('?') ? listOf(1, 1, [hook]) : { status: 200, body: hook };
  }, aliases);
  await client.plans.createQuickLink('plan_1', { internalNotes: 'For you' });
  expect(await client.webhooks.register(target)).toMatchObject({ url: target, enabled: true });
  expect(await client.webhooks.setEnabled('hook_1', false)).toMatchObject({ url: target });
  expect(sent).toEqual([{ nickname: 'For you' }, { target }, { active: false }]);
  const probe = createProbe({ baseUrl, apiKey: 'key_1', aliases });
  expect(await probe.listWebhooks(AbortSignal.timeout(10_000))).toMatchObject({
    items: [{ url: target, enabled: true }],
    skipped: 0,
  });
});
