import { authorizeQuery, openBrowser } from '../oauth/browser.ts';
import { percentOff } from '../promo-codes/percent-off.ts';
import { APPLICATION, type useCommerce } from '../support.ts';
import type { Endpoint, Resource } from './claims.ts';
import { type Answer, type Json, reach } from './reach.ts';

type Commerce = ReturnType<ReturnType<typeof useCommerce>>;

/** A service with something in it, reached over HTTP, against which rows are held. */
export type World = Awaited<ReturnType<typeof createWorld>>;

export const CARD = '4242424242424242';

/** Seconds that the service's clock is late when a world begins. */
const LATE = 10;

/** The fields of a plan that has all there is. */
const EVERYTHING = {
  plan_type: 'renewal',
  billing_period: 30,
  initial_price: 5,
  renewal_price: 9.99,
  stock: 10,
  internal_notes: 'Full',
  payment_link_description: 'All of it',
  metadata: { from: 'the plan' },
  requirements: { a: 1 },
  release_method_settings: { b: 2 },
};

const BUYER = { email: 'ann@example.com', username: 'ann', community_chat_id: '42', card_number: CARD };

/** @param address where the service listens */
export async function createWorld(commerce: Commerce, address: string) {
  const { app, late, apiKey } = commerce;
  late.seconds = LATE;
  const reached = reach(address, apiKey);
  const { get, post, buy, postUnknown } = reached;
  const product = (await post('/products', { name: 'Club' })).body.id;
  const otherProduct = (await post('/products', { name: 'Other' })).body.id;
  const plan = (await post('/plans', { ...EVERYTHING, product_id: product })).body.id;
  const pass = (await post('/plans', { product_id: product, expiration_days: 30 })).body.id;
  const half = {
    code: 'HALF',
    ...percentOff(50),
    plan_ids: [plan],
    duration: 'repeating',
    number_of_intervals: 3,
    stock: 9,
    expiration_datetime: 4_102_444_800,
    metadata: { of: 'the code' },
  };
  const promo = (await post('/promo_codes', half)).body.id;
  await post('/promo_codes', {
    code: 'FREE',
    ...percentOff(100),
  });
  const endpoint = { url: 'https://example.com/off', enabled: false };
  const webhook = (await post('/webhooks', endpoint)).body.id;
  const bought = (await buy(plan, { ...BUYER, promo_code: 'HALF' })).body.membership;
  const fill = (text: string): string =>
    text.replace(':product', product).replace(':plan', plan).replace(':membership', bought.id);

  const call = async (endpoint: Endpoint, query = '', payload?: object): Promise<Answer> => {
    const [method, path = ''] = endpoint.split(' ');
    const url = fill(path) + (query && `?${fill(query)}`);
    if (path.startsWith('/v5')) return postUnknown(url, payload);
    const short = url.replace('/api/v2', '');
    return method === 'GET' ? get(short) : post(short, payload);
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

  /** What was asked for at the beginning: each resource must show it. */
  const asked: Partial<Record<Resource, Json>> = {
    Plan: { ...EVERYTHING, id: plan, product, stock: EVERYTHING.stock - 1, visibility: 'visible' },
    'Promo Code': { ...half, id: promo, stock: half.stock - 1, uses: 1, plans: plan, status: 'active' },
    Webhook: { ...endpoint, id: webhook },
    Membership: {
      id: bought.id,
      product,
      plan,
      promo_code: promo,
      email: BUYER.email,
      quantity: 1,
      metadata: EVERYTHING.metadata,
      payment_processor: 'psp',
      status: 'active',
      valid: true,
      // What the specification leaves open: whether anybody has proven it.
      community_chat: { id: '42', username: 'ann', image_url: null, verified: false },
      cancel_at_period_end: false,
      expires_at: null,
    },
  };
  return {
    ...commerce,
    ...reached,
    product,
    otherProduct,
    plan,
    pass,
    promo,
    webhook,
    bought,
    fill,
    call,
    newTokenRequest,
    asked,
    /** Lets time go by, and does what is due by then. */
    async passDays(days: number): Promise<void> {
      late.seconds -= days * 86_400;
      await commerce.runDue();
    },
  };
}
