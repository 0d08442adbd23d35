import { connect, type Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/index.ts';
import { buildApp } from '../../src/http/app.ts';
import { createInbox } from '../../src/intake/inbox.ts';
import { listener } from '../../src/intake/listener.ts';
import { createTakeBody } from '../../src/intake/take-body.ts';
import { createVerify } from '../../src/intake/verify.ts';
import { openTestDatabase } from '../support/database.ts';
import { quietLog } from '../support/log.ts';
import { waitUntil } from '../support/wait.ts';
import { NOW, SECRET, sign } from './support.ts';

/** For senders who don't come to an end, in milliseconds. */
const PATIENCE = 1_000;

let database: Database;
const app = buildApp({ log: quietLog });
let address: URL;
beforeAll(async () => {
  database = await openTestDatabase();
  const clock = { now: () => NOW };
  await app.register(listener, {
    store: createInbox({ prisma: database.prisma, lookAgain: async () => undefined, lanes: 1 }),
    verify: createVerify({ secrets: [SECRET], clock }),
    ...{ aliases: new Map(), clock, log: quietLog, patience: PATIENCE },
  });
  address = new URL('/webhooks/commerce', await app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(async () => {
  await app.close();
  await database.close();
});

/** Sends the head of a delivery, and the first byte of a body that is announced to be much longer. */
function begin(headers: Record<string, string>): Socket {
  const socket = connect(Number(address.port), address.hostname);
  const fields = { host: 'bot', 'content-type': 'application/json', 'content-length': '1048576', ...headers };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /webhooks/commerce HTTP/1.1\r\n${lines.join('')}\r\n{`);
  return socket;
}

/** The first line of the answer, once the connection has ended. */
const answerTo = async (socket: Socket) => (await text(socket)).split('\r\n')[0];

const forged = sign('of something else');

test('who sends slowly what looks signed keeps nobody out, and is not waited for', async () => {
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
])('a body %s is not even waited for', async (_, headers) => {
  // Whoever is waited for is told that it took too long.
  expect(await answerTo(begin(headers))).toBe('HTTP/1.1 401 Unauthorized');
});

test('what there is no room for is refused, and who breaks off leaves their room to the next', async () => {
  const whole = { items: 2, weight: 10 };
  const takeBody = createTakeBody(60_000, whole, whole);
  const stuck = new PassThrough();
  const first = takeBody(stuck, '192.0.2.1');
  stuck.write('12345678');
  await waitUntil(() => stuck.readableLength === 0);
  const send = () => takeBody(Readable.from([Buffer.from('12345')]), '192.0.2.2');
  await expect(send()).rejects.toMatchObject({ statusCode: 503 });
  await expect(send()).rejects.toMatchObject({ statusCode: 503 });
  stuck.destroy(new Error('The connection was reset.'));
  await expect(first).rejects.toMatchObject({ statusCode: 400 });
  expect((await Promise.all([send(), send()])).map(String)).toEqual(['12345', '12345']);
});
