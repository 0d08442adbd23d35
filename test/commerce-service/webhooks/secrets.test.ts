import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, expect, test } from 'vitest';
import { startReceiver, useCommerce } from '../support.ts';
import { buyerAt, received } from './sales.ts';

const commerce = useCommerce({ work: true });
const buySomething = buyerAt(commerce);

const DAY = 86_400;

beforeEach(() => {
  commerce().late.seconds = 10;
});

/** Verifies the header of the timestamped scheme. */
function verifyHex(header: string, raw: string, secret: string): boolean {
  const time = /^t=(\d+)/.exec(header)?.[1];
  const expected = createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex');
  return header.split(',').includes(`v1=${expected}`);
}

test('a rotated secret signs beside the one before for a day, in both schemes', async () => {
  const { post, late } = commerce();
  const receiver = await startReceiver();
  const { id, secret } = (await post('/webhooks', { url: receiver.url })).body;
  const rotated = (await post(`/webhooks/${id}/rotate_secret`)).body.secret;
  expect(rotated).not.toBe(secret);
  await buySomething();
  await received(receiver, 1);
  late.seconds -= 2 * DAY;
  await buySomething();
  await received(receiver, 2);
  const signedBy = receiver.received.map(({ raw, headers }) =>
    [secret, rotated].map((one) => {
      const { 'webhook-signature': signatures = '', 'x-commerce-signature': hex = '' } = headers;
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const mine = new Webhook(one).sign(headers['webhook-id'] ?? '', at, raw);
      return [signatures.split(' ').includes(mine), verifyHex(hex, raw, one)];
    }),
  );
  expect(signedBy).toEqual([
    [
      [true, true],
      [true, true],
    ],
    [
      [false, false],
      [true, true],
    ],
  ]);
});

test('every secret signs for its day, however often it is rotated, within reason', async () => {
  const { post } = commerce();
  const receiver = await startReceiver();
  const { id, secret } = (await post('/webhooks', { url: receiver.url })).body;
  const secrets = [secret];
  for (let n = 0; n < 4; n++) secrets.push((await post(`/webhooks/${id}/rotate_secret`)).body.secret);
  expect(await post(`/webhooks/${id}/rotate_secret`)).toMatchObject({
    status: 409,
    body: { error: { message: expect.stringContaining('4 replaced secrets of this webhook still sign') } },
  });
  await buySomething();
  await received(receiver, 1);
  for (const { raw, headers } of receiver.received)
    for (const one of secrets) {
      expect(() => new Webhook(one).verify(raw, headers)).not.toThrow();
      expect(verifyHex(headers['x-commerce-signature'] ?? '', raw, one)).toBe(true);
    }
});
