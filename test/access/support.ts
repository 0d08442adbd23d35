import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Concern, Urgency } from '../../src/access/mirror/concerns.ts';
import { createCommerceClient } from '../../src/commerce-client/index.ts';
import type { Database, Prisma } from '../../src/database/index.ts';
import { normalise } from '../../src/intake/event.ts';
import { openTestDatabase } from '../support/database.ts';
import { quietLog } from '../support/log.ts';
import { waitUntil } from '../support/wait.ts';

export const NOON = new Date('2026-11-21T12:00:00Z');
export const minutes = (count: number) => new Date(NOON.getTime() + count * 60_000);

export const ADA = '440832553390155656';
export const BEA = '552332001545008116';

export const wire = {
  id: 'mem_1',
  product: 'prod_1',
  plan: { id: 'plan_1', mimic_plan_id: null },
  user: 'user_1',
  community_chat: { id: ADA },
  status: 'active',
  valid: true,
};
export const named = (id: string, change: object = {}) => ({ ...wire, id, ...change });
export const ended = { ...wire, status: 'canceled', valid: false };

type Page = { readonly status: number; readonly body?: object };
type Held = { readonly path: string; answer(status: number, body?: object): void };

/**
 * Sets up an empty database, and a Commerce Service over HTTP that answers from `holds`. If `holdsBack` is a list,
 * requests for single memberships go there, and the test answers them.
 */
export function useMirror() {
  let database: Database;
  let baseUrl: string;
  const asked: string[] = [];
  const service = {
    holds: new Map<string, object>(),
    holdsBack: [] as Held[] | undefined,
    isAskable: true,
    /** Answers a page of the list, in place of `holds`. */
    list: undefined as ((page: number) => Page | Promise<Page>) | undefined,
    /** Whether the list can be filtered by status. */
    knowsStatus: true,
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://service');
    asked.push(`${url.pathname.slice('/api/v2'.length)}${url.search}`);
    const answer = reply(response);
    const id = url.pathname.split('/memberships/')[1];
    if (!service.isAskable) answer(404);
    else if (id && service.holdsBack) service.holdsBack.push({ path: id, answer });
    else if (id) answer(service.holds.has(id) ? 200 : 404, service.holds.get(id));
    else {
      const page = url.searchParams.get('page');
      const { valid, status } = Object.fromEntries(url.searchParams);
      const fits = (one: object) =>
        isValid(one) === (valid === 'true') &&
        (!status || !service.knowsStatus || Reflect.get(one, 'status') === status);
      const all = () => ({ status: 200, body: pageOf(1, 1, [...service.holds.values()].filter(fits)) });
      const reply = page && service.list ? await service.list(Number(page)) : all();
      answer(reply.status, reply.body);
    }
  });
  beforeAll(async () => {
    database = await openTestDatabase();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await database.close();
  });
  const synced: [string, Urgency][] = [];
  beforeEach(async () => {
    asked.length = 0;
    synced.length = 0;
    Object.assign(service, {
      holds: new Map(),
      holdsBack: undefined,
      isAskable: true,
      list: undefined,
      knowsStatus: true,
    });
    await database.prisma.inboxEvent.deleteMany();
    await database.prisma.mirroredMembership.deleteMany();
    await database.prisma.roleMapping.deleteMany();
    await database.prisma.accountLink.deleteMany();
  });
  const aliases = new Map([['community_chat', 'forum']]);
  let count = 0;
  const stored = (id = 'mem_1') => database.prisma.mirroredMembership.findUnique({ where: { id } });
  return {
    asked,
    service,
    synced,
    prisma: () => database.prisma,
    /** Returns the dependencies of a job, with a new client: empty caches and its own rate limiter. */
    deps: (now = NOON) => {
      const clock = { now: () => now, wait: async () => undefined };
      return {
        prisma: database.prisma,
        commerce: createCommerceClient({ baseUrl, apiKey: 'key_1', clock, aliases }),
        aliases,
        clock,
        log: quietLog,
        requestSync: async (account: string, { urgency }: Concern) => void synced.push([account, urgency]),
      };
    },
    stored,
    /** Returns for each id whether the mirror stores it as valid. */
    validity: (...ids: string[]) => Promise.all(ids.map(async (id) => (await stored(id))?.valid)),
    /** Replaces the memberships in the service. */
    holds: (...memberships: { id: string }[]) => {
      service.holds = new Map(memberships.map((membership) => [membership.id, membership]));
    },
    /** Stores an event in the inbox, as the listener does. */
    receive: async (payload: Prisma.InputJsonObject, receivedAt = NOON) => {
      const event = normalise(payload, aliases);
      if (!event) throw new Error('no event');
      const { name, membershipId, occurredAt } = event;
      count += 1;
      const row = { id: `msg_${count}`, name, membershipId, occurredAt, receivedAt, payload };
      await database.prisma.inboxEvent.create({ data: row });
    },
    unworked: () => database.prisma.inboxEvent.count({ where: { workedAt: null } }),
    /** Waits for the next request in `holdsBack`. */
    question: () => waitUntil(() => service.holdsBack?.shift()),
  };
}

const reply = (response: ServerResponse) => (status: number, body?: object) => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body ?? {}));
};

const isValid = (membership: object): boolean => 'valid' in membership && membership.valid === true;

export const pageOf = (page: number, of: number, data: readonly object[]) => ({
  pagination: { current_page: page, total_page: of, total_count: data.length },
  data,
});
