import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { startReceiver, useCommerce } from '../support.ts';
import { buyerAt, received } from './sales.ts';

const commerce = useCommerce({ work: true });
const buySomething = buyerAt(commerce);

test.each([
  ...['http://10.1.2.3', 'http://192.168.0.1', 'http://172.16.0.1', 'http://169.254.169.254/latest'],
  ...[
    'http://100.64.0.1',
    'http://224.0.0.1',
    'http://0.0.0.0',
    'http://255.255.255.255',
    'http://2130706434',
  ],
  ...['http://[::1]', 'http://[::]', 'http://[fe80::1]', 'http://[fc00::1]', 'http://[ff02::1]'],
  ...['http://[::ffff:10.0.0.1]', 'http://[64:ff9b::a00:1]', 'http://[2002:a00:1::]', 'http://0x7f.2'],
  // IPv6 that is not global unicast, or stands for a private IPv4 address.
  ...['http://[::7f00:1]', 'http://[::8.8.8.8]', 'http://[2001:0:a00:1::]', 'http://[2001:db8::1]'],
  ...['http://[3fff::1]', 'http://[64:ff9b:1::1]', 'http://[4000::1]', 'http://[fec0::1]'],
  ...['http://db.internal', 'http://printer.local'],
  ...['http://localhost:3000', 'http://a.localhost', 'http://localhost.', `http://${hostname()}`],
])('an endpoint at %s is refused', async (url) => {
  const { status, body } = await commerce().post('/webhooks', { url });
  expect([status, body.error.message]).toEqual([400, 'url must be an address on the public internet.']);
});

test.each([
  ['https://ann:sesame@example.com/', 'url must not contain a user name or password'],
  ['http://example.com:25/', 'url must not use port 25'],
  ['https://example.com:6667/', 'url must not use port 6667'],
])('an endpoint at %s is refused, and told why', async (url, message) => {
  const { status, body } = await commerce().post('/webhooks', { url });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
  expect(body.error.message).not.toContain('sesame');
});

test('a name or an address that turns out to be private is not connected to', async () => {
  const { prisma, post, prepare } = commerce();
  const receiver = await startReceiver();
  const port = new URL(receiver.url).port;
  const { id } = (await post('/webhooks', { url: receiver.url })).body;
  for (const host of ['localhost', '[::1]', '127.0.0.2']) {
    await prisma.webhook.update({ where: { id }, data: { url: `http://${host}:${port}/hooks` } });
    await post(`/webhooks/${id}/test`);
    await waitFor(async () => {
      const { fault } = await prisma.deliveryAttempt.findFirstOrThrow();
      expect(fault).toBe('the address is not a public one');
    });
    await prisma.delivery.deleteMany();
  }
  expect(receiver.received).toHaveLength(0);
  // The operator's own endpoint may be anywhere.
  await prepare(`http://localhost:${port}/hooks`);
  await buySomething();
  await received(receiver, 1);
});
