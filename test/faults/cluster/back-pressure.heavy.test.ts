import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { SECRET, sign } from '../../intake/support.ts';
import { emptyDatabase, hasServer, holdTable, query } from '../../support/empty-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { freePort } from '../../support/ports.ts';
import { startProcess } from '../../support/process.ts';

/** More than there is room for, in bytes: 400 times 200 kB. */
const EVENTS = 400;
const PADDING = 'x'.repeat(200_000);

/** How long an answer may take though nothing can be stored, in milliseconds, on a machine that is busy. */
const PATIENCE = 40_000;

/** What all that is kept may add to the memory of the process, in bytes. */
const GROWTH = 400 * 1024 * 1024;

test.runIf(hasServer)(
  'while nothing can be stored the intake says so to all, and keeps no more than it has room for',
  async () => {
    const database = await emptyDatabase();
    const port = await freePort();
    const running = startProcess({
      PORT: String(port),
      DATA_DIR: await temporaryFolder(),
      PARTS: 'intake',
      LOG_LEVEL: 'silent',
      DATABASE_URL: database,
      SECRET_KEY: 'only for the tests; thirty-two of it',
      COMMERCE_WEBHOOK_SECRET: SECRET,
    });
    await running.printed('Rolekeeper is running');
    const deliver = async (n: number) => {
      const body = JSON.stringify({ type: 'membership.went_valid', data: { id: `mem_${n}`, PADDING } });
      const headers = {
        'content-type': 'application/json',
        ...sign(body, { id: `msg_${n}`, at: new Date() }),
      };
      const sent = performance.now();
      const { status, headers: said } = await fetch(`http://127.0.0.1:${port}/webhooks/commerce`, {
        method: 'POST',
        headers,
        body,
      });
      return { status, retryAfter: said.get('retry-after'), took: performance.now() - sent };
    };
    const deliverAll = () => Promise.all(Array.from({ length: EVENTS }, (_, n) => deliver(n)));
    const memory = () =>
      1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${running.pid}/status`, 'utf8'))?.[1]);
    const before = memory();

    const release = await holdTable(database, 'community.inbox_events');
    for (const _again of [1, 2, 3]) {
      const answers = await deliverAll();
      expect(new Set(answers.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
        new Set(['503 10']),
      );
      expect(Math.max(...answers.map(({ took }) => took))).toBeLessThan(PATIENCE);
    }
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    expect(memory() - before).toBeLessThan(GROWTH);

    await release();
    // As senders do: who was sent away comes again.
    let left = Array.from({ length: EVENTS }, (_, n) => n);
    const allStored = async () => {
      const answers = await Promise.all(left.map(async (n) => ({ n, ...(await deliver(n)) })));
      left = answers.flatMap(({ n, status }) => (status === 200 ? [] : [n]));
      return left.length === 0;
    };
    await vi.waitUntil(allStored, { timeout: 60_000, interval: 500 });
    expect(await query(database, 'SELECT count(*)::int FROM community.inbox_events')).toEqual([[EVENTS]]);
    expect(await running.end('SIGTERM')).toBe(0);
  },
);
