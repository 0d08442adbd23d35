import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../src/database/index.ts';
import { dataDirForThisTest } from '../support/data-dir.ts';
import { freePort } from '../support/ports.ts';
import { startProcess } from '../support/process.ts';

const KILLS = 20;
const SEED = 20261121;
const API_KEY = 'key_for_the_test_of_kills';
const BUYERS = 4;

/** When each process is killed: after so many answers to its buyers, and then so many milliseconds. */
const MOMENTS = fc.sample(
  fc.record({ answers: fc.integer({ min: 0, max: 30 }), delay: fc.integer({ min: 0, max: 15 }) }),
  { seed: SEED, numRuns: KILLS },
);

/** How long the last process may take to deliver all that the killed ones left, in milliseconds. */
const RECOVERY = 60_000;

test(`killed ${KILLS} times under load: no event of a committed change is missing, none has two ids (seed ${SEED})`, {
  timeout: 420_000,
}, async () => {
  const dataDir = await dataDirForThisTest();
  const port = await freePort();
  const start = async () => {
    const variables = { PORT: String(port), DATA_DIR: dataDir, COMMERCE_API_KEY: API_KEY, PARTS: 'commerce' };
    const started = startProcess({ ...variables, LOG_LEVEL: 'fatal' });
    await started.printed('Rolekeeper is running');
    return started;
  };
  const { url, told, count } = await listen();
  const seller = clientOf(port);
  const first = await start();
  const plans = [
    await seller('POST', '/api/v2/plans', {}),
    await seller('POST', '/api/v2/plans', { initial_price: 4.99 }),
  ];
  await first.end('SIGKILL');
  await register(dataDir, url);

  const sold: string[] = [];
  for (const [round, { answers, delay }] of MOMENTS.entries()) {
    const running = await start();
    const enough = Promise.withResolvers<void>();
    let answered = 0;
    const buyers = Array.from({ length: BUYERS }, (_, n) =>
      keepBuying(seller, plans[n % plans.length].id, `${round}-${n}`, (id) => {
        if (id) sold.push(id);
        if (++answered >= answers) enough.resolve();
      }),
    );
    if (answers > 0) await Promise.race([enough.promise, Promise.all(buyers)]);
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
  process.stdout.write(
    `  ${KILLS} kills, seed ${SEED}: ${sold.length} answered sales, ${committed.length} events of committed changes, ` +
      `${count()} deliveries received, ${count() - told.size} of them again\n`,
  );
  expect(sold.length).toBeGreaterThan(5 * KILLS);
  expect(sold.filter((id) => !committed.includes(`membership_went_valid ${id}`))).toEqual([]);
  expect([...told.keys()].sort()).toEqual(committed);
  expect([...told.values()].filter((ids) => ids.size !== 1)).toEqual([]);
  expect(new Set([...told.values()].flatMap((ids) => [...ids])).size).toBe(told.size);
});

const WEBHOOK = 'hook_of_the_test';

/**
 * An endpoint that outlives the process and now and then is not well.
 * @returns what it was told, as event and resource, with all the ids under which that came; and how often
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
  return { url: `http://127.0.0.1:${port}/hooks`, told, count: () => count };
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

/** What has happened for good, by the memberships and payments themselves and not by their events. */
async function readChanges(dataDir: string): Promise<string[]> {
  const database = await openDatabase({ url: undefined, dataDir });
  const memberships = await database.prisma.membership.findMany();
  const payments = await database.prisma.payment.findMany();
  await database.close();
  return [
    ...memberships.map(({ id }) => `membership_went_valid ${id}`),
    ...memberships.flatMap(({ id, status }) =>
      status === 'canceled' ? [`membership_went_invalid ${id}`] : [],
    ),
    ...payments.map(({ id }) => `payment_succeeded ${id}`),
  ].sort();
}

const clientOf = (port: number) => async (method: string, path: string, body?: object) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${API_KEY}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return JSON.parse(await response.text());
};

/** Buys and terminates, over and over, without a pause, until there is nobody any more to buy from. */
async function keepBuying(
  client: ReturnType<typeof clientOf>,
  planId: string,
  name: string,
  onAnswer: (sold?: string) => void,
): Promise<void> {
  try {
    for (let n = 0; ; n++) {
      const { membership } = await client('POST', `/checkout/${planId}`, {
        email: `${name}-${n}@example.com`,
        card_number: '4242424242424242',
      });
      onAnswer(membership.id);
      await client('POST', `/api/v2/memberships/${membership.id}/terminate`);
      onAnswer();
    }
  } catch (error) {
    // This is how fetch says that the seller was killed; another refusal is none of our plan.
    if (!(error instanceof TypeError)) throw error;
  }
}
