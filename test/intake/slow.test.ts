import { connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/index.ts';
import { buildApp } from '../../src/http/app.ts';
import { createBodyReader } from '../../src/intake/body-reader.ts';
import { createInbox } from '../../src/intake/inbox.ts';
import { listener } from '../../src/intake/listener.ts';
import { createVerify } from '../../src/intake/verify.ts';
import { openTestDatabase } from '../support/database.ts';
import { quietLog } from '../support/log.ts';
import { waitUntil } from '../support/wait.ts';
import { NOW, SECRET, sign } from './support.ts';

/** In milliseconds. */
const BODY_TIMEOUT = 1_000;

let database: Database;
const app = buildApp({ log: quietLog });
let address: URL;
beforeAll(async () => {
  database = await openTestDatabase();
  const clock = { now: () => NOW };
  await app.register(listener, {
    store: createInbox({ prisma: database.prisma, queueRefresh: async () => undefined, concurrency: 1 }),
    verify: createVerify({ secrets: [SECRET], clock }),
    aliases: new Map(),
    clock,
    log: quietLog,
    bodyTimeout: BODY_TIMEOUT,
  });
  address = new URL('/webhooks/commerce', await app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Sends the head of a delivery from an address of this machine, and a part of the body: one byte, of many announced. */
function begin(headers: Record<string, string>, { from = '127.0.0.1', part = '{' } = {}): Socket {
  const socket = connect({ port: Number(address.port), host: address.hostname, localAddress: from });
  const length = 'transfer-encoding' in headers ? {} : { 'content-length': '1048576' };
  const fields = { host: 'bot', 'content-type': 'application/json', ...length, ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /webhooks/commerce HTTP/1.1\r\n${lines.join('')}\r\n${part}`);
  return socket;
}

/** Returns the status line of the answer, once the connection has ended. */
const answerTo = async (socket: Socket) => (await text(socket)).split('\r\n')[0];

const forged = sign('of something else');

test('slow senders with forged signatures block no other delivery and time out', async () => {
  const slow = Array.from({ length: 300 }, () => begin(forged));
  const answers = slow.map(answerTo);
  await expect.poll(() => slow.every(({ bytesWritten }) => bytesWritten > 0)).toBe(true);
  const body = JSON.stringify({ type: 'membership.went_valid', data: { id: 'mem_1' } });
  const headers = { 'content-type': 'application/json', ...sign(body) };
  expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['HTTP/1.1 408 Request Timeout']));
});

test.each([
  ['without a signature', {}],
  ['with an old one', sign('{', { at: new Date(NOW.getTime() - 301_000) })],
])('a delivery %s is refused without waiting for its body', async (_, headers) => {
  // If the listener waited for the body, the answer would be 408.
  expect(await answerTo(begin(headers))).toBe('HTTP/1.1 401 Unauthorized');
});

const CHUNKED = { 'transfer-encoding': 'chunked' };

const encode = (chunk: string) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`;

test.each([
  ['never arrive', {}, { from: '127.0.0.2' }, 'HTTP/1.1 408 Request Timeout'],
  [
    'are too large',
    { 'content-length': '2000000' },
    { from: '127.0.0.3', part: 'x'.repeat(1_100_000) },
    'HTTP/1.1 413 Payload Too Large',
  ],
  [
    'come in single bytes',
    CHUNKED,
    { from: '127.0.0.4', part: encode(' ').repeat(10_000) },
    'HTTP/1.1 400 Bad Request',
  ],
])('bodies that %s use up the limit of their address', async (_, headers, sender, status) => {
  const answers = Array.from({ length: 30 }, () => answerTo(begin({ ...forged, ...headers }, sender)));
  expect(new Set(await Promise.all(answers))).toEqual(new Set([status]));
  expect(await answerTo(begin(forged, sender))).toBe('HTTP/1.1 429 Too Many Requests');
});

test('a delivery may come in as many chunks as a proxy makes of it', async () => {
  const body = JSON.stringify({
    type: 'membership.went_valid',
    data: { id: 'mem_2', x: 'y'.repeat(900_000) },
  });
  const part = [...(body.match(/.{1,512}/g) ?? []), ''].map(encode).join('');
  const headers = { ...sign(body, { id: 'msg_chunked' }), ...CHUNKED, connection: 'close' };
  expect(await answerTo(begin(headers, { part }))).toBe('HTTP/1.1 200 OK');
});

test('a body beyond the limits is refused, and a broken connection frees its share', async () => {
  const limits = { items: 2, weight: 10 };
  const readBody = createBodyReader(60_000, limits, limits);
  const stuck = new PassThrough();
  const first = readBody(stuck, '192.0.2.1');
  stuck.write('12345678');
  await waitUntil(() => stuck.readableLength === 0);
  const send = () => readBody(Readable.from([Buffer.from('12345')]), '192.0.2.2');
  await expect(send()).rejects.toMatchObject({ statusCode: 503 });
  await expect(send()).rejects.toMatchObject({ statusCode: 503 });
  stuck.destroy(new Error('The connection was reset.'));
  await expect(first).rejects.toMatchObject({ statusCode: 400 });
  expect((await Promise.all([send(), send()])).map(String)).toEqual(['12345', '12345']);
});

test.each([
  ['an IPv6 network', '2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:2::1'],
  ['an IPv4 address', '192.0.2.1', '::ffff:192.0.2.1', '192.0.2.2'],
])('%s gets its share of the memory once, however it is spelled', async (_, holder, same, another) => {
  const readBody = createBodyReader(60_000, { items: 4, weight: 20 }, { items: 4, weight: 10 });
  const stuck = new PassThrough();
  const held = readBody(stuck, holder);
  stuck.write('12345678');
  await waitUntil(() => stuck.readableLength === 0);
  const send = (from: string) => readBody(Readable.from([Buffer.from('12345')]), from);
  await expect(send(same)).rejects.toMatchObject({ statusCode: 503 });
  expect(String(await send(another))).toBe('12345');
  stuck.end();
  expect(String(await held)).toBe('12345678');
});
