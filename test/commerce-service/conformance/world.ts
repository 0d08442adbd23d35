import { authorizeQuery, openBrowser } from '../oauth/browser.ts';
import { APPLICATION, type useCommerce } from '../support.ts';
import type { Endpoint, Resource } from './claims.ts';

type Commerce = ReturnType<ReturnType<typeof useCommerce>>;
/** What comes over HTTP is looked at field by field. */
export type Json = ReturnType<typeof JSON.parse>;

export interface Answer {
  readonly status: number;
  readonly body: Json;
}

/** A service with something in it, reached over HTTP only, against which rows are held. */
export type World = Awaited<ReturnType<typeof createWorld>>;

/** The fields of a plan that has all there is. */
const EVERYTHING = {
  ...{ plan_type: 'renewal', billing_period: 30, initial_price: 5, renewal_price: 9.99, stock: 10 },
  ...{ internal_notes: 'Full', payment_link_description: 'All of it', metadata: { from: 'the plan' } },
  ...{ requirements: { a: 1 }, release_method_settings: { b: 2 } },
};

export async function createWorld(commerce: Commerce) {
  const { app, get, post, buy } = commerce;
  const product = (await post('/products', { name: 'Club' })).body.id;
  await post('/products', { name: 'Other' });
  const plan = (await post('/plans', { ...EVERYTHING, product_id: product })).body.id;
  const pass = (await post('/plans', { product_id: product, expiration_days: 30 })).body.id;
  const card = { email: 'ann@example.com', community_chat_id: '42', card_number: '4242424242424242' };
  const promo = {
    code: 'HALF',
    amount_off: 50,
    plan_ids: [plan],
    duration: 'repeating',
    number_of_intervals: 3,
  };
  await post('/promo_codes', {
    ...promo,
    stock: 9,
    expiration_datetime: 4_102_444_800,
    metadata: { of: 'the code' },
  });
  await post('/promo_codes', { code: 'FREE', amount_off: 100 });
  const bought = (await buy(plan, { ...card, promo_code: 'HALF' })).body.membership;
  const fill = (text: string): string =>
    text.replace(':product', product).replace(':plan', plan).replace(':membership', bought.id);

  const call = async (endpoint: Endpoint, query = '', payload?: object): Promise<Answer> => {
    const [method, path = ''] = endpoint.split(' ');
    const url = fill(path) + (query && `?${fill(query)}`);
    if (path.startsWith('/v5')) return unauthenticated(url, payload);
    const short = url.replace('/api/v2', '');
    return method === 'GET' ? get(short) : post(short, payload);
  };
  const unauthenticated = async (url: string, payload: object = {}): Promise<Answer> => {
    const response = await app.inject({ method: 'POST', url, payload });
    return { status: response.statusCode, body: response.json() };
  };

  async function newTokenRequest() {
    const browser = openBrowser(app);
    const consent = await browser.signIn(authorizeQuery(), 'ann@example.com');
    const back = await browser.submit(consent.html, 'authorize', { decision: 'allow' });
    return {
      grant_type: 'authorization_code',
      code: new URL(back.location ?? '').searchParams.get('code') ?? '',
      client_id: APPLICATION.clientId,
      client_secret: APPLICATION.clientSecret,
      redirect_uri: APPLICATION.redirectUris[0],
    };
  }

  const collect = async (resource: Resource): Promise<Json[]> => {
    switch (resource) {
      case 'Plan': {
        const quick = (await call('POST /api/v2/plans/:plan/create_quick_link')).body;
        return [quick, ...(await get('/plans')).body.data];
      }
      case 'Membership': {
        await buy(pass, { email: 'bob@example.com' });
        const ended = (await call('POST /api/v2/memberships/:membership/terminate')).body;
        return [ended, bought, ...(await get('/memberships')).body.data];
      }
      case 'Webhook':
        return [(await post('/webhooks', { url: 'https://example.com/a' })).body].concat(
          (await get('/webhooks')).body.data,
        );
      case 'Promo Code':
        return (await get('/promo_codes')).body.data;
      case 'Pagination':
        return [(await get('/plans')).body.pagination, (await get('/webhooks')).body.pagination];
      case 'OAuth token':
        return [(await call('POST /v5/oauth/token', '', await newTokenRequest())).body];
    }
  };
  const collected = new Map<Resource, Promise<Json[]>>();
  const specimens = (resource: Resource): Promise<Json[]> => {
    const found = collected.get(resource) ?? collect(resource);
    collected.set(resource, found);
    return found;
  };
  return { ...commerce, product, plan, pass, bought, fill, call, specimens, newTokenRequest };
}
