import type { CommerceService } from '../commerce-service/index.ts';
import { recentArrivals } from '../intake/arrivals.ts';
import type { Shop } from '../sandbox/index.ts';
import type { Container } from './container.ts';
import { listShop } from './list-shop.ts';
import { openCounter } from './shop-counter.ts';

/** Number of recent events whose processing the page shows. */
const FOLLOWED = 30;

/**
 * Opens the shop on the sandbox's page. The page can buy only in the built-in service and without a real guild, since
 * it pays with made-up money.
 */
export function openShop(
  { config, database, commerce }: Container,
  service: CommerceService | undefined,
): Shop {
  return {
    products: () => listShop(commerce),
    arrivals: async () =>
      (await recentArrivals(database.prisma, FOLLOWED)).map((arrival) => ({
        ...arrival,
        happenedAt: arrival.happenedAt.toISOString(),
        storedAt: arrival.storedAt.toISOString(),
        workedAt: arrival.workedAt?.toISOString() ?? null,
      })),
    counter: service && !config.discord ? openCounter(config.localUrl, commerce, service) : undefined,
  };
}
