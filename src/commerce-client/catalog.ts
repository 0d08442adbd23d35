import type { Clock } from '../clock.ts';
import { errorCode } from '../errors.ts';
import { createShelf, type Loaded } from '../shelf.ts';
import { LONGEST_WALK } from './dialogue.ts';
import type { Page, PageRequest } from './list.ts';
import type { Turn } from './pace.ts';
import type { Plan } from './plan.ts';
import type { Plans } from './plans.ts';
import type { Product, Products } from './products.ts';
import type { PromoCode, PromoCodes } from './promo-codes.ts';

/** How long everything may take to be loaded, in milliseconds. */
const TIMEOUT = 60_000;

/** How many items are on a page. */
const PER_PAGE = 50;

const OFFERED = ['visible', 'hidden'] as const;

/** The longest name that is kept, in characters. */
const NAME_LENGTH = 100;

/** What is known of a plan without asking. */
export type PlanChoice = Pick<
  Plan,
  'id' | 'name' | 'productId' | 'productName' | 'type' | 'price' | 'currency' | 'billingPeriod' | 'visibility'
>;
export type PromoCodeChoice = Pick<PromoCode, 'id' | 'code' | 'status'>;

/**
 * What there is to choose from, for somebody who is typing: at once, from memory, at most a minute old where the
 * service answers. Matches come first where they begin with what was typed. Never fails: it may be empty.
 */
export interface Catalog {
  /** The newest of those that are visible or hidden: quick links and archived plans are not offered. */
  plans(typed: string, count: number): Promise<readonly PlanChoice[]>;
  products(typed: string, count: number): Promise<readonly Product[]>;
  /** All but archived ones. */
  promoCodes(typed: string, count: number): Promise<readonly PromoCodeChoice[]>;
  /** Whether a product, or a plan that is offered, has this id; undefined where not all of them are known. */
  has(id: string): Promise<boolean | undefined>;
  /** Offers a plan that has just been made. */
  addPlan(plan: Plan): void;
}

interface Lists {
  readonly plans: Pick<Plans, 'list'>;
  readonly products: Products;
  readonly promoCodes: PromoCodes;
  readonly clock: Clock;
}

export function createCatalog({ plans, products, promoCodes, clock }: Lists): Catalog {
  const planShelf = createShelf(() => {
    const lists = OFFERED.map(
      (visibility) => (request: PageRequest, turn: Turn) => plans.list({ ...request, visibility }, turn),
    );
    return collect(lists, toPlanChoice);
  }, clock);
  const promoShelf = createShelf(() => {
    const wanted = ['active', 'inactive'] as const;
    const lists = wanted.map(
      (status) => (request: PageRequest, turn: Turn) => promoCodes.list({ ...request, status }, turn),
    );
    return collect(lists, ({ id, code, status }): PromoCodeChoice => ({ id, code: short(code), status }));
  }, clock);
  const productShelf = createShelf(async function* () {
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
  currency: plan.currency,
  billingPeriod: plan.billingPeriod,
  visibility: plan.visibility,
});

/** The products of plans, by name where that is known. */
function productsOf(plans: readonly PlanChoice[]): readonly Product[] {
  const named = plans.flatMap(({ productId: id, productName }) =>
    id === null ? [] : [{ id, name: productName ?? id }],
  );
  return [...new Map(named.map((product) => [product.id, product])).values()];
}

type List<Item> = (request: PageRequest, turn: Turn) => Promise<Page<Item>>;

/** Goes through lists page by page, and gives all that it has so far after each; at most 2,000 items. */
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
      if (asked === LONGEST_WALK) return yield { items: [...found.values()], isWhole: false };
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
