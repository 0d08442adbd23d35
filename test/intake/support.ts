import { createHmac } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Database } from '../../src/database/index.ts';
import { buildApp } from '../../src/http/app.ts';
import { createInbox, type Hint, type InboxDeps } from '../../src/intake/inbox.ts';
import { listener } from '../../src/intake/listener.ts';
import { createVerify } from '../../src/intake/verify.ts';
import { openTestDatabase } from '../support/database.ts';
import { quietLog } from '../support/log.ts';

const KEY = Buffer.from('0123456789abcdef0123456789abcdef');
export const SECRET = `whsec_${KEY.toString('base64')}`;
const HEADER = 'x-signature';
export const NOW = new Date('2026-11-21T12:00:00Z');

/** Signs by Standard Webhooks. verify.unit.test.ts also covers the standard's own library, which signs text only. */
export function sign(body: string | Buffer, { id = 'msg_1', at = NOW } = {}) {
  const time = String(Math.floor(at.getTime() / 1000));
  const mac = createHmac('sha256', KEY).update(`${id}.${time}.`).update(body).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${mac}` };
}

/** Signs a delivery by the timestamped scheme, which signs no id. */
export function signTimestamped(body: string, at = NOW) {
  const time = Math.floor(at.getTime() / 1000);
  const mac = createHmac('sha256', SECRET).update(`${time}.${body}`).digest('hex');
  return { [HEADER]: `t=${time},v1=${mac}` };
}

/**
 * Sets up the listener on a database of the file's own. `groups` holds the hints committed since the test began, one
 * group per transaction, and `logged` the log lines.
 */
export function useListener() {
  const groups: (readonly Hint[])[] = [];
  const logged: string[] = [];
  const queueRefresh: InboxDeps['queueRefresh'] = async (hints) => {
    if (hints.some(({ membershipId }) => membershipId === 'mem_broken')) throw new Error('the queue is full');
    groups.push(hints);
  };
  let database: Database;
  let app: ReturnType<typeof buildApp>;
  beforeAll(async () => {
    database = await openTestDatabase();
    app = buildApp({ log: quietLog });
    const clock = { now: () => NOW };
    await app.register(listener, {
      store: createInbox({ prisma: database.prisma, queueRefresh, concurrency: 2 }),
      verify: createVerify({ secrets: [SECRET], signatureHeader: HEADER, clock }),
      aliases: new Map([['community_chat', 'forum']]),
      clock,
      log: pino({ base: null }, { write: (line: string) => void logged.push(line) }),
    });
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    groups.length = 0;
    logged.length = 0;
    await database.prisma.inboxEvent.deleteMany();
  });
  const post = (body: string | Buffer, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url: '/webhooks/commerce',
      remoteAddress,
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
  return {
    groups,
    logged,
    prisma: () => database.prisma,
    inbox: () => database.prisma.inboxEvent,
    post,
    deliver: (event: unknown, id = 'msg_1') => {
      const body = typeof event === 'string' ? event : JSON.stringify(event);
      return post(body, sign(body, { id }));
    },
  };
}
