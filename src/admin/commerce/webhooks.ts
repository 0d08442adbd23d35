import { MAX_PAGES } from '../../commerce-client/context.ts';
import { unreadable } from '../../commerce-client/faults.ts';
import type { CommerceClient } from '../../commerce-client/index.ts';
import type { LastDelivery, SecretWebhook, Webhook } from '../../commerce-client/webhooks.ts';
import { errorCode } from '../../errors.ts';
import { createSwrCache } from '../../swr-cache.ts';
import { carryOut, type OrderDeps } from '../order.ts';
import type { Orderer } from './plans.ts';

export interface WebhooksDeps extends OrderDeps {
  readonly commerce: Pick<CommerceClient, 'webhooks'>;
  /** URLs of our intake: first the one to register, then others under which it may be registered. */
  readonly intakeUrls: readonly [string, ...string[]];
}

/** The service's webhooks, and the state of ours. */
export interface WebhooksNow {
  readonly webhooks: readonly (Webhook & { readonly isOurs: boolean })[];
  /** URL that our webhook should have. */
  readonly ourUrl: string;
  /** Time of the last event received; null if there is none in the inbox, which keeps a month. */
  readonly lastArrival: Date | null;
  /** Number of webhooks skipped as unreadable. */
  readonly skipped: number;
  /** Our webhook's last delivery, finished or in progress; null if the service reports none. */
  readonly lastDelivery: LastDelivery | null;
}

export type WebhooksForAdmins = ReturnType<typeof webhooksForAdmins>;

export function webhooksForAdmins(deps: WebhooksDeps) {
  const { prisma, clock, commerce, intakeUrls } = deps;
  const [ourUrl] = intakeUrls;
  const isOurs = ({ url }: Webhook) => intakeUrls.includes(url);
  const all = async (): Promise<{ readonly found: readonly Webhook[]; readonly skipped: number }> => {
    const found: Webhook[] = [];
    let skipped = 0;
    for (let page = 1, pages = 1; page <= Math.min(pages, MAX_PAGES); page++) {
      const listed = await commerce.webhooks.list({ page, per: 50 });
      found.push(...listed.items);
      skipped += listed.skipped;
      pages = listed.pages;
    }
    return { found, skipped };
  };
  const cache = createSwrCache(async function* () {
    const { found, skipped } = await all();
    yield { items: found, isWhole: skipped === 0 };
  }, clock);
  return {
    ourUrl,
    async list(): Promise<WebhooksNow> {
      const { found, skipped } = await all();
      const webhooks = found.map((webhook) => ({ ...webhook, isOurs: isOurs(webhook) }));
      const ours = webhooks.find((webhook) => webhook.isOurs);
      const arrival = await prisma.inboxEvent.aggregate({ _max: { receivedAt: true } });
      const lastDelivery = ours && (await lastDeliveryOf(commerce, ours.id));
      return {
        webhooks,
        skipped,
        ourUrl,
        lastDelivery: lastDelivery ?? null,
        lastArrival: arrival._max.receivedAt,
      };
    },
    /** Suggests webhooks for typed text, from a cached list. */
    async suggest(typed: string): Promise<readonly Webhook[]> {
      const wanted = typed.trim().toLowerCase();
      return (await cache.read()).filter(({ id, url }) => `${id} ${url}`.toLowerCase().includes(wanted));
    },
    /**
     * @returns undefined if there is no such webhook
     * @throws Fault `COMMERCE_UNREADABLE` if it isn't found and some webhooks were unreadable
     */
    async find(id: string): Promise<(Webhook & { isOurs: boolean }) | undefined> {
      const { found, skipped } = await all();
      const webhook = found.find((one) => one.id === id);
      if (!webhook && skipped > 0) throw unreadable();
      return webhook && { ...webhook, isOurs: isOurs(webhook) };
    },
    /** @returns `known`, the webhook that already has this URL, or `made`, the new one with its secret */
    async register(
      url: string,
      { guildId, userId: actor }: Orderer,
    ): Promise<{ readonly known: Webhook } | { readonly made: SecretWebhook; readonly isOurs: boolean }> {
      const known = (await all()).found.find((webhook) => webhook.url === url);
      if (known) return { known };
      const made = await carryOut(
        deps,
        // Only the origin is recorded: a path or a query may contain a secret.
        { guildId, actor, action: 'webhook registered', object: webhookOf(originOf(url)) },
        () => commerce.webhooks.register(url),
        ({ id }) => ({ id, details: { origin: originOf(url) } }),
      );
      const { secret: _, ...webhook } = made;
      cache.add(webhook);
      return { made, isOurs: isOurs(made) };
    },
    rotate: (id: string, { guildId, userId: actor }: Orderer): Promise<SecretWebhook> =>
      carryOut(deps, { guildId, actor, action: 'webhook secret rotated', object: webhookOf(id) }, () =>
        commerce.webhooks.rotate(id),
      ),
  };
}

const webhookOf = (id: string) => ({ type: 'webhook', id });

/** Returns an empty string for an invalid URL, which the service will refuse. */
const originOf = (url: string): string => URL.parse(url)?.origin ?? '';

/** Returns undefined if the service doesn't report deliveries. */
async function lastDeliveryOf(
  { webhooks }: WebhooksDeps['commerce'],
  id: string,
): Promise<LastDelivery | undefined> {
  try {
    return await webhooks.lastDelivery(id);
  } catch (error) {
    if (errorCode(error) === 'COMMERCE_UNABLE') return undefined;
    throw error;
  }
}
