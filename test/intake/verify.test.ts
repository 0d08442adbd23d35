import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVerify } from '../../src/intake/verify.ts';

const secret = `ws_${'0123456789abcdef'.repeat(4)}`;
const body = Buffer.from(
  '{"data":{"id":"mem_x","valid":true},"api_version":"v5","action":"membership.went_valid"}',
);
const headers = {
  'webhook-id': 'msg_1',
  'webhook-timestamp': '1700000000',
  'webhook-signature': 'v1,SzZnOUpDdnzQBVqcY/EmRvKzf4fEu9uzjXQI+YlO9KI=',
};

beforeEach(() => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('the published vector of a ws_ secret verifies', () => {
  expect(createVerify(secret)(body, headers)).toBe(true);
});

test('a forged signature of the right version does not', () => {
  const forged = { ...headers, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` };
  expect(createVerify(secret)(body, forged)).toBe(false);
});

test('while a secret rotates, one right signature among several is enough', () => {
  const rotating = {
    ...headers,
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${headers['webhook-signature']}`,
  };
  expect(createVerify(secret)(body, rotating)).toBe(true);
});
