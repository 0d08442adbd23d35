import { DAY } from './membership.ts';
import { CLAIM_DAYS, CODES, isFree, PLANS, price, STOCK } from './terms.ts';

/** What somebody wants to buy: indexes of the plan, the buyer and the code. */
export interface Order {
  readonly plan: number;
  readonly buyer: number;
  readonly code: number | undefined;
  readonly quantity: number;
  readonly card: 'works' | 'fails later' | 'declined';
}

/** What is left of everything, and who waits for what. */
export interface Shop {
  readonly stock: number[];
  readonly uses: number[];
  /** By plan and buyer, in the order in which they joined first: one entry a person. */
  readonly entries: Map<string, Entry>;
  /** Charges that failed at a checkout, and so belong to no membership. */
  declined: number;
}

/** Somebody's place in a line. Times are in seconds. */
export interface Entry {
  readonly status: 'waiting' | 'accepted' | 'bought' | 'expired';
  /** When they joined, the last time they did. */
  readonly since: number;
  /** Until when an accepted place is kept. */
  readonly until?: number;
}

export const open = (): Shop => ({
  stock: PLANS.map(({ stock = STOCK }) => stock),
  uses: CODES.map(({ stock = Number.POSITIVE_INFINITY }) => stock),
  entries: new Map(),
  declined: 0,
});

export const keyOf = ({ plan, buyer }: Pick<Order, 'plan' | 'buyer'>): string => `${plan} ${buyer}`;

/** Buys, or joins where there is a list and no place was given yet. @returns the status of the answer */
export function checkOut(shop: Shop, order: Order, now: number): number {
  const { plan, quantity, card } = order;
  const terms = PLANS[plan];
  const left = shop.stock[plan];
  if (!terms || left === undefined) throw new Error('there is no such plan');
  const entry = shop.entries.get(keyOf(order));
  if (terms.list && entry?.status !== 'accepted') return join(shop, order, left, now);
  const code = order.code === undefined ? undefined : CODES[order.code];
  if (order.code !== undefined && shop.uses[order.code] === 0) return 409;
  if (code && isFree(terms, undefined, 1)) return 400;
  if (left === 0 || (entry?.until !== undefined && entry.until <= now)) return 409;
  if (card === 'declined' && !isFree(terms, code, quantity)) {
    if (terms.trial === undefined && price(terms, code, 1, quantity) > 0) shop.declined += 1;
    return 402;
  }
  if (left < quantity) return 409;
  shop.stock[plan] = left - quantity;
  if (order.code !== undefined) shop.uses[order.code] = (shop.uses[order.code] ?? 0) - 1;
  if (entry) shop.entries.set(keyOf(order), { status: 'bought', since: entry.since });
  return 201;
}

/** Whoever has let a place go by stands in line again, last. */
function join(shop: Shop, order: Order, left: number, since: number): number {
  if (left === 0 && PLANS[order.plan]?.list === 'raffle') return 409;
  const status = shop.entries.get(keyOf(order))?.status ?? 'expired';
  if (status === 'expired') shop.entries.set(keyOf(order), { status: 'waiting', since });
  return 202;
}

/** Whoever has an entry of a plan, by the key of it: first come, first in line. */
export const lineOf = (shop: Shop, plan: number): [key: string, entry: Entry][] =>
  [...shop.entries]
    .filter(([key]) => key.startsWith(`${plan} `))
    .toSorted(([, one], [, other]) => one.since - other.since);

/** Whether one of those who wait can be given a place: units that are promised are none. */
export function canPromise(shop: Shop, plan: number): boolean {
  const statuses = lineOf(shop, plan).map(([, { status }]) => status);
  const accepted = statuses.filter((status) => status === 'accepted').length;
  return statuses.includes('waiting') && accepted < (shop.stock[plan] ?? 0);
}

/** Gives the place, which is kept for some days. */
export function promise(shop: Shop, plan: number, key: string, now: number): void {
  const { since = now } = shop.entries.get(key) ?? {};
  const until = now + (PLANS[plan]?.claimDays ?? CLAIM_DAYS) * DAY;
  shop.entries.set(key, { status: 'accepted', since, until });
}

/** Ends the places that time has gone by for. */
export function expirePlaces(shop: Shop, now: number): void {
  for (const [key, { since, until }] of shop.entries)
    if (until !== undefined && until <= now) shop.entries.set(key, { status: 'expired', since });
}
