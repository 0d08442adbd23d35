import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import { commerceQueues, createCommerceService } from '../../src/commerce-service/index.ts';
import type { PrismaClient } from '../../src/database/index.ts';
import { buildApp } from '../../src/http/app.ts';
import { startJobs } from '../../src/jobs/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { quietLog } from '../support/log.ts';
import { checkAnswers } from './check-answers.ts';

const API_KEY = 'key_for-the-tests-only';
export const APPLICATION = {
  clientId: 'app_of-the-tests',
  clientSecret: 'secret_for-the-tests-only',
  name: 'The App',
  redirectUris: ['https://app.test/callback?from=shop', 'http://127.0.0.1:9/callback'],
};
export const SECRET = 'whsec_dGhlLXNlY3JldC1vZi10aGUtdGVzdHMtMTIzNDU2Nzg=';

/**
 * A commerce service with a database and a queue of its own for the tests of one file; each test finds it
 * empty but for the operator's account. Its clock is late, so that a retry which waits by that clock is due at
 * once by the queue's.
 */
export function useCommerce(options: Options = {}) {
  let running: Awaited<ReturnType<typeof start>> | undefined;
  const commerce = () => {
    if (!running) throw new Error('The commerce service runs within tests only.');
    return running;
  };
  beforeAll(async () => {
    running = await start(options);
  });
  afterAll(() => running?.stop());
  beforeEach(async () => {
    await empty(commerce().prisma);
    await commerce().prepare();
  });
  return commerce;
}

interface Options {
  readonly work?: boolean;
  /** What the service is told otherwise than by default. */
  readonly service?: Partial<Parameters<typeof createCommerceService>[0]>;
}

/** A few rows are deleted in a tenth of the time that truncating takes. */
async function empty(prisma: PrismaClient): Promise<void> {
  await prisma.$transaction([
    prisma.deliveryAttempt.deleteMany(),
    prisma.delivery.deleteMany(),
    prisma.event.deleteMany(),
    prisma.webhook.deleteMany(),
    prisma.refund.deleteMany(),
    prisma.payment.deleteMany(),
    prisma.membership.deleteMany(),
    prisma.promoCode.deleteMany(),
    prisma.planEntry.deleteMany(),
    prisma.user.deleteMany(),
    prisma.plan.deleteMany(),
    prisma.product.deleteMany(),
    prisma.apiKey.deleteMany(),
    prisma.account.deleteMany(),
  ]);
}

async function start({ work = false, service: given = {} }: Options) {
  const database = await openTestDatabase();
  const { prisma } = database;
  const late = { seconds: 10 };
  let stopped: Date | undefined;
  const clock = {
    now: () => stopped ?? new Date(Date.now() - late.seconds * 1000),
    /** Stops the service's clock at a moment. */
    stopAt(moment: Date) {
      stopped = moment;
    },
  };
  const service = createCommerceService({
    prisma,
    clock,
    publicUrl: 'https://shop.test',
    log: quietLog,
    privateHosts: ['127.0.0.1'],
    send: (queue, data, sendOptions) => jobs.send(queue, data, sendOptions),
    ...given,
  });
  const jobs = await startJobs({ database, queues: commerceQueues, log: quietLog });
  if (work) await service.work(jobs.work, jobs.schedule);
  const app = buildApp({ log: quietLog });
  checkAnswers(app);
  await app.register(service.routes);

  const headers = { authorization: `Bearer ${API_KEY}` };
  const answer = (response: { statusCode: number; body: string }) => ({
    status: response.statusCode,
    body: JSON.parse(response.body),
  });
  return {
    app,
    prisma,
    /** How far the service's clock is behind. */
    late,
    clock,
    apiKey: API_KEY,
    seed: service.seed,
    runDue: service.runDue,
    tidy: service.tidy,
    prepare: (webhookUrl?: string) =>
      service.prepare({
        apiKey: API_KEY,
        application: APPLICATION,
        ...(webhookUrl && { webhook: { url: webhookUrl, secret: SECRET } }),
      }),
    get: async (url: string) => answer(await app.inject({ url: `/api/v2${url}`, headers })),
    post: async (url: string, payload?: object) =>
      answer(
        await app.inject({ method: 'POST', url: `/api/v2${url}`, headers, ...(payload && { payload }) }),
      ),
    buy: async (planId: string, payload: object) =>
      answer(
        await app.inject({
          method: 'POST',
          url: `/checkout/${planId}`,
          headers: { accept: 'application/json' },
          payload,
        }),
      ),
    async stop() {
      await app.close();
      await jobs.stop();
      await database.close();
    },
  };
}

/** What an endpoint was sent. */
interface Received {
  readonly headers: Record<string, string>;
  readonly raw: string;
  readonly body: { id: string; action: string; timestamp: string; data: { id: string; valid: boolean } };
}

/** A real endpoint on this machine that keeps what it is sent. `answer` decides the status, or not to answer. */
export async function startReceiver(answer: (index: number) => number | 'never' = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const status = answer(received.push({ headers, raw, body: JSON.parse(raw) }) - 1);
    if (status !== 'never') response.writeHead(status, { location: '/elsewhere' }).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hooks`, received };
}
