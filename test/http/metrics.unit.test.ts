import { afterEach, expect, test } from 'vitest';
import { type App, buildApp } from '../../src/http/app.ts';
import { metricsRoute } from '../../src/http/metrics.ts';
import { quietLog } from '../support/log.ts';

const TOKEN = 'a token for who monitors';

let app: App | undefined;
afterEach(() => app?.close());

async function ask(options: {
  token?: string;
  from?: string;
  headers?: Record<string, string>;
  trustedProxies?: readonly string[];
}): Promise<number> {
  app = buildApp({ log: quietLog, trustedProxies: options.trustedProxies ?? [] });
  await app.register(metricsRoute, {
    token: options.token,
    publicUrl: 'https://roles.example.com/shop',
    contentType: 'text/plain; version=0.0.4',
    read: async () => 'rolekeeper_webhooks_total 1\n',
  });
  const response = await app.inject({
    url: '/metrics',
    remoteAddress: options.from ?? '127.0.0.1',
    headers: options.headers ?? {},
  });
  return response.statusCode;
}

test.each(['127.0.0.1', '::1', '10.1.2.3', '172.18.0.4', '192.168.0.9', '::ffff:10.0.0.1', 'fd00::1'])(
  'an address within the network (%s) may read without a token',
  async (from) => expect(await ask({ from })).toBe(200),
);

test.each(['203.0.113.9', '2001:db8::1', '::ffff:8.8.8.8', '100.64.0.1'])(
  'an address outside the network (%s) may not read without a token',
  async (from) => expect(await ask({ from })).toBe(403),
);

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])(
  'a request through a proxy, as shown by %s, may not read',
  async (header) => expect(await ask({ headers: { [header]: '127.0.0.1' } })).toBe(403),
);

test.each(['unknown', '', '10.1.2.3', '999.1.1.1'])(
  'a request through a trusted proxy may not read, whatever address it forwards: %j',
  async (forwarded) =>
    expect(await ask({ trustedProxies: ['127.0.0.1'], headers: { 'x-forwarded-for': forwarded } })).toBe(403),
);

test.each([
  ...['localhost:3000', '127.0.0.1:3000', '[::1]:3000', '10.1.2.3', 'worker:3000', 'rolekeeper.local'],
  'roles.example.com',
])('a request to host %s may read, since no outsider can own that name', async (host) =>
  expect(await ask({ headers: { host } })).toBe(200),
);

test.each([
  ...['evil.example:3000', 'evil.example.', '8.8.8.8', 'localhost.evil.example', '127.0.0.1.evil.example'],
  ...['roles.example.com.evil.example', 'a b', 'evil.example#localhost', 'localhost@evil.example'],
])('a request to the foreign host %s may not read', async (host) =>
  expect(await ask({ headers: { host } })).toBe(403),
);

test('a configured token is required, and it is enough from any address', async () => {
  const authorization = `Bearer ${TOKEN}`;
  expect(await ask({ token: TOKEN, from: '203.0.113.9', headers: { authorization } })).toBe(200);
  expect(await ask({ token: TOKEN, headers: { authorization: 'Bearer another' } })).toBe(403);
  expect(await ask({ token: TOKEN })).toBe(403);
});
