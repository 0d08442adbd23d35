import { expect, test } from 'vitest';
import { waitFor } from '../support/wait.ts';
import { clientOf, listOf, plan, type Reply } from './service.ts';

const pageOf = (path: string) => Number(path.match(/[?&]page=(\d+)/)?.[1]);

/** Answers like an account with `count` plans, all of them visible. */
const account =
  (count: number) =>
  (path: string): Reply => {
    if (!path.includes('/plans') || path.includes('visibility=hidden')) return listOf(1, 0, []);
    const first = (pageOf(path) - 1) * 50;
    const ids = Array.from({ length: Math.min(50, count - first) }, (_, n) => `plan_${first + n}`);
    return listOf(
      pageOf(path),
      Math.ceil(count / 50),
      ids.map((id) => plan(id)),
    );
  };

test('a thousand plans are available while they load, and later without another request', async () => {
  const { client, asked } = await clientOf(account(1_000));
  const some = () => client.catalog.plans('', 25);
  await waitFor(async () => expect(await some()).toHaveLength(25));
  await waitFor(async () => expect(await client.catalog.plans('plan_999', 25)).toHaveLength(1));
  await waitFor(() => expect(asked.at(-1)).toContain('hidden'));
  expect(await client.catalog.plans(' THE PLAN_9', 25)).toHaveLength(25);
  expect(asked).toHaveLength(21);
});

test('names that begin with the typed text come first, and a long name is cut', async () => {
  const names = { plan_1: 'Not gold', plan_2: 'Gold', plan_3: 'x'.repeat(5_000), plan_4: null };
  const plans = Object.entries(names).map(([id, internal_notes]) => plan(id, { internal_notes }));
  const { client } = await clientOf((path) =>
    path.includes('visible') ? listOf(1, 1, plans) : listOf(1, 0, []),
  );
  const found = async (typed: string) => (await client.catalog.plans(typed, 25)).map(({ name }) => name);
  await waitFor(async () => expect(await found('gold')).toEqual(['Gold', 'Not gold']));
  expect(await found('xxx')).toEqual(['x'.repeat(100)]);
  expect(await found('nothing')).toEqual([]);
  expect(await client.catalog.plans('club', 3)).toHaveLength(3);
});

test('a list is reloaded after a minute, and shown for an hour while the service fails', async () => {
  let reply = account(1);
  const { client, asked, clock } = await clientOf((path) => reply(path));
  const plans = () => client.catalog.plans('', 25);
  await waitFor(async () => expect(await plans()).toHaveLength(1));
  await waitFor(() => expect(asked).toHaveLength(2));
  await plans();
  expect(asked).toHaveLength(2);
  reply = () => ({ status: 403 });
  clock.time += 60_000;
  expect(await plans()).toHaveLength(1);
  await waitFor(() => expect(asked).toHaveLength(3));
  clock.time += 9_000;
  await plans();
  expect(asked).toHaveLength(3);
  clock.time += 50 * 60_000;
  expect(await plans()).toHaveLength(1);
  await waitFor(() => expect(asked).toHaveLength(4));
  clock.time += 10 * 60_000;
  await waitFor(async () => expect(await plans()).toEqual([]));
});

// The test's timeout is shorter than the minute after which loading is given up, so a pass proves that no call waits.
test('a silent service keeps no call waiting and throws nothing', {
  timeout: 45_000,
}, async () => {
  const { client } = await clientOf(() => 'silent', new Map(), 600_000);
  const lists = [
    client.catalog.plans('', 25),
    client.catalog.products('', 25),
    client.catalog.promoCodes('', 9),
  ];
  expect(await Promise.all(lists)).toEqual([[], [], []]);
});

const isSecondOfPlans = (path: string) => path.includes('/plans') && pageOf(path) === 2;

test('an item does not count as unknown while the rest of its list is being read', async () => {
  const { client } = await clientOf(
    (path) => (isSecondOfPlans(path) ? 'silent' : account(60)(path)),
    new Map(),
    600_000,
  );
  await waitFor(async () => expect(await client.catalog.has('plan_1')).toBe(true));
  expect(await client.catalog.has('plan_55')).toBeUndefined();
});

test('an item does not count as unknown while the last reading of its list broke off', async () => {
  let rest: Reply | undefined = { status: 403 };
  const { client, asked, clock } = await clientOf((path) =>
    isSecondOfPlans(path) ? (rest ?? account(60)(path)) : account(60)(path),
  );
  const has = (id: string) => client.catalog.has(id);
  expect(await has('plan_55')).toBeUndefined();
  await waitFor(() => expect(asked.some(isSecondOfPlans)).toBe(true));
  // A partial list is shown only while the rest is being read.
  await waitFor(async () => expect(await has('plan_1')).toBeUndefined());
  expect(await has('plan_55')).toBeUndefined();
  rest = undefined;
  clock.time += 60_000;
  await waitFor(async () => expect(await has('plan_55')).toBe(true));
  await waitFor(async () => expect(await has('plan_none')).toBe(false));
});

test('a list cut at the maximum length proves no item unknown', async () => {
  const { client, asked } = await clientOf(account(2_001));
  await client.catalog.has('plan_0');
  await waitFor(() => expect(asked.filter((path) => path.includes('/plans'))).toHaveLength(40));
  await waitFor(async () => expect(await client.catalog.has('plan_1999')).toBe(true));
  expect(await client.catalog.has('plan_2000')).toBeUndefined();
});

test('a new plan is offered at once, while the list reloads', async () => {
  let list: Reply = listOf(1, 1, [plan('plan_1')]);
  const { client } = await clientOf((path, _, body) => {
    if (body !== undefined) return { status: 201, body: plan('plan_2') };
    return path.includes('visible') ? list : listOf(1, 0, []);
  });
  const offered = async () => (await client.catalog.plans('', 25)).map(({ id }) => id);
  await waitFor(async () => expect(await client.catalog.has('plan_none')).toBe(false));
  await client.plans.create({});
  list = 'silent';
  expect(await offered()).toEqual(['plan_2', 'plan_1']);
});

test('a new plan is offered once when the list has it, and no more when the list drops it', async () => {
  let listed = [plan('plan_1')];
  const { client, clock } = await clientOf((path, _, body) => {
    if (body !== undefined) return { status: 201, body: plan('plan_2') };
    return path.includes('visible') ? listOf(1, 1, listed) : listOf(1, 0, []);
  });
  const offered = async () => (await client.catalog.plans('', 25)).map(({ id }) => id);
  await waitFor(async () => expect(await offered()).toEqual(['plan_1']));
  await client.plans.create({});
  listed = [plan('plan_1'), plan('plan_2')];
  await waitFor(async () => expect(await offered()).toEqual(['plan_1', 'plan_2']));
  listed = [plan('plan_1')];
  clock.time += 60_000;
  await waitFor(async () => expect(await offered()).toEqual(['plan_1']));
});

test('a plan created as archived is not offered', async () => {
  const { client } = await clientOf((_, __, body) =>
    body === undefined ? listOf(1, 0, []) : { body: plan('plan_2', { visibility: 'archived' }) },
  );
  await client.plans.create({ visibility: 'archived' });
  expect(await client.catalog.plans('', 25)).toEqual([]);
});

test('products are taken from the plans when they cannot be listed', async () => {
  const { client } = await clientOf((path) =>
    path.includes('/products') ? { status: 404 } : account(3)(path),
  );
  await waitFor(async () => {
    await client.catalog.plans('', 25);
    expect(await client.catalog.products('cl', 25)).toEqual([{ id: 'prod_1', name: 'Club' }]);
  });
});
