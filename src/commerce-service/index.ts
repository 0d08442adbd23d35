import type { FastifyPluginAsync } from 'fastify';
import type { Listen, Schedule, Work } from '../queue.ts';
import { ensureAccount } from './accounts.ts';
import { apiV2 } from './api/index.ts';
import { chatPages } from './chat/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { cleanUp } from './cleanup.ts';
import { countPending } from './deliveries/count-pending.ts';
import { DeliveryWorker } from './deliveries/delivery-worker.ts';
import { expireEntries } from './entries/expire.ts';
import { followAccounts } from './life/access.ts';
import { changeDueMemberships } from './life/due.ts';
import { letTimePass } from './life/pass-time.ts';
import { mailQueues, workMail } from './mail-work.ts';
import { managePages } from './manage/routes.ts';
import { type Application, ensureClient } from './oauth/clients.ts';
import { oauth } from './oauth/index.ts';
import { collectRoutes } from './openapi/index.ts';
import { openapiRoutes } from './openapi/routes.ts';
import { ensureWebhook } from './own-webhook.ts';
import { accessQueue, cleanupQueue, dueQueue } from './queues.ts';
import { type Seed, seed } from './seed.ts';
import type { Service } from './service.ts';
import { refuseUnstorableRequest } from './storable.ts';

export { callbackUrl } from './chat/provider.ts';
export { type MailSender, smtpSender } from './mail.ts';

/** Its background work. */
export const commerceQueues = [dueQueue, accessQueue, cleanupQueue, ...mailQueues] as const;

/** What background work needs. */
export interface Background {
  readonly work: Work;
  readonly schedule: Schedule;
  readonly listen: Listen;
}

/** The commerce API as a service of its own. It knows nothing of chat, and is reached over HTTP only. */
export interface CommerceService {
  /** `/api/v2/…`, `/v5/…` (also below `/api`), `/oauth/…`, `/checkout/:plan_id`, `/memberships/…` and what describes them. */
  readonly routes: FastifyPluginAsync;
  /**
   * Starts its background work in this process: deliveries, and what is due by the clock, and mail.
   * @returns the function that stops the deliveries; the queue's work stops with the queue
   */
  work(jobs: Background): Promise<() => Promise<void>>;
  /**
   * Does now what is due by the clock, as the schedule does every minute; safe to run at the same time.
   * @returns how many changes of memberships and accepted entries were made
   */
  runDue(): Promise<number>;
  /**
   * Lets memberships that are past due follow what their account says, as is done when that changes.
   * @returns how many went valid or invalid
   */
  followAccounts(): Promise<number>;
  /**
   * Lets time pass for one membership until what is due for it next is due, and does that: a renewal, a further
   * try to charge, an end. Only for a sandbox: no client of the API can do it.
   * @throws Refusal when there is no such membership, or nothing will ever be due for it
   */
  letTimePass(membershipId: string): Promise<void>;
  /** Removes what nobody needs any more, as the schedule does every ten minutes. */
  cleanUp(): Promise<void>;
  /** How many deliveries have not arrived yet. */
  countPending(): Promise<number>;
  /**
   * Makes sure that the operator's account is there with this key, and listens at this endpoint with this
   * signing secret. Run at every start; changed values replace those before.
   */
  prepare(options: {
    readonly apiKey: string;
    readonly webhook?: { readonly url: string; readonly secret: string };
    /** The account's OAuth application. */
    readonly application?: Application;
  }): Promise<void>;
  /**
   * Puts one product with two plans into an empty service, once; after `prepare`.
   * @returns what was seeded, now or before; undefined on a service that was in use without it
   */
  seed(): Promise<Seed | undefined>;
}

/** Does what is due by the clock, each change once, also after days of downtime and with several processes. */
async function runDue(service: Service, now: Date, signal?: AbortSignal): Promise<number> {
  const changes = await changeDueMemberships(service, now, signal);
  return changes + (await expireEntries(service, now, signal));
}

/** Puts the service together from what it needs. */
export function createCommerceService(service: Service): CommerceService {
  return {
    async routes(app) {
      // Wherever a value came from, in whichever encoding: no handler sees one that can't be looked up.
      app.addHook('preHandler', refuseUnstorableRequest);
      const describeRoutes = collectRoutes(app, service);
      await app.register(openapiRoutes(describeRoutes));
      await app.register(apiV2(service), { prefix: '/api/v2' });
      await app.register(checkoutRoutes(service));
      await app.register(oauth(service));
      await app.register(managePages(service));
      if (service.chat) await app.register(chatPages(service, service.chat));
    },
    async work({ work, schedule, listen }) {
      const now = () => service.clock.now();
      await work(dueQueue, async (_, { signal }) => void (await runDue(service, now(), signal)));
      await work(accessQueue, async (_, { signal }) => void (await followAccounts(service, signal)));
      await work(cleanupQueue, (_, { signal }) => cleanUp(service, now(), signal));
      await workMail(service, work);
      await schedule(dueQueue, '* * * * *', {});
      // A membership that became past due just as its account changed its mind is found by the next round.
      await schedule(accessQueue, '* * * * *', {});
      await schedule(cleanupQueue, '*/10 * * * *', {});
      // What was missed while nothing ran isn't kept waiting for the next minute.
      await service.send(dueQueue, {}, { key: dueQueue.name });
      const deliveries = await DeliveryWorker.open(service, listen);
      return () => deliveries.close();
    },
    runDue: () => runDue(service, service.clock.now()),
    followAccounts: () => followAccounts(service),
    letTimePass: async (membershipId) => void (await letTimePass(service, membershipId)),
    cleanUp: () => cleanUp(service, service.clock.now()),
    countPending: () => countPending(service.prisma),
    async prepare({ apiKey, webhook, application }) {
      const accountId = await ensureAccount(service, apiKey);
      if (webhook) await ensureWebhook(service, accountId, webhook);
      if (application) await ensureClient(service, accountId, application);
    },
    seed: () => seed(service),
  };
}
