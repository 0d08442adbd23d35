import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createCommerceClient, sharedRateSlots } from '../../src/commerce-client/index.ts';
import { createRateLimiter } from '../../src/commerce-client/rate-limiter.ts';
import type { Database } from '../../src/database/index.ts';
import { useCommerce } from '../commerce-service/support.ts';
import { createTestDatabase } from '../support/database.ts';

const commerce = useCommerce({ service: { rateLimit: 40 } });

/** Connections of two processes to one database. */
const databases: Database[] = [];
beforeAll(async () => {
  const home = await createTestDatabase();
  databases.push(await home.open(), await home.open());
  return async () => {
    for (const database of databases) await database.close();
    await home.remove();
  };
});

test('processes that share a key share its rate limiter through the database', async () => {
  const rate = { burst: 3, interval: 200 };
  const slots = databases.map(({ prisma }) => sharedRateSlots(prisma, 'https://one.test', rate));
  const start = performance.now();
  const waits = await Promise.all(Array.from({ length: 10 }, (_, n) => slots[n % 2]?.take() ?? Number.NaN));
  const late = performance.now() - start;
  // Three at once, then one every 200 ms. A slot that the database returned late waits less by that delay.
  for (const [n, wait] of waits.toSorted((a, b) => a - b).entries()) {
    const due = Math.max(n - 2, 0) * 200;
    expect(wait).toBeGreaterThan(due - late - 2);
    expect(wait).toBeLessThanOrEqual(due + 2);
  }
  await slots[0]?.close(60_000);
  expect(await slots[1]?.take()).toBeGreaterThan(50_000);
  const elsewhere = databases.map(({ prisma }) => sharedRateSlots(prisma, 'https://two.test', rate));
  expect(await elsewhere[0]?.take()).toBe(0);
});

test('requests of several processes start at the shared rate, urgent ones first', async () => {
  const rate = { burst: 1, interval: 25 };
  const started: { readonly at: number; readonly urgent: boolean; readonly process: number }[] = [];
  const begin = performance.now();
  const floods = databases.map(({ prisma }, process) => {
    const pace = createRateLimiter(systemClock, sharedRateSlots(prisma, 'https://three.test', rate));
    const ask = (urgent: boolean) =>
      pace.take(async () => started.push({ at: performance.now(), urgent, process }), {
        background: !urgent,
      });
    return Promise.all([...Array.from({ length: 10 }, () => ask(false)), ask(true)]);
  });
  await Promise.all(floods);
  expect(started).toHaveLength(22);
  expect(Number(started.at(-1)?.at) - begin).toBeGreaterThanOrEqual(21 * 25 - 2);
  // The first request of each flood was already under way.
  for (const process of [0, 1])
    expect(started.filter((one) => one.process === process)[1]).toMatchObject({ urgent: true });
});

test('two clients on one key keep to the remaining limit: none is refused, and an urgent request waits a window at most', async () => {
  const { app, apiKey, clock, post } = commerce();
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  const { body: plan } = await post('/plans', {});
  const statuses: number[] = [];
  let underWay = 0;
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof real>) => {
    underWay++;
    const response = await real(...request).finally(() => underWay--);
    statuses.push(response.status);
    return response;
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const clients = [1, 2].map(() => createCommerceClient({ baseUrl, apiKey, clock }));
  const [first] = clients;
  let left = 0;
  const follow = <Answer>(question: Promise<Answer> | undefined) => {
    left++;
    return question?.finally(() => left--);
  };
  const flood = clients.flatMap((client) =>
    Array.from({ length: 30 }, () => follow(client.plans.list({ per: 1 }, { background: true }))),
  );
  const urgent: Promise<number>[] = [];
  const askUrgently = async () => {
    const asked = performance.now();
    await follow(first?.plans.get(plan.id));
    return performance.now() - asked;
  };
  // Time passes only while no request is under way, so a slow machine changes nothing.
  for (let step = 0; left > 0 && step < 1_000; step++) {
    if (step % 40 === 20) urgent.push(askUrgently());
    await vi.advanceTimersByTimeAsync(50);
    do await new Promise(setImmediate);
    while (underWay > 0);
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
  }
  await Promise.all(flood);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(statuses.length).toBeGreaterThan(60);
  // A window lasts 10 s. The reserve left to other programs is small in a window of 40 requests.
  expect(Math.max(...(await Promise.all(urgent)))).toBeLessThan(8_000);
});

test('a process that gets no slots from the database continues', async () => {
  for (const { prisma } of databases.slice(0, 1)) {
    await prisma.$executeRaw`ALTER TABLE community.commerce_rate_limits RENAME TO gone`;
    onTestFinished(async () => {
      await prisma.$executeRaw`ALTER TABLE community.gone RENAME TO commerce_rate_limits`;
    });
    const slots = sharedRateSlots(prisma, 'https://four.test', { burst: 1, interval: 1_000 });
    expect([await slots.take(), await slots.take()]).toEqual([0, 0]);
  }
  expect.assertions(1);
});
