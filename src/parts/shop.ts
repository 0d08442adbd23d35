import type { CommerceService } from '../commerce-service/index.ts';
import { recentArrivals } from '../intake/arrivals.ts';
import type { Shop } from '../sandbox/index.ts';
import { listShop } from '../shop.ts';
import type { Ground } from './ground.ts';
import { openCounter } from './shop-counter.ts';

/** How many events the page follows on their way. */
const FOLLOWED = 30;

/**
 * The shop beside the sandbox's community. The page buys in it only where it is our own, with made-up money, and
 * gives access to no real server.
 */
export function openShop({ config, database, commerce }: Ground, service: CommerceService | undefined): Shop {
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
