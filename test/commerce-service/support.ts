import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { workMail } from '../../src/commerce-service/background.ts';
import { commerceQueues, createCommerceService } from '../../src/commerce-service/index.ts';
import { inTransaction } from '../../src/commerce-service/transaction.ts';
import type { Database, PrismaClient } from '../../src/database/index.ts';
import { type App, buildApp } from '../../src/http/app.ts';
import { startJobs } from '../../src/jobs/index.ts';
import type { Send } from '../../src/queue.ts';
import { createMailbox, type Mailbox } from '../../src/sandbox/index.ts';
import { createTestDatabase } from '../support/database.ts';
import { emptyTables } from '../support/empty-tables.ts';
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
    commerce().clock.goOn();
    await empty(commerce().prisma);
    await commerce().prepare();
  });
  return commerce;
}

interface Options {
  readonly work?: boolean;
  /** Whether buyers are mailed, into a mailbox that the tests read. */
  readonly mailbox?: boolean;
  /** What the service is told otherwise than by default. */
  readonly service?: Partial<Parameters<typeof createCommerceService>[0]>;
}

/**
 * What the test before left under way may be writing yet, so one waits for the other, and of two that wait for each other
 * one starts again.
 */
const empty = (prisma: PrismaClient): Promise<number> =>
  inTransaction({ prisma }, (transaction) =>
    transaction.$executeRawUnsafe(emptyTables("relnamespace = 'commerce'::regnamespace")),
  );

async function start(options: Options) {
  const home = await createTestDatabase();
  const late = { seconds: 10 };
  let stopped: Date | undefined;
  const clock = {
    now: () => stopped ?? new Date(Date.now() - late.seconds * 1000),
    /** Stops the service's clock at a moment, until the test ends. */
    stopAt(moment: Date) {
      stopped = moment;
    },
    goOn() {
      stopped = undefined;
    },
    /** Stops it a second ahead, after which API keys are looked up again. */
    letKeysBeLookedUp() {
      stopped = new Date(clock.now().getTime() + 1_000);
    },
  };
  const instances: Instance[] = [];
  const startAnother = async (changed: Options = {}) => {
    const service = { ...options.service, ...changed.service };
    const instance = await startInstance(await home.open(), clock, { ...options, ...changed, service });
    instances.push(instance);
    return instance;
  };
  return {
    ...(await startAnother()),
    /** How far the service's clock is behind. */
    late,
    clock,
    apiKey: API_KEY,
    /**
     * One more service on the same database and queue, with connections of its own where that is on a server, and with
     * other options where they are given.
     */
    startAnother,
    async stop() {
      for (const instance of instances) await instance.stop();
      await home.remove();
    },
  };
}

type Instance = Awaited<ReturnType<typeof startInstance>>;

async function startInstance(
  database: Database,
  clock: Clock,
  { work = false, mailbox: hasMailbox = false, service: given = {} }: Options,
) {
  const { prisma } = database;
  const mailbox = hasMailbox ? createMailbox(clock) : undefined;
  const parts = {
    prisma,
    clock,
    publicUrl: 'https://shop.test',
    log: quietLog,
    isAlone: true,
    privateHosts: ['127.0.0.1'],
    send: ((queue, data, sendOptions) => jobs.send(queue, data, sendOptions)) satisfies Send,
    ...(mailbox && { mail: mailbox }),
    ...given,
  };
  const service = createCommerceService(parts);
  const jobs = await startJobs({ database, queues: commerceQueues, log: quietLog });
  const stopWork = work ? await service.work(jobs) : undefined;
  if (!work && mailbox) await workMail({ ...parts, mail: mailbox }, jobs.work);
  const app = buildApp({ log: quietLog });
  if (mailbox) mailboxes.set(app, mailbox);
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
    seed: service.seed,
    runDue: service.runDue,
    followAccounts: service.followAccounts,
    letTimePass: service.letTimePass,
    cleanUp: service.cleanUp,
    prepare: (webhookUrl?: string, { apiKey = API_KEY, application = APPLICATION } = {}) =>
      service.prepare({
        apiKey,
        application,
        ...(webhookUrl && { webhook: { url: webhookUrl, secret: SECRET } }),
      }),
    get: async (url: string) => answer(await app.inject({ url: `/api/v2${url}`, headers })),
    post: async (url: string, payload?: object) =>
      answer(
        await app.inject({ method: 'POST', url: `/api/v2${url}`, headers, ...(payload && { payload }) }),
      ),
    /**
     * Each buyer comes from an address of their own: what some get wrong is no other's fault. Whoever types the same
     * e-mail address sits at the same browser.
     */
    buy: async (planId: string, payload: object, remoteAddress = nextAddress()) =>
      answer(
        await app.inject({
          method: 'POST',
          remoteAddress,
          url: `/checkout/${planId}`,
          headers: { accept: 'application/json', cookie: cookieOf(payload) },
          payload,
        }),
      ),
    async stop() {
      await app.close();
      await stopWork?.();
      await jobs.stop();
      await database.close();
    },
  };
}

/** Where what a service mails can be read. */
const mailboxes = new WeakMap<App, Mailbox>();

/** What this address was mailed, the newest first. */
export const mailsTo = (app: App, to: string): readonly string[] =>
  (mailboxes.get(app)?.list() ?? []).filter((mail) => mail.to === to.toLowerCase()).map(({ text }) => text);

/** The cookie of the browser in which somebody with this e-mail address buys. */
export function cookieOf(order: { readonly email?: unknown }): string {
  const name = createHash('sha256').update(String(order.email).toLowerCase()).digest('base64url');
  return ['commerce_browser', '__Host-commerce_browser']
    .map((cookie) => `${cookie}=browser_${name}`)
    .join('; ');
}

let buyers = 0;

/** An address that nobody has come from yet. */
const nextAddress = (): string => `127.1.${(++buyers >> 8) & 255}.${buyers & 255}`;

/** What an endpoint was sent. */
export interface Received {
  readonly headers: Record<string, string>;
  readonly raw: string;
  readonly body: {
    id: string;
    action: string;
    timestamp: string;
    data: { id: string; valid: boolean; membership?: string };
  };
}

/** A real endpoint on this machine that keeps what it is sent. `answer` decides the status, or not to answer yet. */
export async function startReceiver(
  answer: (index: number, request: Received) => number | 'later' = () => 200,
) {
  const received: Received[] = [];
  const waiting: ServerResponse[] = [];
  const server = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += chunk;
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const one = { headers, raw, body: JSON.parse(raw) };
    const status = answer(received.push(one) - 1, one);
    if (status === 'later') waiting.push(response);
    else response.writeHead(status, { location: '/elsewhere' }).end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    /** Answers those who still wait. */
    release(status: number) {
      for (const response of waiting.splice(0)) response.writeHead(status).end();
    },
  };
}
