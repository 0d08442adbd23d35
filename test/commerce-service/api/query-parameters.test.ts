import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();
const WALLET = '0x4242424242424242424242424242424242424242';

const idsOf = async (query: string): Promise<string[]> => {
  const { status, body } = await commerce().get(`/memberships?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body.data.map(({ id }: { id: string }) => id);
};

/** Two products, a membership of each, the second one paid for by a wallet. */
async function sell() {
  const { post, buy, late } = commerce();
  const products: string[] = [];
  const ids: string[] = [];
  for (const name of ['One', 'Two']) {
    const product = (await post('/products', { name })).body.id;
    const plan = await post('/plans', {
      product_id: product,
      initial_price: 5,
      commerce_crypto_accepted: true,
      metadata: { secret: name },
      ...(name === 'Two' && { plan_type: 'renewal', renewal_price: 5 }),
    });
    const order = { email: 'ann@example.com', payment_method: 'commerce_crypto', wallet_address: WALLET };
    const card = { email: 'ann@example.com', card_number: '4242424242424242' };
    const bought = await buy(plan.body.id, name === 'Two' ? order : card);
    products.push(product);
    ids.push(bought.body.membership.id);
    late.seconds -= 2;
  }
  return { products, ids };
}

test('memberships are narrowed and put in order as clients of this family of APIs ask', async () => {
  const { products, ids } = await sell();
  const [first = '', second = ''] = ids;
  expect(await idsOf('access_pass_id=bogus')).toEqual([]);
  expect(await idsOf(`access_pass_id=${products[0]}`)).toEqual([first]);
  expect(await idsOf(`access_pass_id=${products[1]?.replace('prod_', 'pass_')}`)).toEqual([second]);
  expect(await idsOf(`wallet_address=${WALLET}`)).toEqual([second]);
  expect(await idsOf('wallet_address=0x0')).toEqual([]);
  expect(await idsOf('direction=asc')).toEqual([first, second]);
  expect(await idsOf('direction=desc')).toEqual([second, first]);
  expect(await idsOf('order=created_at&direction=asc')).toEqual([first, second]);
  // What has no such time comes last, whichever the direction.
  expect(await idsOf('order=renewal_period_end&direction=asc')).toEqual([second, first]);
  expect(await idsOf('order=renewal_period_end&direction=desc')).toEqual([second, first]);
  for (const query of ['direction=asc', 'order=renewal_period_end'])
    expect([
      ...(await idsOf(`${query}&per=1`)),
      ...(await idsOf(`${query}&per=1&page=2`)),
      ...(await idsOf(`${query}&per=1&page=3`)),
    ]).toEqual(await idsOf(query));
  const { get } = commerce();
  const shown = (await get('/memberships?hide_metadata=true')).body.data;
  expect(shown.map(({ metadata }: { metadata: object }) => metadata)).toEqual([{}, {}]);
  expect((await get('/memberships?hide_metadata=false')).body.data[0].metadata).toEqual({ secret: 'Two' });
  expect(await get(`/memberships?access_pass_id=${products[0]}&product_id=${products[1]}`)).toMatchObject({
    status: 422,
  });
  expect(await get(`/plans?access_pass_id=${products[0]}&product_id=${products[1]}`)).toMatchObject({
    status: 422,
  });
  expect(await get('/memberships?order=name')).toMatchObject({ status: 400 });
});

test('what a list does not know is refused, and told what it knows', async () => {
  const { get } = commerce();
  const message = async (path: string) => {
    const { status, body } = await get(path);
    return [status, body.error?.message];
  };
  expect(await message('/webhooks?active=true')).toEqual([
    400,
    'active is not a query parameter of this list. Allowed: page, per, enabled.',
  ]);
  expect(await message('/plans?product=x&user=y')).toEqual([
    400,
    'product, user are not query parameters of this list. Allowed: page, per, expand, visibility, product_id, access_pass_id.',
  ]);
  const { paths } = (await commerce().app.inject('/openapi.json')).json();
  const lists = Object.keys(paths).filter(
    (path) =>
      path.startsWith('/api/v2/') &&
      paths[path].get?.responses[200]?.content['application/json']?.schema.properties?.pagination,
  );
  expect(lists.length).toBeGreaterThan(12);
  for (const list of lists) {
    const known = paths[list].get.parameters
      .filter(({ in: place }: { in: string }) => place === 'query')
      .map(({ name }: { name: string }) => name);
    expect(await message(`${list.slice('/api/v2'.length)}?bogus=1`)).toEqual([
      400,
      `bogus is not a query parameter of this list. Allowed: ${known.join(', ')}.`,
    ]);
  }
  expect((await get('/plans?expand[]=product&expand=product')).status).toBe(200);
});
