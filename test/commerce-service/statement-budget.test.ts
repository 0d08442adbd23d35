import { expect, test } from 'vitest';
import { percentOff } from './promo-codes/percent-off.ts';
import { serviceThatTells } from './service-that-tells.ts';

/**
 * Statements that each request may send, BEGIN and COMMIT included. Statements are most of the cost of a request, and
 * unlike times they don't depend on the machine. A request that needs more must be worth it: raise its number here.
 */
const BUDGET = {
  // The key was found within the last second.
  'refuse a request that the key has no scope for': 0,
  'list memberships, the last page': 1,
  // With the total, which the last page tells by itself.
  'list memberships, a full page': 2,
  'list plans': 1,
  'list promo codes': 1,
  'list payments': 1,
  'list webhooks': 1,
  'list products': 1,
  'retrieve a membership': 1,
  'retrieve a plan': 1,
  'retrieve a product': 1,
  'retrieve a promo code': 1,
  'retrieve a payment': 1,
  'retrieve a webhook': 1,
  'create a plan': 6,
  'create a quick link': 6,
  'create a promo code': 6,
  'check out a free plan': 11,
  'check out a paid plan': 14,
  'terminate a membership': 9,
};
type Operation = keyof typeof BUDGET;
const isOperation = (name: string): name is Operation => Object.hasOwn(BUDGET, name);

/** A shop for this test, with its statements. */
async function openShop() {
  // Its clock stands still, so that a key which was found stays found.
  const now = new Date();
  const { statements, app, apiKey: own } = await serviceThatTells({ now: () => now });
  const ask = async (url: string, payload?: object, apiKey = own) => {
    const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };
    const method = payload ? 'POST' : 'GET';
    const { statusCode, body } = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: statusCode, body: JSON.parse(body) };
  };
  const must = async (url: string, payload?: object) => {
    const { status, body } = await ask(url, payload);
    expect(status, `${url}: ${JSON.stringify(body)}`).toBeLessThan(300);
    return body;
  };
  return {
    /** Returns the statements since the last call. */
    take: () => statements.splice(0).map(({ sql }) => sql),
    get: (url: string) => must(`/api/v2${url}`),
    post: (url: string, payload: object = {}) => must(`/api/v2${url}`, payload),
    postWith: (apiKey: string, url: string) => ask(`/api/v2${url}`, {}, apiKey),
    buy: (plan: string, order: object) => must(`/checkout/${plan}`, order),
  };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

/** Fills the shop, and returns the requests whose statements are counted. */
async function fill({
  get,
  post,
  postWith,
  buy,
  take,
}: Shop): Promise<Readonly<Record<Operation, () => Promise<unknown>>>> {
  const { secret } = await post('/api_keys', { name: 'Reports', scopes: ['read'] });
  const product = (await post('/products', { name: 'Club' })).id;
  const free = (await post('/plans', { product_id: product })).id;
  const paid = (await post('/plans', { product_id: product, initial_price: 5 })).id;
  const code = (await post('/promo_codes', { code: 'CODE', ...percentOff(5), plan_ids: [paid] })).id;
  const webhook = (await post('/webhooks', { url: 'http://127.0.0.1:8080/hooks' })).id;
  let buyers = 0;
  const order = (more: object = {}) => ({ email: `buyer${++buyers}@example.com`, ...more });
  const card = { card_number: '4242424242424242', promo_code: 'CODE' };
  const { membership } = await buy(paid, order(card));
  for (let n = 0; n < 12; n++) await buy(free, order());
  const [payment] = (await get('/payments')).data;
  return {
    'refuse a request that the key has no scope for': async () => {
      await postWith(secret, '/plans');
      take();
      expect((await postWith(secret, '/plans')).status).toBe(403);
    },
    'list memberships, the last page': () => get('/memberships?per=50&expand=plan,product,user,promo_code'),
    'list memberships, a full page': () => get('/memberships?per=10'),
    'list plans': () => get('/plans?per=50&expand=product'),
    'list promo codes': () => get('/promo_codes?per=50&expand=plans'),
    'list payments': () => get('/payments'),
    'list webhooks': () => get('/webhooks'),
    'list products': () => get('/products'),
    'retrieve a membership': () => get(`/memberships/${membership.id}?expand=plan,product,user,promo_code`),
    'retrieve a plan': () => get(`/plans/${paid}?expand=product`),
    'retrieve a product': () => get(`/products/${product}`),
    'retrieve a promo code': () => get(`/promo_codes/${code}?expand=plans`),
    'retrieve a payment': () => get(`/payments/${payment.id}`),
    'retrieve a webhook': () => get(`/webhooks/${webhook}`),
    'create a plan': () => post('/plans', { product_id: product }),
    'create a quick link': () => post(`/plans/${paid}/create_quick_link`),
    'create a promo code': () => post('/promo_codes', { code: `CODE${++buyers}`, ...percentOff(5) }),
    'check out a free plan': () => buy(free, order()),
    'check out a paid plan': () => buy(paid, order(card)),
    'terminate a membership': async () => {
      const { membership: bought } = await buy(free, order());
      take();
      return post(`/memberships/${bought.id}/terminate`);
    },
  };
}

/** @returns the statements of each operation that sends more than its budget */
async function overspent(budget: Partial<Record<Operation, number>>) {
  const shop = await openShop();
  const requests = await fill(shop);
  const over: Record<string, readonly string[]> = {};
  for (const operation of Object.keys(budget).filter(isOperation)) {
    shop.take();
    await requests[operation]();
    const sent = shop.take();
    const most = budget[operation] ?? 0;
    if (sent.length > most) over[`${operation}: ${sent.length} of ${most}`] = sent;
  }
  return over;
}

test('no request sends more statements than its budget', async () => {
  expect(await overspent(BUDGET)).toEqual({});
});

test('a statement beyond the budget is named', async () => {
  expect(await overspent({ 'list products': 0, 'list webhooks': 1 })).toEqual({
    'list products: 1 of 0': [expect.stringContaining('FROM "commerce"."products"')],
  });
});
