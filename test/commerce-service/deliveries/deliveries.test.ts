import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { actionOf, EVENT_NAMES } from '../../../src/commerce-service/webhooks/schema.ts';
import { waitFor } from '../../support/wait.ts';
import { SECRET, startReceiver, useCommerce } from '../support.ts';

const commerce = useCommerce({ work: true });

/** Buys a free plan, which emits one event. */
async function buySomething() {
  const { post, buy } = commerce();
  const { id } = (await post('/plans', {})).body;
  return (await buy(id, { email: 'ann@example.com', community_chat_id: '42' })).body.membership;
}

/** Waits until so many attempts are on record. */
const recorded = (count: number) =>
  waitFor(async () => expect(await commerce().prisma.deliveryAttempt.count()).toBe(count));

/** Waits until every delivery is settled one way or the other. */
async function settled() {
  const { prisma } = commerce();
  await waitFor(async () => expect(await prisma.delivery.count({ where: { status: 'pending' } })).toBe(0));
  return prisma.delivery.findMany({
    include: { webhook: true, log: { orderBy: { number: 'asc' } } },
    orderBy: { createdAt: 'asc' },
  });
}

test('buying and terminating are delivered, signed, with the whole membership in them', async () => {
  const receiver = await startReceiver();
  await commerce().prepare(receiver.url);
  const bought = await buySomething();
  const ended = await commerce().post(`/memberships/${bought.id}/terminate`);
  await settled();

  const webhook = new Webhook(SECRET);
  const [valid, invalid] = receiver.received.map(({ raw, headers }) => webhook.verify(raw, headers));
  expect(valid).toEqual({
    id: receiver.received[0]?.headers['webhook-id'],
    action: 'membership.went_valid',
    type: 'membership_went_valid',
    api_version: 'v5',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: bought,
  });
  expect(invalid).toMatchObject({ action: 'membership.went_invalid', data: ended.body });
  expect(ended.body).toMatchObject({ status: 'canceled', valid: false, community_chat: { id: '42' } });
});

test('a delivery that failed comes again under the same id, and every attempt is on record', async () => {
  const { late, prepare } = commerce();
  const receiver = await startReceiver((index) => (index === 0 ? 500 : index === 1 ? 302 : 204));
  await prepare(receiver.url);
  await buySomething();
  for (const [count, seconds] of [
    [1, 5],
    [2, 300],
  ] as const) {
    await recorded(count);
    expect(receiver.received).toHaveLength(count);
    late.seconds -= seconds;
  }
  const [delivery] = await settled();
  expect(receiver.received).toHaveLength(3);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(receiver.received.map(({ raw }) => raw)).size).toBe(1);
  expect(delivery).toMatchObject({
    status: 'delivered',
    attempts: 3,
    log: [{ statusCode: 500 }, { statusCode: 302 }, { number: 3, statusCode: 204 }],
  });
});

test('an endpoint that is gone is switched off and told nothing more, until the operator starts again', async () => {
  const { prepare, get } = commerce();
  const receiver = await startReceiver(() => 410);
  await prepare(receiver.url);
  const bought = await buySomething();
  await waitFor(async () => expect((await get('/webhooks?enabled=false')).body.data).toHaveLength(1));
  await commerce().post(`/memberships/${bought.id}/terminate`);
  const deliveries = await settled();
  expect(receiver.received).toHaveLength(1);
  expect(deliveries.map(({ status }) => status)).toEqual(['dropped']);
  await prepare(receiver.url);
  expect((await get('/webhooks?enabled=true')).body.data).toHaveLength(1);
});

test('200 endpoints that never answer delay no other one', async () => {
  const { post, prisma } = commerce();
  const dead = await startReceiver(() => 'later');
  const alive = await startReceiver();
  const first = (await post('/webhooks', { url: dead.url })).body;
  const row = await prisma.webhook.findUniqueOrThrow({ where: { id: first.id } });
  await prisma.webhook.createMany({
    data: Array.from({ length: 199 }, (_, n) => ({ ...row, id: `hook_dead_${n}` })),
  });
  await buySomething();
  await waitFor(() => expect(dead.received).toHaveLength(200));
  await post('/webhooks', { url: alive.url });
  for (let n = 1; n <= 5; n++) {
    await buySomething();
    await waitFor(() => expect(alive.received).toHaveLength(n));
  }
  // A dead endpoint takes up one place, however much waits for it.
  expect(dead.received).toHaveLength(200);
});

