import type { CommerceClient, Plan } from '../commerce-client/index.ts';
import type { ShopProduct } from '../sandbox/index.ts';

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
