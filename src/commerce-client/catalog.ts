import type { Clock } from '../clock.ts';
import { errorCode } from '../errors.ts';
import { createSwrCache, type Loaded } from '../swr-cache.ts';
import { MAX_PAGES } from './context.ts';
import type { Page, PageRequest } from './list.ts';
import type { Plan } from './plan.ts';
import type { Plans } from './plans.ts';
import type { Product, Products } from './products.ts';
import type { PromoCode, PromoCodes } from './promo-codes.ts';
import type { Turn } from './rate-limiter.ts';

/** Timeout for loading a complete list, in milliseconds. */
const TIMEOUT = 60_000;

const PER_PAGE = 50;

const OFFERED = ['visible', 'hidden'] as const;

/** Longest name kept, in characters. */
const NAME_LENGTH = 100;

/** Plan fields available without asking the service. */
export type PlanChoice = Pick<
  Plan,
  | 'id'
  | 'name'
  | 'productId'
  | 'productName'
  | 'type'
  | 'price'
  | 'renewalPrice'
  | 'currency'
  | 'billingPeriod'
  | 'visibility'
>;
export type PromoCodeChoice = Pick<PromoCode, 'id' | 'code' | 'status'>;

/**
 * Choices for autocomplete, served from a cache that reloads in the background once it is a minute old. Names that
 * begin with the typed text come first. Never fails, but the result may be empty or stale.
 */
export interface Catalog {
  /** Visible and hidden plans, newest first. Quick links and archived plans are not offered. */
  plans(typed: string, count: number): Promise<readonly PlanChoice[]>;
  products(typed: string, count: number): Promise<readonly Product[]>;
  /** Active and inactive codes; archived ones are left out. */
  promoCodes(typed: string, count: number): Promise<readonly PromoCodeChoice[]>;
  /** Whether a product or an offered plan has this id; undefined if it isn't found while a list is incomplete. */
  has(id: string): Promise<boolean | undefined>;
  /** Adds a plan that was just created, if its visibility is offered. */
  addPlan(plan: Plan): void;
}

interface Lists {
  readonly plans: Pick<Plans, 'list'>;
  readonly products: Products;
  readonly promoCodes: PromoCodes;
  readonly clock: Clock;
}

export function createCatalog({ plans, products, promoCodes, clock }: Lists): Catalog {
  const planShelf = createSwrCache(() => {
    const lists = OFFERED.map(
      (visibility) => (request: PageRequest, turn: Turn) => plans.list({ ...request, visibility }, turn),
    );
    return collect(lists, toPlanChoice);
  }, clock);
  const promoShelf = createSwrCache(() => {
    const wanted = ['active', 'inactive'] as const;
    const lists = wanted.map(
      (status) => (request: PageRequest, turn: Turn) => promoCodes.list({ ...request, status }, turn),
    );
    return collect(lists, ({ id, code, status }): PromoCodeChoice => ({ id, code: short(code), status }));
  }, clock);
  const productShelf = createSwrCache(async function* () {
    try {
      yield* collect([products.list], ({ id, name }): Product => ({ id, name: short(name) }));
    } catch (error) {
      if (errorCode(error) !== 'COMMERCE_UNABLE') throw error;
      yield { items: productsOf(await planShelf.read()), isWhole: planShelf.isWhole() };
    }
  }, clock);
  return {
    plans: async (typed, count) =>
      matching(await planShelf.read(), typed, count, ({ id, name, productName }) => [name, productName, id]),
    products: async (typed, count) =>
      matching(await productShelf.read(), typed, count, ({ id, name }) => [name, id]),
    promoCodes: async (typed, count) =>
      matching(await promoShelf.read(), typed, count, ({ id, code }) => [code, id]),
    async has(id) {
      const lists = await Promise.all([planShelf.read(), productShelf.read()]);
      if (lists.some((list) => list.some((each) => each.id === id))) return true;
      return planShelf.isWhole() && productShelf.isWhole() ? false : undefined;
    },
    addPlan(plan) {
      if (OFFERED.some((visibility) => visibility === plan.visibility)) planShelf.add(toPlanChoice(plan));
    },
  };
}

const short = (name: string): string => [...name.slice(0, 2 * NAME_LENGTH)].slice(0, NAME_LENGTH).join('');

const toPlanChoice = (plan: Plan): PlanChoice => ({
  id: plan.id,
  name: plan.name && short(plan.name),
  productId: plan.productId,
  productName: plan.productName && short(plan.productName),
  type: plan.type,
  price: plan.price,
  renewalPrice: plan.renewalPrice,
  currency: plan.currency,
  billingPeriod: plan.billingPeriod,
  visibility: plan.visibility,
});

/** Derives the products from the plans, with the id as the name if the name is unknown. */
function productsOf(plans: readonly PlanChoice[]): readonly Product[] {
  const named = plans.flatMap(({ productId: id, productName }) =>
    id === null ? [] : [{ id, name: productName ?? id }],
  );
  return [...new Map(named.map((product) => [product.id, product])).values()];
}

type List<Item> = (request: PageRequest, turn: Turn) => Promise<Page<Item>>;

/** Reads the lists page by page and yields everything found so far after each page, at most 2,000 items. */
async function* collect<Item extends { readonly id: string }, Choice>(
  lists: readonly List<Item>[],
  toChoice: (item: Item) => Choice,
): AsyncGenerator<Loaded<Choice>, void, void> {
  const turn = { background: true, signal: AbortSignal.timeout(TIMEOUT) };
  const found = new Map<string, Choice>();
  let asked = 0;
  let isWhole = true;
  for (const list of lists) {
    for (let page = 1, pages = 1; page <= pages; page++, asked++) {
      if (asked === MAX_PAGES) return yield { items: [...found.values()], isWhole: false };
      const listed = await list({ page, per: PER_PAGE }, turn);
      for (const item of listed.items) found.set(item.id, toChoice(item));
      pages = listed.pages;
      isWhole &&= listed.skipped === 0;
      yield { items: [...found.values()], isWhole };
    }
  }
}

function matching<Item>(
  items: readonly Item[],
  typed: string,
  count: number,
  wordsOf: (item: Item) => readonly (string | null)[],
): readonly Item[] {
  const wanted = typed.trim().toLowerCase();
  const places = items.map((item) => {
    const found = wordsOf(item)
      .map((word) => word?.toLowerCase().indexOf(wanted) ?? -1)
      .filter((place) => place >= 0);
    return { item, place: Math.min(...found) };
  });
  const begins = places.filter(({ place }) => place === 0);
  const contains = places.filter(({ place }) => place > 0 && place < Number.POSITIVE_INFINITY);
  return [...begins, ...contains].slice(0, count).map(({ item }) => item);
}
