import { beforeEach, expect, test } from 'vitest';
import { EVENT_NAMES } from '../../../src/commerce-service/webhooks/schema.ts';
import { waitFor } from '../../support/wait.ts';
import { startReceiver, useCommerce } from '../support.ts';
import { buyerAt, received } from './sales.ts';

const commerce = useCommerce({ work: true });
const buySomething = buyerAt(commerce);

const DAY = 86_400;

beforeEach(() => {
  commerce().late.seconds = 10;
});

test('an endpoint that moves, or is switched on again, starts with a clean record', async () => {
  const { post, get, prisma, late } = commerce();
  const bad = await startReceiver(() => 500);
  const slow = await startReceiver(() => 'later');
  const { id } = (await post('/webhooks', { url: bad.url })).body;
  const failingSince = async () => (await prisma.webhook.findUniqueOrThrow({ where: { id } })).failingSince;
  await buySomething();
  await waitFor(async () => expect(await failingSince()).not.toBeNull());
  await post(`/webhooks/${id}`, { url: slow.url });
  expect(await failingSince()).toBeNull();
  // What the address before answers, late, says nothing about the one now.
  await buySomething();
  await received(slow, 1);
  await post(`/webhooks/${id}`, { url: `${slow.url}/new` });
  slow.release(410);
  await waitFor(async () =>
    expect(await prisma.deliveryAttempt.count({ where: { statusCode: 410 } })).toBe(1),
  );
  expect(await failingSince()).toBeNull();
  expect((await get(`/webhooks/${id}`)).body.enabled).toBe(true);

  await post(`/webhooks/${id}`, { url: bad.url });
  await buySomething();
  await waitFor(async () => expect(await failingSince()).not.toBeNull());
  await post(`/webhooks/${id}`, { enabled: false });
  await post(`/webhooks/${id}`, { enabled: true });
  expect(await failingSince()).toBeNull();
  late.seconds -= 6 * DAY;
  await buySomething();
  await waitFor(async () => expect(await failingSince()).not.toBeNull());
  expect((await get(`/webhooks/${id}`)).body).toMatchObject({ enabled: true, disabled_reason: null });
});

test('an endpoint is looked up, changed and removed', async () => {
  const { post, get, app, apiKey } = commerce();
  const receiver = await startReceiver();
  const { secret: _, ...shown } = (await post('/webhooks', { url: receiver.url, events: [] })).body;
  expect(shown.events).toEqual([]);
  expect((await get(`/webhooks/${shown.id}`)).body).toEqual(shown);
  const changed = await post(`/webhooks/${shown.id}`, { enabled: false, events: ['payment_failed'] });
  expect(changed).toEqual({ status: 200, body: { ...shown, enabled: false, events: ['payment_failed'] } });
  expect((await post(`/webhooks/${shown.id}`, { url: 'http://10.0.0.1/' })).status).toBe(400);
  const remove = () =>
    app.inject({
      method: 'DELETE',
      url: `/api/v2/webhooks/${shown.id}`,
      headers: { authorization: `Bearer ${apiKey}` },
    });
  expect((await remove()).statusCode).toBe(204);
  expect((await remove()).statusCode).toBe(404);
  expect((await get('/webhooks')).body.data).toEqual([]);
});

test('deliveries are listed with their attempts, and one is sent again under its id', async () => {
  const { post, get } = commerce();
  const receiver = await startReceiver((index) => (index === 0 ? 410 : 200));
  const { id } = (await post('/webhooks', { url: receiver.url })).body;
  await buySomething();
  await waitFor(async () => expect((await get(`/webhooks/${id}`)).body.enabled).toBe(false));
  expect((await get(`/webhooks/${id}`)).body.disabled_reason).toBe('The endpoint answered 410 Gone.');
  const dropped = async () => (await get(`/webhooks/${id}/deliveries?status=dropped`)).body.data;
  await waitFor(async () => expect(await dropped()).toHaveLength(1));
  const [delivery] = await dropped();
  expect(delivery).toMatchObject({
    type: 'membership_went_valid',
    attempts: 1,
    log: [{ number: 1, status_code: 410 }],
  });
  const again = `/webhooks/${id}/deliveries/${delivery.id}/redeliver`;
  expect((await post(again)).status).toBe(409);
  await post(`/webhooks/${id}`, { enabled: true });
  expect((await post(again)).status).toBe(201);
  await received(receiver, 2);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids).toEqual([delivery.event, delivery.event]);
  await waitFor(async () =>
    expect((await get(`/webhooks/${id}/deliveries?status=delivered`)).body.data).toHaveLength(1),
  );
  expect((await post(`/webhooks/${id}/deliveries/dlv_none/redeliver`)).status).toBe(404);
});

test('a test event of every name can be sent, whatever the endpoint listens to', async () => {
  const { post } = commerce();
  const receiver = await startReceiver();
  const { id } = (await post('/webhooks', { url: receiver.url, events: ['payment_failed'] })).body;
  for (const event of EVENT_NAMES)
    expect((await post(`/webhooks/${id}/test`, { event })).body).toMatchObject({ type: event, webhook: id });
  await received(receiver, EVENT_NAMES.length);
  expect(receiver.received.every(({ body }) => body.data.id.endsWith('_test'))).toBe(true);
});

