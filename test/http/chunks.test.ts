import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rolekeeper } from '../../src/rolekeeper.ts';
import { openRolekeeper } from '../support/rolekeeper.ts';
import { CRUMBS } from './bounded/attacks.ts';
import { cpuOf, leastCpu, slowness } from './bounded/measure.ts';
import { send } from './bounded/send.ts';

/** CPU limit of a request in milliseconds, as in `bounded-work.heavy`. */
const MOST = 100 * (await slowness());

let rolekeeper: Rolekeeper;
beforeAll(async () => {
  rolekeeper = await openRolekeeper({
    PARTS: 'commerce,intake,sandbox',
    COMMERCE_RATE_LIMIT: '0',
    TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterAll(() => rolekeeper.close());

const targetOf = (method: string, path: string, headers: readonly (readonly [string, string])[] = []) => ({
  method,
  url: new URL(path, rolekeeper.config.localUrl),
  headers,
});

const signed = (address: string): (readonly [string, string])[] => [
  ['x-forwarded-for', address],
  ['webhook-id', 'msg_1'],
  ['webhook-timestamp', String(Math.floor(Date.now() / 1000))],
  ['webhook-signature', 'v1,AAAA'],
];

test.each([
  ['POST', '/checkout/plan_1'],
  ['POST', '/api/v2/plans'],
  ['POST', '/sandbox/api/v10/channels/1/messages'],
  ['GET', '/healthz'],
  ['GET', '/sandbox/gateway'],
  ['POST', '/nothing'],
  ['PROPFIND', '/nothing'],
])('%s %s takes no chunks: the connection ends at once', async (method, path) => {
  const attempt = () => cpuOf(() => send(targetOf(method, path), CRUMBS));
  const { milliseconds, result } = await leastCpu(MOST, attempt);
  expect(milliseconds).toBeLessThan(MOST);
  expect(result.text).toContain('HTTP/1.1 411 Length Required');
  expect(result.text).toContain('"message":"Send a Content-Length.');
  expect(result.text.toLowerCase()).toContain('connection: close');
});

test.each([
  ['an address that can not be read', 'GET', '/%c0%ae', [], 400],
  ['an unknown expectation', 'POST', '/checkout/plan_1', [['expect', 'something']], 417],
  ['an invitation to send the body', 'POST', '/checkout/plan_1', [['expect', '100-continue']], 100],
  ['a webhook without a signature', 'POST', '/webhooks/commerce', [], 401],
  ['a webhook of single bytes', 'POST', '/webhooks/commerce', signed('192.0.2.1'), 400],
  [
    'a webhook of another type',
    'POST',
    '/webhooks/commerce',
    [...signed('192.0.2.2'), ['content-type', 'text/plain']],
    415,
  ],
] as const)('%s costs no more, and ends the connection', async (_, method, path, headers, status) => {
  const attempt = () => cpuOf(() => send(targetOf(method, path, headers), CRUMBS));
  const { milliseconds, result } = await leastCpu(MOST, attempt);
  expect(milliseconds).toBeLessThan(MOST);
  expect(result.status).toBe(status);
  expect(result.text.toLowerCase()).toContain('connection: close');
});
