import { randomBytes, randomUUID } from 'node:crypto';
import type { Community } from '../../src/access/community.ts';
import { accessQueues, queueRefresh } from '../../src/access/index.ts';
import { listMappings } from '../../src/access/mappings/mappings.ts';
import { compareGuild } from '../../src/access/sweep/compare-guild.ts';
import { syncMember } from '../../src/access/sync/sync-member.ts';
import { systemClock } from '../../src/clock.ts';
import { commerceQueues, createCommerceService } from '../../src/commerce-service/index.ts';
import type { Database } from '../../src/database/index.ts';
import { buildApp } from '../../src/http/app.ts';
import { createInbox } from '../../src/intake/inbox.ts';
import { listener } from '../../src/intake/listener.ts';
import { createVerify } from '../../src/intake/verify.ts';
import { startJobs } from '../../src/jobs/index.ts';
import { createLog } from '../../src/observability/log.ts';
import { DELIVERIES, SECRET } from '../intake/event.ts';
import { sign } from '../load/sign.ts';
import { chatUser, makeDue, seedWorld, WORLD } from './seed.ts';

/** Members on a page of the platform, and memberships due at a time. */
const PAGE = 1000;
const DUE = 10;

/** Maximum page size of the API. */
const PER = 50;

const API_KEY = randomBytes(24).toString('base64url');

/** An operation whose frequency grows with the deployment. */
export interface Work {
  readonly name: string;
  /** Sets up a run; not measured. */
  prepare?(n: number): Promise<void>;
  /** @param n the number of memberships */
  run(n: number): Promise<unknown>;
}

/** Opens the parts on a database, within this process. */
export async function openWorks(database: Database) {
  const { prisma } = database;
  const clock = systemClock;
  const log = createLog('silent');
  const jobs = await startJobs({ database, queues: [...accessQueues, ...commerceQueues], log });
  const service = createCommerceService({
    prisma,
    clock,
    log,
    send: jobs.send,
    publicUrl: 'http://127.0.0.1',
  });
  await service.prepare({ apiKey: API_KEY });
  await seedWorld(prisma);
  const app = buildApp({ log });
  await app.register(service.routes);
  await app.register(listener, {
    clock,
    log,
    aliases: new Map<string, string>(),
    store: createInbox({ prisma, queueRefresh: queueRefresh(jobs.sendAll, clock), concurrency: 1 }),
    verify: createVerify({ secrets: [SECRET], clock }),
  });
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${API_KEY}` };
    const { statusCode, body } = await app.inject({ url: `/api/v2/memberships${path}`, headers });
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`);
  };
  const deliver = async () => {
    const id = randomUUID();
    const body = DELIVERIES.body?.replaceAll('{n}', id) ?? '';
    const headers = { ...DELIVERIES.headers, ...sign(SECRET, id, body, clock.now()) };
    const { statusCode } = await app.inject({ method: 'POST', url: DELIVERIES.path, headers, body });
    if (statusCode !== 200) throw new Error(`A delivery was answered ${statusCode}.`);
  };
  const notifyMember = async () => undefined;
  const deps = { prisma, clock, log, send: jobs.send, community: everybodyHasTheRole, notifyMember };
  const { guildId } = WORLD;
  const { signal } = new AbortController();
  const works: Work[] = [
    { name: 'list: first page', run: () => get(`?per=${PER}`) },
    { name: 'list: page in the middle', run: (n) => get(`?per=${PER}&page=${Math.ceil(n / PER / 2)}`) },
    {
      name: 'list: the page after that',
      prepare: async (n) => get(`?per=${PER}&page=${Math.ceil(n / PER / 2)}`),
      run: (n) => get(`?per=${PER}&page=${Math.ceil(n / PER / 2) + 1}`),
    },
    { name: 'list: of one chat account', run: () => get(`?community_chat_id=${chatUser(anyOf(PAGE))}`) },
    { name: 'retrieve one', run: (n) => get(`/mem_${anyOf(n)}`) },
    {
      name: 'sync one member',
      run: (n) =>
        syncMember(deps, { guildId, userId: chatUser(anyOf(n)) }, { urgency: 'live', mayTake: true }, signal),
    },
    { name: 'take a webhook', run: deliver },
    {
      name: 'compare a page of a sweep',
      async run() {
        const mappings = await listMappings(prisma, guildId);
        const pages = compareGuild({ ...deps, memberCount: () => undefined }, guildId, mappings, signal);
        for await (const page of pages) if (page.length !== PAGE) throw new Error('The page is not full.');
      },
    },
    {
      name: `do what is due for ${DUE}`,
      prepare: () => makeDue(prisma, DUE),
      async run() {
        const made = await service.runDue();
        if (made !== DUE) throw new Error(`${made} changes were made instead of ${DUE}.`);
      },
    },
  ];
  return {
    works,
    async close() {
      await app.close();
      await jobs.stop();
    },
  };
}

const anyOf = (n: number): number => 1 + Math.floor(Math.random() * n);

const hasRole = { roleIds: [WORLD.roleId], isPending: false, isBot: false };
const refuses = async () => {
  throw new Error('Nothing is to be changed here.');
};

/** A platform that answers at once: all members are present and have the role they paid for. */
const everybodyHasTheRole: Community = {
  getMember: async () => hasRole,
  getSelf: refuses,
  listMembers: async () => ({
    members: Array.from({ length: PAGE }, (_, n) => ({ userId: chatUser(n + 1), ...hasRole })),
    isLast: true,
  }),
  getGuild: refuses,
  getNames: refuses,
  addRole: refuses,
  removeRole: refuses,
  setRoles: refuses,
  kick: refuses,
};
