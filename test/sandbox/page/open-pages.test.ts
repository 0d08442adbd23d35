import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { waitFor } from '../../support/wait.ts';
import { startSandbox } from '../sandbox.ts';

/** Opens pages from addresses of this machine. */
async function openPages() {
  const { baseUrl } = await startSandbox();
  const open = (localAddress: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${baseUrl}/sandbox/live`, { localAddress, agent: false }, resolve).on('error', reject);
    });
  return {
    open,
    openMany: (count: number, from: string) => Promise.all(Array.from({ length: count }, () => open(from))),
  };
}

const statusesOf = (pages: readonly IncomingMessage[]) => new Set(pages.map(({ statusCode }) => statusCode));

test('one address can have thirty pages open, and another one once one of them is closed', async () => {
  const { open, openMany } = await openPages();
  const pages = await openMany(30, '127.0.0.1');
  expect(statusesOf(pages)).toEqual(new Set([200]));
  const refused = await open('127.0.0.1');
  expect(refused.statusCode).toBe(503);
  expect(JSON.parse(await text(refused))).toMatchObject({
    error: { message: expect.stringContaining('Too many pages of this sandbox are open') },
  });
  pages[0]?.destroy();
  await waitFor(async () => expect((await open('127.0.0.1')).statusCode).toBe(200));
});

test('all addresses together can have a hundred pages open', async () => {
  const { open, openMany } = await openPages();
  for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4'])
    expect(statusesOf(await openMany(25, from))).toEqual(new Set([200]));
  expect((await open('127.0.0.5')).statusCode).toBe(503);
});
