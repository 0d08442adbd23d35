import { expect, test } from 'vitest';
import { tokenEndpoint } from '../../src/commerce-client/discovery.ts';

const shop = { baseUrl: 'http://10.0.0.7:3000', publicUrl: 'https://shop.test' };
const SPECIFIED = 'http://10.0.0.7:3000/v5/oauth/token';

test.each([
  ['nobody says anything else', shop, undefined, SPECIFIED],
  ['the metadata names another host', shop, 'https://id.shop.test/token', 'https://id.shop.test/token'],
  ['the metadata names its public address', shop, 'https://shop.test/token', 'http://10.0.0.7:3000/token'],
  ['the metadata names one without TLS', shop, 'http://id.shop.test/token', SPECIFIED],
  [
    'the operator says where',
    { ...shop, tokenUrl: 'https://id.test/token' },
    'https://elsewhere.test/token',
    'https://id.test/token',
  ],
  [
    'a service on the laptop has no TLS itself',
    { baseUrl: 'http://127.0.0.1:3000', publicUrl: 'http://127.0.0.1:3000' },
    'http://127.0.0.1:4000/token',
    'http://127.0.0.1:4000/token',
  ],
])('codes are exchanged at the right address when %s', (_, addresses, offered, expected) => {
  expect(tokenEndpoint(addresses, offered)).toBe(expected);
});
