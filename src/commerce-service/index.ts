import type { FastifyPluginAsync } from 'fastify';
import { rememberCallers } from './accounts/callers.ts';
import { ensureAccount } from './accounts/service.ts';
import { apiV2 } from './api/index.ts';
import { refuseUnstorableRequest } from './api/tolerance.ts';
import { type Background, cleanUp, runDue, startBackground } from './background.ts';
import { chatPages } from './chat/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { managePages } from './customer-pages/routes.ts';
import { countPending } from './deliveries/maintenance.ts';
import { followAccounts } from './memberships/life/access.ts';
import { letTimePass } from './memberships/life/due.ts';
import { type Application, ensureClient } from './oauth/clients.ts';
import { oauth } from './oauth/index.ts';
import { collectRoutes, openapiRoutes } from './openapi/index.ts';
import { type Seed, seed } from './seed.ts';
import type { Service } from './service.ts';
import { ensureWebhook } from './webhooks/own-webhook.ts';

export { commerceQueues } from './background.ts';
export { callbackUrl } from './chat/provider.ts';
export { type MailSender, smtpSender } from './mail.ts';

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
    work: (jobs) => startBackground(service, jobs),
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
