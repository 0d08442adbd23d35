import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

let port: number;
beforeAll(async () => {
  const { app } = commerce();
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as AddressInfo).port;
});

/** Sends a POST byte by byte as a client does, and gives the status of the answer. */
async function post(path: string, headers: readonly string[], body = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const head = [
    ...[`POST /api/v2${path} HTTP/1.1`, 'host: shop.test', 'connection: close'],
    ...[`authorization: Bearer ${commerce().apiKey}`, ...headers],
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return (await text(socket)).slice(9, 12);
}

async function buySomething(): Promise<string> {
  const { post: ask, buy } = commerce();
  const { id } = (await ask('/plans', {})).body;
  return (await buy(id, { email: 'ann@example.com' })).body.membership.id;
}

test('an empty body of any type is no body', async () => {
  const id = await buySomething();
  const terminate = (headers: readonly string[], body?: string) =>
    post(`/memberships/${id}/terminate`, headers, body);
  // curl -X POST -d ''
  const form = 'content-type: application/x-www-form-urlencoded';
  expect(await terminate(['content-length: 0', form])).toBe('201');
  for (const type of ['text/plain', 'application/xml', 'application/json', 'nonsense/', ''])
    expect([type, await terminate(['content-length: 0', `content-type: ${type}`])]).toEqual([type, '201']);
  expect(await terminate([form])).toBe('201');
  // What has a body must have one of the right type.
  expect(await terminate(['content-length: 3', form], 'a=b')).toBe('415');
  expect(await post('/plans', ['content-length: 0', form])).toBe('400');
});