test('a fast endpoint is told many events at the same time, in order for each membership', async () => {
  const { post, prisma, clock } = commerce();
  const receiver = await startReceiver();
  const { id: webhookId } = (await post('/webhooks', { url: receiver.url })).body;
  await buySomething();
  const event = await prisma.event.findFirstOrThrow();
  await settled();
  const numbers = Array.from({ length: 120 }, (_, n) => n);
  const { sequence: _, data: __, ...rest } = event;
  await prisma.event.createMany({ data: numbers.map((n) => ({ ...rest, data: { n }, id: `evt_${n}` })) });
  const now = clock.now();
  const waiting = { webhookId, status: 'pending', attempts: 0, createdAt: now, nextAttemptAt: now } as const;
  await prisma.delivery.createMany({
    data: numbers.map((n) => ({
      ...waiting,
      id: `dlv_${n}`,
      eventId: `evt_${n}`,
      orderingKey: `mem_${n % 30}`,
    })),
  });
  await waitFor(() => expect(receiver.received).toHaveLength(121));
  const told = receiver.received.slice(1).map(({ body }) => Number(body.id.slice('evt_'.length)));
  for (let key = 0; key < 30; key++)
    expect(told.filter((n) => n % 30 === key)).toEqual([key, key + 30, key + 60, key + 90]);
});

test('what happened to a membership first is told first while deliveries succeed, its payments too', async () => {
  const { prepare, post, buy, get } = commerce();
  const receiver = await startReceiver(() => 'later');
  await prepare(receiver.url);
  const plan = (await post('/plans', { initial_price: 5 })).body;
  const bought = await buy(plan.id, { email: 'ann@example.com', card_number: '4242424242424242' });
  const { id } = bought.body.membership;
  await post(`/memberships/${id}`, { metadata: { n: 1 } });
  const [payment] = (await get('/payments')).body.data;
  await post(`/payments/${payment.id}/refund`);
  await post(`/memberships/${id}/terminate`);
  const told = [
    'membership.went_valid',
    'payment.succeeded',
    'membership.metadata_updated',
    'refund.created',
    'membership.went_invalid',
  ];
  for (const count of told.keys()) {
    await waitFor(() => expect(receiver.received).toHaveLength(count + 1));
    receiver.release(200);
  }
  await settled();
  const actions = receiver.received.map(({ body }) => body.action);
  expect(actions.toSorted()).toEqual(told.toSorted());
  expect(actions.at(-1)).toBe('membership.went_invalid');
});

test('an endpoint hears what it registered for, while it is enabled', async () => {
  const { post } = commerce();
  const [ends, off, all] = [await startReceiver(), await startReceiver(), await startReceiver()];
  await post('/webhooks', { url: ends.url, events: ['membership_went_invalid'] });
  await post('/webhooks', { url: off.url, enabled: false });
  await post('/webhooks', { url: all.url });
  const bought = await buySomething();
  await post(`/memberships/${bought.id}/terminate`);
  await settled();
  expect(ends.received.map(({ body }) => body.action)).toEqual(['membership.went_invalid']);
  expect(off.received).toEqual([]);
  expect(all.received).toHaveLength(2);
});

test('an endpoint is registered with a secret that is shown once', async () => {
  const { post, get } = commerce();
  const receiver = await startReceiver();
  const { status, body } = await post('/webhooks', { url: receiver.url });
  expect(status).toBe(201);
  expect(body).toEqual({
    id: expect.stringMatching(/^hook_/),
    enabled: true,
    url: receiver.url,
    created_at: expect.stringMatching(/^\d+$/),
    secret: expect.stringMatching(/^whsec_/),
    events: [],
    disabled_reason: null,
  });
  const { secret, ...shown } = body;
  expect((await get('/webhooks')).body.data).toEqual([shown]);
  await buySomething();
  await settled();
  for (const { raw, headers } of receiver.received) new Webhook(secret).verify(raw, headers);

  expect((await post('/webhooks', { url: 'ftp://example.com' })).status).toBe(400);
  expect((await post('/webhooks', {})).body.error.message).toBe('url is required.');
  expect((await post('/webhooks', { url: receiver.url, events: ['all'] })).status).toBe(400);
});

test('an event is delivered with a dot where its registered name has the first underscore', () => {
  expect(EVENT_NAMES).toHaveLength(17);
  expect(actionOf('membership_cancel_at_period_end_changed')).toBe('membership.cancel_at_period_end_changed');
  expect(actionOf('app_membership_went_valid')).toBe('app_membership.went_valid');
  expect(actionOf('payment_affiliate_reward_created')).toBe('payment.affiliate_reward_created');
});
