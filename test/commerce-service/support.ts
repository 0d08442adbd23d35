import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { commerceQueues, createCommerceService } from '../../src/commerce-service/index.ts';
import { buildApp } from '../../src/http/app.ts';
import { startJobs } from '../../src/jobs/index.ts';
import { databaseForThisTest } from '../support/database.ts';
import { quietLog } from '../support/log.ts';

export const API_KEY = 'key_for-the-tests-only';
export const SECRET = 'whsec_dGhlLXNlY3JldC1vZi10aGUtdGVzdHMtMTIzNDU2Nzg=';

/** An hour behind, so that a retry which waits by this clock is due at once by the queue's. */
const lateClock: Clock = { now: () => new Date(Date.now() - 3_600_000) };
/** Close enough to the present for a signature to be fresh, and late enough for a first retry. */
export const slightlyLateClock: Clock = { now: () => new Date(Date.now() - 10_000) };

/** A commerce service with a database and a queue of its own, torn down when the test ends. */
export async function startCommerce(options: { webhookUrl?: string; clock?: Clock; work?: boolean } = {}) {
  const database = await databaseForThisTest();
  const { prisma } = database;
  const clock = options.clock ?? lateClock;
  const publicUrl = 'https://shop.test';
  const service = createCommerceService({
    prisma,
    clock,
    publicUrl,
    log: quietLog,
    send: (queue, data, sendOptions) => jobs.send(queue, data, sendOptions),
  });
  const jobs = await startJobs({ database, queues: commerceQueues, log: quietLog });
  onTestFinished(() => jobs.stop());
  const app = buildApp({ log: quietLog });
  await app.register(service.routes);
  onTestFinished(async () => app.close());
  const webhook = options.webhookUrl && { url: options.webhookUrl, secret: SECRET };
  await service.prepare({ apiKey: API_KEY, ...(webhook && { webhook }) });
  if (options.work ?? options.webhookUrl !== undefined) await service.work(jobs.work);

  const headers = { authorization: `Bearer ${API_KEY}` };
  const answer = (response: { statusCode: number; json: () => unknown }) => ({
    status: response.statusCode,
    body: JSON.parse(JSON.stringify(response.json())),
  });
  return {
    app,
    prisma,
    service,
    get: async (url: string) => answer(await app.inject({ url: `/api/v2${url}`, headers })),
    post: async (url: string, payload?: object) =>
      answer(
        await app.inject({ method: 'POST', url: `/api/v2${url}`, headers, ...(payload && { payload }) }),
      ),
    buy: async (planId: string, order: object) =>
      answer(
        await app.inject({
          method: 'POST',
          url: `/checkout/${planId}`,
          headers: { accept: 'application/json' },
          payload: order,
        }),
      ),
  };
}

export interface Received {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly raw: string;
  readonly body: {
    id: string;
    action: string;
    type: string;
    timestamp: string;
    data: Record<string, unknown>;
  };
}

/** A real endpoint on this machine that keeps what it is sent. `answer` decides the status, or never answers. */
export async function startReceiver(
  answer: (delivery: Received, index: number) => number | 'never' = () => 200,
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const delivery = { path: request.url ?? '', headers, raw, body: JSON.parse(raw) };
    const status = answer(delivery, received.push(delivery) - 1);
    if (status !== 'never') response.writeHead(status, { location: '/elsewhere' }).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received };
}
