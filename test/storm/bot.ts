import Value from 'typebox/value';
import { accessQueues, memberJoined, memberUpdated, queueRefresh } from '../../src/access/index.ts';
import { createOwnSyncs } from '../../src/access/sync/observe-member.ts';
import { workAccess } from '../../src/access/workers.ts';
import type { Clock } from '../../src/clock.ts';
import { createCommerceClient } from '../../src/commerce-client/index.ts';
import type { Database } from '../../src/database/index.ts';
import { createCaller } from '../../src/discord/caller.ts';
import { createCommunity } from '../../src/discord/community.ts';
import { createRest } from '../../src/discord/rest.ts';
import { buildApp } from '../../src/http/app.ts';
import { createInbox } from '../../src/intake/inbox.ts';
import { listener } from '../../src/intake/listener.ts';
import { createVerify } from '../../src/intake/verify.ts';
import { startJobs } from '../../src/jobs/index.ts';
import type { Work } from '../../src/queue.ts';
import type { CommunityEvent } from '../../src/sandbox/changes/change.ts';
import { SECRET } from '../intake/support.ts';
import { TOKEN } from '../sandbox/sandbox.ts';
import { quietLog } from '../support/log.ts';
import type { Waiting } from './waiting.ts';

/** How long a call may take, in milliseconds: those that hang are waited for in real time. */
const DEADLINE = 1_000;

export interface BotOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly apiUrl: string;
  readonly shopUrl: string;
  readonly guildId: string;
}

export type Jobs = Awaited<ReturnType<typeof startJobs>>;

/** The queues in the database; whoever works them decides about order and time. */
export const startQueues = (database: Database): Promise<Jobs> =>
  startJobs({ database, queues: accessQueues, log: quietLog });

/** The bot's parts as one process has them, save for the engine that would start its jobs. */
export async function startBot(jobs: Jobs, { database, clock, apiUrl, shopUrl, guildId }: BotOptions) {
  const { prisma } = database;
  const { send, sendAll } = jobs;
  const handlers = new Map<string, (job: Waiting, signal: AbortSignal) => Promise<void>>();
  const work: Work = async (queue, handler) => {
    handlers.set(queue.name, ({ id, data }, signal) =>
      handler(Value.Parse(queue.data, data), { id, attempt: 1, signal }),
    );
  };
  const aliases = new Map<string, string>();
  const deps = {
    prisma,
    clock,
    log: quietLog,
    send,
    sendAll,
    ownSyncs: createOwnSyncs(clock),
    aliases,
    isAlone: true,
    guildIds: [guildId],
    commerce: createCommerceClient({ baseUrl: shopUrl, apiKey: 'key', clock }),
    community: createCommunity(createCaller(createRest({ token: TOKEN, apiUrl }), TOKEN, clock, DEADLINE)),
    memberCount: () => undefined,
    notifyMember: async () => undefined,
  };
  await workAccess(deps, work, async () => undefined);
  const app = buildApp({ log: quietLog });
  await app.register(listener, {
    clock,
    aliases,
    log: quietLog,
    store: createInbox({ prisma, queueRefresh: queueRefresh(sendAll, clock), concurrency: 1 }),
    verify: createVerify({ secrets: [SECRET], clock }),
  });
  return {
    app,
    deps,
    send,
    run: (job: Waiting, signal: AbortSignal) => handlers.get(job.name)?.(job, signal) ?? Promise.resolve(),
    /** Hears of the chat, as the gateway hands it on. */
    async hear(event: CommunityEvent) {
      if (event.type !== 'member-added' && event.type !== 'member-updated') return;
      const { userId, roles, pending } = event.member;
      if (event.type === 'member-added') return memberJoined(deps, { guildId, userId });
      await memberUpdated(deps, { guildId, userId }, { roleIds: roles, isPending: pending, isBot: false });
    },
  };
}
