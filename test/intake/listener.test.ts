import { expect, onTestFinished, test, vi } from 'vitest';
import { NOW, sign, signTimestamped, useListener } from './support.ts';

const { deliver, groups, inbox, logged, post, prisma } = useListener();
const event = { action: 'membership.went_valid', api_version: 'v5', data: { id: 'mem_1', valid: true } };
const body = JSON.stringify(event);

test('a signed event is stored, causes one read of its membership, and is answered 200', async () => {
  const response = await deliver(event, 'msg_first');
  expect(response.statusCode).toBe(200);
  expect(groups).toEqual([[{ membershipId: 'mem_1', name: 'membership_went_valid', isClaimed: false }]]);
  expect(await inbox().findMany()).toMatchObject([
    {
      id: 'msg_first',
      name: 'membership_went_valid',
      membershipId: 'mem_1',
      receivedAt: NOW,
      payload: event,
    },
  ]);
});

test('a repeated message is answered 200 and causes nothing', async () => {
  await deliver(event);
  expect((await deliver(event)).statusCode).toBe(200);
  expect(groups).toHaveLength(1);
});

test('a replay without a signed id is a duplicate, and a second event with the same content is not', async () => {
  const later = new Date(NOW.getTime() + 1000);
  for (const at of [NOW, NOW, later])
    expect((await post(body, signTimestamped(body, at))).statusCode).toBe(200);
  expect(groups).toHaveLength(2);
});

test('the id in the signed body identifies the message, whatever an unsigned header says', async () => {
  const own = JSON.stringify({ ...event, id: 'msg_own' });
  const later = new Date(NOW.getTime() + 1000);
  await post(own, { ...signTimestamped(own), 'webhook-id': 'msg_made_up' });
  await post(own, { ...signTimestamped(own, later), 'webhook-id': 'msg_another' });
  expect(await inbox().findMany({ select: { id: true } })).toEqual([{ id: 'msg_own' }]);
});

test('an event that cannot be stored is answered 503 with Retry-After, and a later one is accepted', async () => {
  const response = await deliver({ ...event, data: { id: 'mem_broken' } });
  expect(response.statusCode).toBe(503);
  expect(response.headers['retry-after']).toBe('10');
  expect(await inbox().count()).toBe(0);
  expect((await deliver(event)).statusCode).toBe(200);
});

test.each<[number, string, () => ReturnType<typeof post>]>([
  [401, 'changed after signing', () => post(body, sign(`${body} `))],
  [
    401,
    'from more than five minutes ago',
    () => post(body, sign(body, { at: new Date(NOW.getTime() - 301_000) })),
  ],
  [
    401,
    'from more than five minutes ahead',
    () => post(body, sign(body, { at: new Date(NOW.getTime() + 301_000) })),
  ],
  [401, 'not signed', () => post(body, {})],
  [415, 'of another content type', () => post(body, { ...sign(body), 'content-type': 'text/plain' })],
  [413, 'larger than 1 MiB', () => deliver({ ...event, note: 'x'.repeat(1024 * 1024) })],
])('the answer is %i for a delivery that is %s', async (status, _, send) => {
  expect((await send()).statusCode).toBe(status);
  expect(await inbox().count()).toBe(0);
});

test('a body of 1 MiB is accepted', async () => {
  const padding = 1024 * 1024 - JSON.stringify({ ...event, note: '' }).length;
  expect((await deliver({ ...event, note: 'x'.repeat(padding) })).statusCode).toBe(200);
});

const deep = (levels: number) => `{"type":"x","data":${'['.repeat(levels)}${']'.repeat(levels)}}`;

test.each([
  '',
  'no JSON',
  '[]',
  'null',
  '7',
  '{"type":"x"}',
  '{"data":{}}',
  '{"type":"x","data":[]}',
  deep(500_000),
])('the answer is 400 for a signed body that is not an event: %.30j', async (unreadable) => {
  expect((await deliver(unreadable)).statusCode).toBe(400);
});

test('the answer is 400 for signed bytes that are not text', async () => {
  const bytes = Buffer.from([0x7b, 0xff, 0x7d]);
  expect((await post(bytes, sign(bytes))).statusCode).toBe(400);
});

test('an event that is not about a membership is stored and causes nothing', async () => {
  expect((await deliver({ type: 'something_new', data: { id: 'pay_1' } })).statusCode).toBe(200);
  expect(groups).toEqual([]);
  expect(await inbox().findMany()).toMatchObject([{ name: 'something_new', membershipId: null }]);
});

test('text that a database column cannot hold is stored like any other', async () => {
  const odd = { type: 'payment_succeeded', data: { id: 'mem_\u0000', note: 'a\u0000b\ud800' } };
  expect((await deliver(odd)).statusCode).toBe(200);
  expect(await inbox().findMany()).toMatchObject([{ membershipId: null, payload: odd }]);
});

