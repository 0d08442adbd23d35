import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';

const KILLS = 20;
const SEED = 20261121;
const API_KEY = 'key_for_the_test_of_kills';
const BUYERS = 4;

/** How long the last process may take to deliver all that the killed ones left, in milliseconds. */
const RECOVERY = 30_000;

test(`killed ${KILLS} times under load: no event of a committed change is missing, none has two ids (seed ${SEED})`, {
  timeout: 170_000,
}, async () => {
  const dataDir = await temporaryFolder();
  const port = await freePort();
  const start = async () => {
    const variables = { PORT: String(port), DATA_DIR: dataDir, COMMERCE_API_KEY: API_KEY, PARTS: 'commerce' };
    const started = startProcess({ ...variables, LOG_LEVEL: 'fatal' });
    await started.printed('Rolekeeper is running');
    return started;
  };
  const { url, told } = await listen();
  const seller = clientOf(port);
  const first = await start();
  const plan = await seller('POST', '/api/v2/plans');
  await first.end('SIGKILL');
  await register(dataDir, url);

  const sold: string[] = [];
  for (const [round, delay] of fc
    .sample(fc.integer({ min: 50, max: 700 }), { seed: SEED, numRuns: KILLS })
    .entries()) {
    const running = await start();
    const buyers = Array.from({ length: BUYERS }, (_, n) =>
      keepBuying(seller, plan.id, `${round}-${n}`, (id) => sold.push(id)),
    );
    await setTimeout(delay);
    await running.end('SIGKILL');
    await Promise.all(buyers);
  }

  const last = await start();
  const pending = `/api/v2/webhooks/${WEBHOOK}/deliveries?status=pending`;
  await vi.waitFor(async () => expect((await seller('GET', pending)).pagination.total_count).toBe(0), {
    timeout: RECOVERY,
    interval: 200,
  });
  await last.end('SIGTERM');
  const committed = await readChanges(dataDir);
  expect(sold.length).toBeGreaterThan(KILLS);
  expect(sold.filter((id) => !committed.includes(`membership_went_valid ${id}`))).toEqual([]);
  expect([...told.keys()].sort()).toEqual(committed);
  expect([...told.values()].filter((ids) => ids.size !== 1)).toEqual([]);
});

const WEBHOOK = 'hook_of_the_test';

/**
 * An endpoint that outlives the process and now and then is not well.
 * @returns what it was told, as event and membership, with all the ids under which that came
 */
async function listen() {
  const told = new Map<string, Set<string>>();
  const failed = new Set<string>();
  let count = 0;
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    const { id, type, data } = JSON.parse(raw);
    count += 1;
    if (count % 7 === 0 && !failed.has(id)) {
      failed.add(id);
      return response.writeHead(500).end();
    }
    const what = `${type} ${data.id}`;
    told.set(what, (told.get(what) ?? new Set<string>()).add(id));
    return response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks`, told };
}

/** The operator allows an endpoint on this machine, which the API doesn't. */
async function register(dataDir: string, url: string): Promise<void> {
  const database = await openDatabase({ url: undefined, dataDir });
  const { id: accountId } = await database.prisma.account.findFirstOrThrow();
  const fields = { id: WEBHOOK, accountId, url, secret: 'a secret of the test', mayBePrivate: true };
  await database.prisma.webhook.create({
    data: { ...fields, enabled: true, events: [], createdAt: new Date() },
  });
  await database.close();
}

/** What has happened for good, by the memberships themselves and not by their events. */
async function readChanges(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ url: undefined, dataDir });
  const memberships = await database.prisma.membership.findMany();
  await database.close();
  return memberships
    .flatMap(({ id, status }) => [
      `membership_went_valid ${id}`,
      ...(status === 'canceled' ? [`membership_went_invalid ${id}`] : []),
    ])
    .sort();
}

const clientOf = (port: number) => async (method: string, path: string, body?: object) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      ...{ authorization: `Bearer ${API_KEY}`, accept: 'application/json' },
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return JSON.parse(await response.text());
};

/** Buys and terminates, over and over, until there is nobody any more to buy from. */
async function keepBuying(
  client: ReturnType<typeof clientOf>,
  planId: string,
  name: string,
  onSold: (id: string) => void,
): Promise<void> {
  try {
    for (let n = 0; ; n++) {
      const { membership } = await client('POST', `/checkout/${planId}`, {
        email: `${name}-${n}@example.com`,
      });
      onSold(membership.id);
      await client('POST', `/api/v2/memberships/${membership.id}/terminate`);
    }
  } catch {
    // The seller was killed.
  }
}
