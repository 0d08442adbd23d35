import type { FastifyPluginAsync } from 'fastify';
import type { Listen, Schedule, Work } from '../queue.ts';
import { rememberCallers } from './accounts/callers.ts';
import { ensureAccount } from './accounts/service.ts';
import { apiV2 } from './api/index.ts';
import { refuseUnstorableRequest } from './api/storable.ts';
import { chatPages } from './chat/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { cleanUp } from './cleanup.ts';
import { managePages } from './customer-pages/routes.ts';
import { applyOwnerToRest, ownerQueue } from './customers/apply-owner.ts';
import { countPending } from './deliveries/count-pending.ts';
import { DeliveryWorker } from './deliveries/delivery-worker.ts';
import { expireEntries } from './entries/expire.ts';
import { mailQueues, workMail } from './mail/work.ts';
import { followAccounts } from './memberships/life/access.ts';
import { changeDueMemberships } from './memberships/life/due.ts';
import { letTimePass } from './memberships/life/pass-time.ts';
import { type Application, ensureClient } from './oauth/clients.ts';
import { oauth } from './oauth/index.ts';
import { collectRoutes } from './openapi/index.ts';
import { openapiRoutes } from './openapi/routes.ts';
import { accessQueue, cleanupQueue, dueQueue } from './queues.ts';
import { type Seed, seed } from './seed.ts';
import type { Service } from './service.ts';
import { ensureWebhook } from './webhooks/own-webhook.ts';

export { callbackUrl } from './chat/provider.ts';
export { type MailSender, smtpSender } from './mail/mail.ts';

export const commerceQueues = [dueQueue, accessQueue, cleanupQueue, ownerQueue, ...mailQueues] as const;

export interface Background {
  readonly work: Work;
  readonly schedule: Schedule;
  readonly listen: Listen;
}

/** The commerce API as a self-contained service. It doesn't depend on the bot, and clients reach it over HTTP only. */
export interface CommerceService {
  /** `/api/v2/…`, `/v5/…` (also under `/api`), `/oauth/…`, `/checkout/…`, `/memberships/…`, the API's documentation. */
  readonly routes: FastifyPluginAsync;
  /**
   * Starts the background work in this process: deliveries, changes that are due by the clock, and mail.
   * @returns a function that stops the deliveries; the other workers stop with the queue
   */
  work(jobs: Background): Promise<() => Promise<void>>;
  /** Makes all due changes, as the schedule does every minute, and returns how many. Safe to run concurrently. */
  runDue(): Promise<number>;
  /** Applies the accounts' settings to past-due memberships. Returns how many became valid or invalid. */
  followAccounts(): Promise<number>;
  /**
   * Moves one membership forward in time to its next due change (a renewal, a payment retry or its end), and makes that
   * change. For the sandbox only; no API client can do this.
   * @throws Refusal if there is no such membership, or nothing will ever be due for it
   */
  letTimePass(membershipId: string): Promise<void>;
  /** Deletes data that is no longer needed, as the schedule does every ten minutes. */
  cleanUp(): Promise<void>;
  countPending(): Promise<number>;
  /**
   * Creates the operator's account with this API key, its webhook and its OAuth application, or updates them. Run at
   * every start; changed values replace the previous ones.
   */
  prepare(options: {
    readonly apiKey: string;
    readonly webhook?: { readonly url: string; readonly secret: string };
    readonly application?: Application;
  }): Promise<void>;
  /**
   * Seeds an empty service with one product and two plans, once. Call it after `prepare`.
   * @returns the seeded product and plans, also later; undefined if the service was in use before it was seeded
   */
  seed(): Promise<Seed | undefined>;
}

/** Makes all due changes, each exactly once, also after days of downtime and with several processes. */
async function runDue(service: Service, now: Date, signal?: AbortSignal): Promise<number> {
  const changes = await changeDueMemberships(service, now, signal);
  return changes + (await expireEntries(service, now, signal));
}

/** Creates the service from its dependencies. */
export function createCommerceService(service: Service): CommerceService {
  const callers = rememberCallers(service);
  return {
    async routes(app) {
      // Covers every part and encoding of a request, so that no handler gets a value that the database can't look up.
      app.addHook('preHandler', refuseUnstorableRequest);
      const describeRoutes = collectRoutes(app, service);
      await app.register(openapiRoutes(service, describeRoutes));
      await app.register(apiV2(service, callers), { prefix: '/api/v2' });
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
      await work(ownerQueue, (data, job) => applyOwnerToRest(service, data, job));
      await workMail(service, work);
      await schedule(dueQueue, '* * * * *', {});
      // Catches a membership that became past due at the moment its account's setting changed.
      await schedule(accessQueue, '* * * * *', {});
      await schedule(cleanupQueue, '*/10 * * * *', {});
      // Makes up for changes missed while no process ran, without waiting for the next minute.
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
      callers.forgetAll();
      if (webhook) await ensureWebhook(service, accountId, webhook);
      if (application) await ensureClient(service, accountId, application);
    },
    seed: () => seed(service),
  };
}
