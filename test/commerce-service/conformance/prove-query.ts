import { expect } from 'vitest';
import type { Claim, Endpoint } from './claims.ts';
import type { Json } from './reach.ts';
import { expectRefusal } from './refusal.ts';
import { fillLists } from './states.ts';
import type { World } from './world.ts';

type Of<Kind extends Claim['kind']> = Extract<Claim, { kind: Kind }>;

const idsOf = (data: readonly Json[]): string[] => data.map(({ id }) => id);

/** A filter: everything that fits is found, nothing else is, and there is something of both. */
export async function proveQuery(world: World, claim: Of<'query'>): Promise<void> {
  const { endpoint, good, bad } = claim;
  await fillLists(world);
  const list = endpoint.replace('GET /api/v2', '');
  const [name = '', value] = world.fill(good).split('=');
  const whole = await world.all(list);
  const fitting = whole.filter((one) => String(one[claim.field ?? name]) === value);
  expect(fitting.length).toBeGreaterThan(0);
  expect(fitting.length).toBeLessThan(whole.length);
  expect(idsOf(await world.all(`${list}?${name}=${value}`))).toEqual(idsOf(fitting));
  const { pagination } = (await world.call(endpoint, good)).body;
  expect(pagination.total_count).toBe(fitting.length);
  if (bad !== undefined) expectRefusal(await world.call(endpoint, bad), name);
}

/** Where the whole of what is expanded is found. */
const WHOLE: Readonly<Record<string, string>> = {
  product: '/products',
  plan: '/plans',
  plans: '/plans',
  promo_code: '/promo_codes',
};

export async function proveExpand(world: World, { endpoint, name }: Of<'expand'>): Promise<void> {
  const payload = endpoint === 'POST /api/v2/plans' ? { product_id: world.product } : undefined;
  for (const query of [`expand=${name}`, `expand=${name}&expand=${name}`, `expand[]=${name}`]) {
    const { body } = await world.call(endpoint, query, payload);
    const shown: Json[] = body.data ?? [body];
    for (const one of shown) await proveReplaced(world, endpoint, one, name);
    expect(shown.filter((one) => one[name] !== null && one[name].length !== 0)).not.toEqual([]);
  }
  expectRefusal(await world.call(endpoint, 'expand=nothing', payload), 'expand');
}

/** With ids instead of the objects it is what it is without expanding, and each object is whole. */
async function proveReplaced({ get }: World, endpoint: Endpoint, shown: Json, name: string): Promise<void> {
  const [, collection] = /api\/v2\/(\w+)/.exec(endpoint) ?? [];
  const plain = (await get(`/${collection}/${shown.id}`)).body;
  const objects: Json[] = Array.isArray(shown[name])
    ? shown[name]
    : shown[name] === null
      ? []
      : [shown[name]];
  expect({ ...shown, [name]: idsOf(objects).join(',') || null }).toEqual(plain);
  for (const object of objects)
    if (WHOLE[name]) expect(object).toEqual((await get(`${WHOLE[name]}/${object.id}`)).body);
    else expect(object).toMatchObject({ email: plain.email });
}
