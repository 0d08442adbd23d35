import type { CommerceClient, Plan } from '../commerce-client/index.ts';
import type { ShopProduct } from '../sandbox/index.ts';

/** Lists the plans for sale on the sandbox's page: the visible ones, by product, cheapest first. */
export async function listShop(commerce: CommerceClient): Promise<readonly ShopProduct[]> {
  const plans = (await commerce.plans.list({ visibility: 'visible', per: 50 })).items.toSorted(
    (a, b) => a.price - b.price,
  );
  const products = Map.groupBy(plans, (plan) => plan.productName ?? 'Plans');
  return [...products].map(([product, offered]) => ({
    product,
    plans: offered.map((plan) => ({
      id: plan.id,
      name: plan.name ?? plan.id,
      price: priceOf(plan),
      url: plan.directLink,
    })),
  }));
}

function priceOf({ price, currency, billingPeriod }: Plan): string {
  if (price === 0) return 'Free';
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency }).format(price);
  return billingPeriod === null ? amount : `${amount} / ${billingPeriod} days`;
}
