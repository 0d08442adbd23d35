import { expect } from 'vitest';
import type { useCommerce } from '../../support.ts';
import { isValid, type Membership } from './membership.ts';
import { lineOf, type Shop } from './shop.ts';
import { CODES } from './terms.ts';

type Commerce = ReturnType<ReturnType<typeof useCommerce>>;

/** What the model has come to. */
interface Expected {
  readonly shop: Shop;
  readonly models: ReadonlyMap<string, Membership>;
  /** The plans' ids, in the order of the shop. */
  readonly plans: readonly string[];
  /** The promo codes' ids, in the order of the shop. */
  readonly codes: readonly string[];
  /** The entries' ids, by plan and buyer. */
  readonly entries: ReadonlyMap<string, string>;
  /** How many events there were before the run. */
  readonly eventsBefore: number;
}

/** Sees that the service has come to the same: status, events in order, money to the last digit, stock, lines. */
export async function compare(commerce: Commerce, expected: Expected): Promise<void> {
  await compareMemberships(commerce, expected);
  await compareShop(commerce, expected);
}

async function compareMemberships({ get, prisma }: Commerce, expected: Expected): Promise<void> {
  const { shop, models, eventsBefore } = expected;
  const events = (await prisma.event.findMany({ orderBy: { sequence: 'asc' } })).slice(eventsBefore);
  for (const [id, model] of models) {
    const { status, valid, cancel_at_period_end } = (await get(`/memberships/${id}`)).body;
    expect([id, status, valid, cancel_at_period_end]).toEqual([
      ...[id, model.status, isValid(model, model.status), model.ending],
    ]);
    const mine = events.filter(({ data }) => JSON.stringify(data).includes(`"${id}"`));
    expect(mine.map(({ name, data }) => wordsOf(name, data))).toEqual(model.told);
    const payments = await prisma.payment.findMany({
      where: { membershipId: id, status: 'succeeded' },
      include: { refunds: true },
    });
    const sums = payments.map(({ amount, refunds }) => {
      const left = refunds.reduce((sum, one) => sum.minus(one.amount), amount);
      return `${amount.toFixed(8)} ${left.toFixed(8)}`;
    });
    const modelled = model.payments.map(({ paid, left }) => `${inDollars(paid)} ${inDollars(left)}`);
    expect(sums.toSorted()).toEqual(modelled.toSorted());
  }
  const told = [...models.values()].reduce((sum, { told }) => sum + told.length, shop.declined);
  expect(events.length).toBe(told);
}

async function compareShop({ get }: Commerce, { shop, models, plans, codes, entries }: Expected) {
  for (const [index, plan] of plans.entries()) {
    expect((await get(`/plans/${plan}`)).body.stock).toBe(shop.stock[index]);
    const { data } = (await get(`/plans/${plan}/entries`)).body;
    const line = data.map((entry: { id: string; status: string }) => [entry.id, entry.status]);
    const modelled = lineOf(shop, index).map(([key, { status }]) => [entries.get(key), status]);
    expect(line.toReversed()).toEqual(modelled);
  }
  for (const [index, code] of codes.entries()) {
    const { stock, uses } = (await get(`/promo_codes/${code}`)).body;
    const left = shop.uses[index] ?? 0;
    const used = [...models.values()].filter((model) => model.code === CODES[index]).length;
    expect([code, stock, uses]).toEqual([code, Number.isFinite(left) ? left : null, used]);
  }
}

const inDollars = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}000000`;

function wordsOf(name: string, data: unknown): string {
  if (!name.startsWith('membership_') || typeof data !== 'object' || data === null || !('status' in data))
    return name;
  return `${name} ${data.status}`;
}
