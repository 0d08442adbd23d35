import type { CommerceService } from '../commerce-service/index.ts';
import { recentArrivals } from '../intake/arrivals.ts';
import type { Shop } from '../sandbox/index.ts';
import type { Container } from './container.ts';
import { listShop, ownNameOf, titleOf } from './list-shop.ts';
import { openCounter } from './shop-counter.ts';

/** Number of recent events whose processing the page shows. */
const FOLLOWED = 30;

/**
 * Opens the shop on the sandbox's page. The page can buy, and shows the seller's names of plans, only in the built-in
 * service and without a real guild: it pays with made-up money, and everyone at it acts for the seller. Next to a real
 * guild it doesn't show what is bought either.
 */
export function openShop(
  { config, database, commerce }: Container,
  service: CommerceService | undefined,
): Shop {
  const isReal = config.discord !== undefined;
  const ownService = isReal ? undefined : service;
  return {
    products: () => listShop(commerce, ownService ? ownNameOf : titleOf),
    arrivals: async () =>
      (isReal ? [] : await recentArrivals(database.prisma, FOLLOWED)).map((arrival) => ({
        ...arrival,
        happenedAt: arrival.happenedAt.toISOString(),
        storedAt: arrival.storedAt.toISOString(),
        workedAt: arrival.workedAt?.toISOString() ?? null,
      })),
    counter: ownService && openCounter(config.localUrl, commerce, ownService),
  };
}