test('the twin of an event goes to endpoints that name it, and to no others', async () => {
  const { post } = commerce();
  const [all, apps] = [await startReceiver(), await startReceiver()];
  await post('/webhooks', { url: all.url });
  await post('/webhooks', { url: apps.url, events: ['app_membership_went_valid'] });
  const bought = await buySomething();
  await received(all, 1);
  await received(apps, 1);
  expect(apps.received[0]?.body).toMatchObject({ action: 'app_membership.went_valid', data: bought });
});

test('an endpoint that has only failed for five days is switched off, and says why', async () => {
  const { post, get, late, prisma } = commerce();
  const receiver = await startReceiver(() => 500);
  const { id } = (await post('/webhooks', { url: receiver.url })).body;
  await buySomething();
  await waitFor(async () =>
    expect((await prisma.webhook.findUniqueOrThrow({ where: { id } })).failingSince).not.toBeNull(),
  );
  late.seconds -= 4.9 * DAY;
  await buySomething();
  await waitFor(async () =>
    expect(await prisma.delivery.count({ where: { webhookId: id, attempts: { gt: 0 } } })).toBe(2),
  );
  expect((await get(`/webhooks/${id}`)).body.enabled).toBe(true);
  late.seconds -= 0.2 * DAY;
  await buySomething();
  await waitFor(async () => expect((await get(`/webhooks/${id}`)).body.enabled).toBe(false));
  expect((await get(`/webhooks/${id}`)).body.disabled_reason).toMatch(
    /^Every delivery since .+ has failed\.$/,
  );
});

test('what a dead process had in hand is attempted when its claim runs out, and goes after 30 days', async () => {
  const { post, late, prisma, cleanUp, clock } = commerce();
  const receiver = await startReceiver();
  const { id: webhookId } = (await post('/webhooks', { url: receiver.url, enabled: false })).body;
  await buySomething();
  await post(`/webhooks/${webhookId}`, { enabled: true });
  const event = await prisma.event.findFirstOrThrow();
  const { occurredAt: createdAt, id: eventId } = event;
  await prisma.delivery.create({
    data: {
      id: 'dlv_lost',
      webhookId,
      eventId,
      orderingKey: 'mem',
      status: 'pending',
      attempts: 0,
      createdAt,
      nextAttemptAt: createdAt,
      claimedUntil: new Date(clock.now().getTime() + 30_000),
    },
  });
  await buySomething();
  await received(receiver, 1);
  expect(receiver.received[0]?.headers['webhook-id']).not.toBe(eventId);
  late.seconds -= 31;
  await received(receiver, 2);
  expect(receiver.received[1]?.headers['webhook-id']).toBe(eventId);
  await waitFor(async () => expect(await prisma.delivery.count({ where: { status: 'delivered' } })).toBe(2));
  late.seconds -= 29 * DAY;
  await cleanUp();
  expect(await prisma.deliveryAttempt.count()).toBe(2);
  late.seconds -= 2 * DAY;
  await cleanUp();
  expect(await prisma.deliveryAttempt.count()).toBe(0);
  expect(await prisma.event.count()).toBe(0);
});

test('the operator’s own endpoint is moved, switched off, removed or given a secret by no other key', async () => {
  const { app, prisma, post, prepare, apiKey } = commerce();
  const receiver = await startReceiver();
  await prepare(receiver.url);
  const before = await prisma.webhook.findFirstOrThrow();
  const written = (await post('/api_keys', { name: 'Shop', scopes: ['read', 'write'] })).body.secret;
  const ask = async (secret: string, method: 'POST' | 'PATCH' | 'DELETE', end = '', payload?: object) => {
    const headers = { authorization: `Bearer ${secret}` };
    const url = `/api/v2/webhooks/${before.id}${end}`;
    return (await app.inject({ method, url, headers, ...(payload && { payload }) })).statusCode;
  };
  const elsewhere = { url: 'https://evil.example.com/hooks' };
  expect(await ask(written, 'PATCH', '', elsewhere)).toBe(403);
  expect(await ask(written, 'POST', '', elsewhere)).toBe(403);
  expect(await ask(written, 'PATCH', '', { enabled: false })).toBe(403);
  expect(await ask(written, 'PATCH', '', { events: ['membership_went_valid'] })).toBe(403);
  expect(await ask(written, 'POST', '/rotate_secret')).toBe(403);
  expect(await ask(written, 'DELETE')).toBe(403);
  expect(await prisma.webhook.findFirstOrThrow()).toEqual(before);
  const { id } = (await post('/webhooks', { url: receiver.url })).body;
  const own = { method: 'DELETE' as const, url: `/api/v2/webhooks/${id}` };
  expect((await app.inject({ ...own, headers: { authorization: `Bearer ${written}` } })).statusCode).toBe(
    204,
  );
  expect(await ask(apiKey, 'PATCH', '', { enabled: false })).toBe(200);
  expect(await ask(apiKey, 'POST', '/rotate_secret')).toBe(201);
  expect(await ask(apiKey, 'DELETE')).toBe(204);
});
