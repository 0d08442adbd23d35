import type { FastifyPluginAsync } from 'fastify';
import type { Schedule, Work } from '../queue.ts';
import { ensureAccount } from './accounts.ts';
import { apiV2 } from './api/index.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { attemptDelivery } from './deliveries/attempt.ts';
import { deliverQueue } from './deliveries/queue.ts';
import { tidyDeliveries } from './deliveries/tidy.ts';
import { runDue } from './life/due.ts';
import { type Application, ensureClient } from './oauth/clients.ts';
import { oauth } from './oauth/index.ts';
import { collectRoutes } from './openapi/index.ts';
import { openapiRoutes } from './openapi/routes.ts';
import { dueQueue, tidyQueue } from './queues.ts';
import { type Seed, seed } from './seed.ts';
import type { Service } from './service.ts';
import { ensureWebhook } from './webhooks.ts';

/** Its background work. */
export const commerceQueues = [deliverQueue, dueQueue, tidyQueue] as const;

/** The commerce API as a service of its own. It knows nothing of chat, and is reached over HTTP only. */
export interface CommerceService {
  /** `/api/v2/…`, `/v5/…` (also below `/api`), `/oauth/…`, `/checkout/:plan_id` and what describes them. */
  readonly routes: FastifyPluginAsync;
  /** Starts its background work in this process: deliveries, and what is due by the clock. */
  work(work: Work, schedule: Schedule): Promise<void>;
  /**
   * Does now what is due by the clock, as the schedule does every minute; safe to run at the same time.
   * @returns how many memberships' changes were made
   */
  runDue(): Promise<number>;
  /** Removes old deliveries and finds lost ones, as the schedule does every ten minutes. */
  tidy(): Promise<void>;
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

/** Puts the service together from what it needs. */
export function createCommerceService(service: Service): CommerceService {
  return {
    async routes(app) {
      const describeRoutes = await collectRoutes(app, service);
      await app.register(openapiRoutes(describeRoutes));
      await app.register(apiV2(service), { prefix: '/api/v2' });
      await app.register(checkoutRoutes(service));
      await app.register(oauth(service));
    },
    async work(work, schedule) {
      const now = () => service.clock.now();
      await work(deliverQueue, (data, job) => attemptDelivery(service, data, job));
      await work(dueQueue, async (_, { signal }) => void (await runDue(service, now(), signal)));
      await work(tidyQueue, (_, { signal }) => tidyDeliveries(service, now(), signal));
      await schedule(dueQueue, '* * * * *', {});
      await schedule(tidyQueue, '*/10 * * * *', {});
      // What was missed while nothing ran isn't kept waiting for the next minute.
      await service.send(dueQueue, {}, { key: dueQueue.name });
    },
    runDue: () => runDue(service, service.clock.now()),
    tidy: () => tidyDeliveries(service, service.clock.now()),
    async prepare({ apiKey, webhook, application }) {
      const accountId = await ensureAccount(service, apiKey);
      if (webhook) await ensureWebhook(service, accountId, webhook);
      if (application) await ensureClient(service, accountId, application);
    },
    seed: () => seed(service),
  };
}
