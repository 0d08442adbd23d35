import { recentArrivals } from '../intake/arrivals.ts';
import type { Shop } from '../sandbox/index.ts';
import { listShop } from '../shop.ts';
import type { Ground } from './ground.ts';
import { openCounter } from './shop-counter.ts';

/** How many events the page follows on their way. */
const FOLLOWED = 30;

/** The shop beside the sandbox's community. It sells by itself only where it is our own, with made-up money. */
export function openShop({ config, database, commerce }: Ground): Shop {
  return {
    products: () => listShop(commerce),
    arrivals: async () =>
      (await recentArrivals(database.prisma, FOLLOWED)).map((arrival) => ({
        ...arrival,
        happenedAt: arrival.happenedAt.toISOString(),
        storedAt: arrival.storedAt.toISOString(),
        workedAt: arrival.workedAt?.toISOString() ?? null,
      })),
    counter: config.parts.has('commerce') ? openCounter(config.localUrl, commerce) : undefined,
  };
}
