import type { CommerceClient, Plan } from '../commerce-client/index.ts';
import type { CommerceService } from '../commerce-service/index.ts';
import { recentArrivals } from '../intake/arrivals.ts';
import type { Shop, ShopProduct } from '../sandbox/index.ts';
import type { Container } from './container.ts';
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

/**
 * Lists the plans for sale on the sandbox's page: the visible ones, by product, cheapest first.
 * @param nameOf returns the name to show for a plan
 */
export async function listShop(
  commerce: CommerceClient,
  nameOf: (plan: Plan) => string,
): Promise<readonly ShopProduct[]> {
  const plans = (await commerce.plans.list({ visibility: 'visible', per: 50 })).items.toSorted(
    (a, b) => a.price - b.price,
  );
  const products = Map.groupBy(plans, (plan) => titleOf(plan));
  return [...products].map(([product, offered]) => ({
    product,
    plans: offered.map((plan) => ({
      id: plan.id,
      name: nameOf(plan),
      price: priceOf(plan),
      url: plan.directLink,
    })),
  }));
}

/** Returns a plan's name for buyers. */
export const titleOf = ({ productName }: Plan): string => productName ?? 'Membership';

/** Returns the seller's own name for a plan, from its internal notes. */
export const ownNameOf = ({ name, id }: Plan): string => name ?? id;

function priceOf({ price, currency, billingPeriod }: Plan): string {
  if (price === 0) return 'Free';
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency }).format(price);
  return billingPeriod === null ? amount : `${amount} / ${billingPeriod} days`;
}
