import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { Database } from '../../src/database/index.ts';
import { buildApp } from '../../src/http/app.ts';
import { listener } from '../../src/intake/listener.ts';
import { createVerify } from '../../src/intake/verify.ts';
import { openTestDatabase } from '../support/database.ts';
import { quietLog } from '../support/log.ts';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const event = { action: 'membership.went_valid', api_version: 'v5', data: { id: 'mem_1', valid: true } };

let database: Database;
let app: ReturnType<typeof buildApp>;
const looked: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  app = buildApp({ log: quietLog });
  await app.register(listener, {
    prisma: database.prisma,
    verify: createVerify(secret),
    clock: systemClock,
    log: quietLog,
    lookAgain: async (membershipId) => {
      if (membershipId === 'mem_broken') throw new Error('the queue is full');
      looked.push(membershipId);
    },
  });
});
afterAll(async () => {
  await app.close();
  await database.close();
});
beforeEach(() => {
  looked.length = 0;
});

function deliver(body: string, options: { id?: string; at?: Date; signedBody?: string; type?: string } = {}) {
  const { id = 'msg_1', at = new Date() } = options;
  const signature = new Webhook(secret).sign(id.replaceAll(' ', '_'), at, options.signedBody ?? body);
  return app.inject({
    method: 'POST',
    url: '/webhooks/commerce',
    headers: {
      'content-type': options.type ?? 'application/json',
      'webhook-id': id.replaceAll(' ', '_'),
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    },
    body,
  });
}

test('a signed event is stored, causes one look at its membership, and is answered 200', async () => {
  const response = await deliver(JSON.stringify(event), { id: 'msg_first' });
  expect(response.statusCode).toBe(200);
  expect(looked).toEqual(['mem_1']);
  expect(await database.prisma.inboxEvent.findUnique({ where: { id: 'msg_first' } })).toMatchObject({
    name: 'membership_went_valid',
    membershipId: 'mem_1',
    payload: event,
  });
});

test('the same message a second time is answered 200 and causes nothing', async () => {
  await deliver(JSON.stringify(event), { id: 'msg_twice' });
  const second = await deliver(JSON.stringify(event), { id: 'msg_twice' });
  expect(second.statusCode).toBe(200);
  expect(looked).toEqual(['mem_1']);
});

test('an event whose work could not be enqueued is not stored either, so that the sender tries again', async () => {
  const body = JSON.stringify({ ...event, data: { id: 'mem_broken' } });
  expect((await deliver(body, { id: 'msg_broken' })).statusCode).toBe(500);
  expect(await database.prisma.inboxEvent.findUnique({ where: { id: 'msg_broken' } })).toBeNull();
});

test('a body that was changed after signing is refused', async () => {
  const body = JSON.stringify({ ...event, data: { id: 'mem_2' } });
  expect((await deliver(body, { signedBody: JSON.stringify(event) })).statusCode).toBe(401);
  expect(looked).toEqual([]);
});

test('a delivery from more than five minutes ago is refused', async () => {
  const old = new Date(Date.now() - 301_000);
  expect((await deliver(JSON.stringify(event), { at: old })).statusCode).toBe(401);
});

test('a delivery without a signature is refused', async () => {
  const response = await app.inject({ method: 'POST', url: '/webhooks/commerce', payload: event });
  expect(response.statusCode).toBe(401);
});

test.each(['', 'no JSON', '[]', '{"type":"x"}', '{"data":{}}'])(
  'a signed body that is no event is refused: %j',
  async (body) => {
    const response = await deliver(body);
    expect(response.statusCode).toBeGreaterThanOrEqual(400);
    expect(response.statusCode).toBeLessThan(500);
  },
);

test('another content type is refused', async () => {
  expect((await deliver(JSON.stringify(event), { type: 'text/plain' })).statusCode).toBe(415);
});

test('an event that is not about a membership is stored and causes nothing', async () => {
  const body = JSON.stringify({ type: 'something_new', data: { id: 'pay_1' } });
  expect((await deliver(body, { id: 'msg_unknown' })).statusCode).toBe(200);
  expect(looked).toEqual([]);
  expect(await database.prisma.inboxEvent.count({ where: { id: 'msg_unknown' } })).toBe(1);
});

test('text that a database would choke on is stored like any other', async () => {
  const body = JSON.stringify({
    type: 'payment_succeeded',
    data: { id: 'mem_\u0000', note: 'a\u0000b\ud800' },
  });
  expect((await deliver(body, { id: 'msg_nul' })).statusCode).toBe(200);
  expect(looked).toEqual([]);
});

test.each([
  ['a name that every object has', { type: 'constructor', data: {} }],
  ['a time that no clock says', { type: 'x', timestamp: '-271820-01-01T00:00:00Z', data: {} }],
  ['an id that is a number', { type: 'x', data: { id: 7 } }],
  ['the resource under its other name', { action: 'membership.went_valid', body: { id: 'mem_9' } }],
])('%s is taken', async (name, event) => {
  expect((await deliver(JSON.stringify(event), { id: `msg_${name}` })).statusCode).toBe(200);
});
