import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();

/** Sends a body as it is, as curl does. */
async function send(payload: string | undefined, type?: string) {
  const { app, apiKey } = commerce();
  const response = await app.inject({
    method: 'POST',
    url: '/api/v2/plans',
    headers: { authorization: `Bearer ${apiKey}`, ...(type && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });
  return { status: response.statusCode, body: response.json() };
}

test('a request without a body makes no plan; an empty object makes one with every default', async () => {
  const json = 'application/json';
  for (const answer of [
    await send(undefined),
    await send(undefined, json),
    await send('', json),
    await send('null', json),
  ])
    expect(answer).toEqual({
      status: 400,
      body: {
        error: {
          status: 400,
          message: 'The body must be a JSON object: {} creates a plan with all defaults.',
        },
      },
    });
  expect(await commerce().prisma.plan.count()).toBe(0);
  expect((await send('{}', json)).status).toBe(201);
  const { paths } = (await commerce().app.inject('/openapi.json')).json();
  const isRequired = (path: string) => paths[`/api/v2/plans${path}`].post.requestBody.required;
  expect([isRequired(''), isRequired('/{mimic_plan_id}/create_quick_link')]).toEqual([true, false]);
});

test('a plan without a product named sells the only one, else the default one', async () => {
  const { post, get } = commerce();
  const first = await Promise.all(Array.from({ length: 5 }, () => post('/plans', {})));
  const [product] = (await get('/products')).body.data;
  expect(product.id).toMatch(/^prod_/);
  expect(first.map(({ status, body }) => [status, body.product, body.access_pass])).toEqual(
    Array(5).fill([201, product.id, product.id]),
  );
  expect((await post('/plans?expand=product', {})).body.product).toEqual(product);
  const other = (await post('/products', { name: 'Other' })).body.id;
  const third = (await post('/products', { name: 'Third' })).body.id;
  const named = (await post('/plans', { product_id: other })).body;
  expect(named.product).toBe(other);
  expect(await post(`/plans/${named.id}`, { product_id: null })).toMatchObject({ status: 400 });
  // What nobody has named a product for is no part of one that somebody has.
  expect((await post('/plans', {})).body.product).toBe(product.id);
  expect((await get('/products')).body.data.map(({ id }: { id: string }) => id).sort()).toEqual(
    [product.id, other, third].sort(),
  );
});
