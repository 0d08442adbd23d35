import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

test('terminating ends access at once, and doing it again changes nothing and tells nobody', async () => {
  const { post, buy, prisma } = commerce();
  const { id } = (await post('/plans', {})).body;
  const { membership } = (await buy(id, { email: 'ann@example.com' })).body;
  const url = `/memberships/${membership.id}/terminate`;
  const [first, second] = await Promise.all([post(url), post(`${url}?expand=plan,user`)]);
  expect(first).toEqual({ status: 201, body: { ...membership, status: 'canceled', valid: false } });
  expect(second).toMatchObject({ status: 201, body: { plan: { id }, user: { email: 'ann@example.com' } } });
  const events = await prisma.event.findMany({ orderBy: { occurredAt: 'asc' } });
  expect(events.map((event) => event.name)).toEqual(['membership_went_valid', 'membership_went_invalid']);
  expect((await post('/memberships/mem_none/terminate')).status).toBe(404);
});

test('memberships are found by id and narrowed by every filter', async () => {
  const { get, post, buy } = commerce();
  const other = (await post('/plans', {})).body;
  const product = (await post('/products', { name: 'Club' })).body;
  const plan = (await post('/plans', { product_id: product.id })).body;
  const ann = (await buy(plan.id, { email: 'ann@example.com', community_chat_id: '42' })).body.membership;
  const bob = (await buy(other.id, { email: 'bob@example.com' })).body.membership;
  await post(`/memberships/${bob.id}/terminate`);

  expect((await get(`/memberships/${ann.id}`)).body).toEqual(ann);
  expect((await get(`/memberships/${ann.id}?expand[]=product&expand[]=promo_code`)).body).toMatchObject({
    product,
    promo_code: null,
    plan: plan.id,
  });
  const ids = async (query: string) =>
    (await get(`/memberships?${query}`)).body.data.map((membership: { id: string }) => membership.id);
  expect(await ids('')).toEqual([bob.id, ann.id]);
  for (const query of [
    ...['valid=true', 'status=completed', `plan_id=${plan.id}`, `product_id=${product.id}`],
    ...[
      `user_id=${ann.user}`,
      'community_chat_id=42',
      'email=Ann@example.com',
      'valid=true&status=completed',
    ],
  ])
    expect(await ids(query)).toEqual([ann.id]);
  expect(await ids('valid=false')).toEqual([bob.id]);
  expect(await ids('valid=true&status=canceled')).toEqual([]);
  expect((await get('/memberships?status=gone')).body.error.message).toContain('trialing, active, past_due');
  expect((await get('/memberships?expand=everything')).status).toBe(400);
});

test('who reads on page by page is told everything once, whatever comes or goes meanwhile; a minute later it is counted anew', async () => {
  const { get, post, buy, clock } = commerce();
  const plan = (await post('/plans', {})).body;
  const bought: string[] = [];
  for (let n = 0; n < 5; n++) {
    clock.stopAt(new Date(Date.UTC(2026, 10, 21, 12, 0, n)));
    bought.unshift((await buy(plan.id, { email: `buyer.${n}@example.com` })).body.membership.id);
  }
  const page = async (number: number) => {
    const { data, pagination } = (await get(`/memberships?valid=true&per=2&page=${number}`)).body;
    return { ids: data.map(({ id }: { id: string }) => id), total: pagination.total_count };
  };
  const read = [await page(1)];
  await post(`/memberships/${bought[0]}/terminate`);
  read.push(await page(2));
  const late = (await buy(plan.id, { email: 'late@example.com' })).body.membership.id;
  read.push(await page(3), await page(4));
  expect(read.flatMap(({ ids }) => ids)).toEqual(bought);
  expect(read.map(({ total }) => total)).toEqual([5, 5, 5, 5]);

  clock.stopAt(new Date(Date.UTC(2026, 10, 21, 12, 2)));
  expect(await page(2)).toEqual({ ids: bought.slice(2, 4), total: 5 });
  expect((await page(1)).ids).toEqual([late, bought[1]]);
});