test('license keys are removed, and all else is stored as sent', async () => {
  const note = 'a "license_key": "stays in a text", and a \\ too';
  const data = { id: 'mem_1', note, license_key: 'AAAAA-"BBB\\', big: 1, inner: [{ license_key: 'CCCCC' }] };
  const sent = JSON.stringify({ action: 'membership.went_valid', data }).replace(
    ':1,',
    ':12345678901234567890,',
  );
  expect((await post(sent, sign(sent))).statusCode).toBe(200);
  const [row] = await prisma().$queryRaw<{ text: string }[]>`
    SELECT payload::text AS text FROM community.inbox_events`;
  const kept = sent.replace(JSON.stringify(data.license_key), 'null').replace('"CCCCC"', 'null');
  expect(row?.text).toBe(kept);
});

const MEM_9 = { membershipId: 'mem_9', name: 'membership_went_valid' };

test.each([
  [
    'the flat envelope',
    { action: 'membership.went_valid', api_version: 'v5', data: { id: 'mem_9', user_id: null } },
    MEM_9,
  ],
  [
    'the resource under its other name',
    { action: 'membership_went_valid', body: { id: 'mem_9', nft_tokens: [] } },
    MEM_9,
  ],
  [
    'the newer envelope',
    {
      id: 'msg_9',
      type: 'membership.activated',
      timestamp: '2026-11-21T11:59:00Z',
      company_id: 'biz_1',
      data: { id: 'mem_9' },
    },
    { ...MEM_9, occurredAt: new Date('2026-11-21T11:59:00Z') },
  ],
  [
    'the newer name of an end, and a date of its own kind',
    {
      type: 'membership.deactivated',
      timestamp: '2022-12-05 02:28:57 +0200',
      data: { id: 'mem_9', price: '9.5' },
    },
    { membershipId: 'mem_9', name: 'membership_went_invalid', occurredAt: new Date('2022-12-05T00:28:57Z') },
  ],
  [
    'a name of which only the first separator changes',
    { action: 'app_membership.went_valid', data: {} },
    { name: 'app_membership_went_valid' },
  ],
  ['a name that every object has', { type: 'constructor', data: {} }, { name: 'constructor' }],
  [
    'a time that no clock says',
    { type: 'x', timestamp: '-271820-01-01T00:00:00Z', data: {} },
    { occurredAt: null },
  ],
  ['an id that is a number', { type: 'x', id: 7, data: { id: 7 } }, { membershipId: null }],
])('%s is understood', async (_, sent, understood) => {
  expect((await deliver(sent)).statusCode).toBe(200);
  expect(await inbox().findMany()).toMatchObject([understood]);
});

test('refused webhooks are logged once a minute, with their number and without their content', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(24 * 3_600_000);
  const forge = () => post(body, { ...sign(body), 'webhook-signature': 'v1,forged' });
  for (let n = 0; n < 5; n++) expect((await forge()).statusCode).toBe(401);
  vi.advanceTimersByTime(60_000);
  await forge();
  const lines = logged.map((line) => JSON.parse(line));
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({ level: 40, suppressed: 4 });
  expect(lines[1].msg).toContain('COMMERCE_WEBHOOK_SECRET');
  expect(logged.join()).not.toMatch(/forged|mem_1/);
});

test('wrong signatures use up the limit of their address, unless a right one has come from there', async () => {
  const forge = (n: number, ip: string) => post(body, sign(`${body} `, { id: `msg_${n}` }), ip);
  const statuses = async (ip: string) => {
    const seen = [];
    for (let n = 0; n < 31; n++) seen.push((await forge(n, ip)).statusCode);
    return [...new Set(seen)];
  };
  const [guesser, sender] = ['203.0.113.9', '203.0.113.10'];
  expect(await statuses(guesser)).toEqual([401, 429]);
  const refused = await post(body, sign(body), guesser);
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers.connection]).toEqual([
    ...[429, '60', 'close'],
  ]);
  expect(await inbox().count()).toBe(0);
  expect((await post(body, sign(body), sender)).statusCode).toBe(200);
  expect(await statuses(sender)).toEqual([401]);
  expect((await post(body, sign(body, { id: 'msg_2' }), sender)).statusCode).toBe(200);
});

test('a burst from an address that has signed nothing yet is accepted: what is under way counts as no failure', async () => {
  const burst = Array.from({ length: 40 }, (_, n) =>
    post(body, sign(body, { id: `msg_${n}` }), '203.0.113.11'),
  );
  expect(new Set((await Promise.all(burst)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});
