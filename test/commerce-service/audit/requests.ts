import { percentOff } from '../promo-codes/percent-off.ts';
import { CARD, RENEWAL } from '../seller.ts';
import type { Scene } from './scene.ts';

/** A request that succeeds, and what its entry must say. */
interface Sample {
  readonly url: string;
  readonly payload?: object;
  readonly action: string;
  readonly type: string;
  /** Which object; that of the answer when left out. */
  readonly id?: string;
}

const DECLINES_LATER = '4000000000000341';
const REFILLABLE = { initial_price: 5, expiration_days: 30, refillable: true };

const ofMembership =
  (path: string, action: string, payload?: object, plan?: object) =>
  async (scene: Scene): Promise<Sample> => {
    const id = await scene.membership(plan);
    return {
      url: `/api/v2/memberships/${id}${path}`,
      action,
      type: 'membership',
      id,
      ...(payload && { payload }),
    };
  };

const ofWebhook =
  (path: string, action: string, payload?: object) =>
  async (scene: Scene): Promise<Sample> => {
    const id = await scene.webhook();
    return { url: `/api/v2/webhooks/${id}${path}`, action, type: 'webhook', id, ...(payload && { payload }) };
  };

const ofClient =
  (path: string, action: string, payload?: object) =>
  async (scene: Scene): Promise<Sample> => {
    const id = await scene.client();
    return {
      url: `/api/v2/oauth_clients/${id}${path}`,
      action,
      type: 'oauth_client',
      id,
      ...(payload && { payload }),
    };
  };

/** One request for each operation that changes something. */
export const SAMPLES: Readonly<Record<string, (scene: Scene) => Promise<Sample>>> = {
  'POST /api/v2/products': async () => ({
    url: '/api/v2/products',
    payload: { name: 'Club' },
    action: 'product created',
    type: 'product',
  }),
  'POST /api/v2/products/{id}': async (scene) => {
    const id = await scene.product();
    const payload = { description: 'A club' };
    return { url: `/api/v2/products/${id}`, payload, action: 'product updated', type: 'product', id };
  },
  'POST /api/v2/plans': async ({ PASSWORD }) => ({
    url: '/api/v2/plans',
    payload: { custom_password: PASSWORD },
    action: 'plan created',
    type: 'plan',
  }),
  'POST /api/v2/plans/{id}': async (scene) => {
    const id = await scene.plan();
    const payload = { custom_password: scene.PASSWORD, stock: 3 };
    return { url: `/api/v2/plans/${id}`, payload, action: 'plan updated', type: 'plan', id };
  },
  'POST /api/v2/plans/{mimic_plan_id}/create_quick_link': async (scene) => ({
    url: `/api/v2/plans/${await scene.plan()}/create_quick_link`,
    payload: { custom_password: scene.PASSWORD },
    action: 'quick link created',
    type: 'plan',
  }),
  'POST /api/v2/plans/{id}/entries/{entry_id}/accept': async (scene) => {
    const { plan, entry: id } = await scene.entry('waitlist');
    return { url: `/api/v2/plans/${plan}/entries/${id}/accept`, action: 'entry accepted', type: 'entry', id };
  },
  'POST /api/v2/plans/{id}/entries/{entry_id}/withdraw': async (scene) => {
    const { plan, entry: id } = await scene.entry('waitlist');
    return {
      url: `/api/v2/plans/${plan}/entries/${id}/withdraw`,
      action: 'entry withdrawn',
      type: 'entry',
      id,
    };
  },
  'POST /api/v2/plans/{id}/draw': async (scene) => {
    const { plan: id } = await scene.entry('raffle');
    return { url: `/api/v2/plans/${id}/draw`, action: 'winners drawn', type: 'plan', id };
  },
  'POST /api/v2/checkout_sessions': async (scene) => ({
    url: '/api/v2/checkout_sessions',
    payload: { plan_id: await scene.plan() },
    action: 'checkout session created',
    type: 'checkout_session',
  }),
  'DELETE /api/v2/checkout_sessions/{id}': async (scene) => {
    const { id } = await scene.api('/checkout_sessions', { plan_id: await scene.plan() });
    const url = `/api/v2/checkout_sessions/${id}`;
    return { url, action: 'checkout session deleted', type: 'checkout_session', id: String(id) };
  },
  'POST /api/v2/promo_codes': async () => {
    const payload = { code: 'AUDITED', ...percentOff(5) };
    return { url: '/api/v2/promo_codes', payload, action: 'promo code created', type: 'promo_code' };
  },
  'POST /api/v2/promo_codes/{id}': async (scene) => {
    const id = await scene.promo();
    const payload = { stock: 3 };
    return {
      url: `/api/v2/promo_codes/${id}`,
      payload,
      action: 'promo code updated',
      type: 'promo_code',
      id,
    };
  },
  'POST /api/v2/promo_codes/{id}/archive': async (scene) => {
    const id = await scene.promo();
    return {
      url: `/api/v2/promo_codes/${id}/archive`,
      action: 'promo code archived',
      type: 'promo_code',
      id,
    };
  },
  'DELETE /api/v2/promo_codes/{id}': async (scene) => {
    const id = await scene.promo();
    return {
      url: `/api/v2/promo_codes/${id}`,
      action: 'promo code archived',
      type: 'promo_code',
      id,
    };
  },
  'POST /api/v2/memberships/{id}/terminate': ofMembership('/terminate', 'membership terminated'),
  'POST /api/v2/memberships/{id}/cancel': ofMembership('/cancel', 'cancellation set'),
  'POST /api/v2/memberships/{id}/uncancel': ofMembership('/uncancel', 'cancellation undone'),
  'POST /api/v2/memberships/{id}/validate_license': ofMembership('/validate_license', 'license used first', {
    metadata: { machine: 'A1' },
  }),
  'POST /api/v2/memberships/{id}/reset_license_key': ofMembership('/reset_license_key', 'license key reset'),
  'POST /api/v2/memberships/{id}/add_free_days': ofMembership('/add_free_days', 'free days added', {
    days: 3,
  }),
  'POST /api/v2/memberships/{id}': ofMembership('', 'membership updated', { metadata: { a: 'b' } }),
  'POST /api/v2/memberships/{id}/refill': ofMembership(
    ...(['/refill', 'membership topped up', { card_number: CARD }, REFILLABLE] as const),
  ),
  'POST /api/v2/memberships/{id}/pay': async (scene) => {
    const id = await scene.membership(RENEWAL, { card_number: DECLINES_LATER });
    await scene.pass(id);
    const payload = { card_number: CARD };
    return {
      url: `/api/v2/memberships/${id}/pay`,
      payload,
      action: 'membership paid',
      type: 'membership',
      id,
    };
  },
  'POST /api/v2/payments/{id}/refund': async (scene) => {
    await scene.membership();
    const { body } = await scene.send({ method: 'GET', url: '/api/v2/payments' });
    const id = String(body.data[0].id);
    return { url: `/api/v2/payments/${id}/refund`, action: 'payment refunded', type: 'payment', id };
  },
  'POST /api/v2/webhooks': async ({ HOOK }) => ({
    url: '/api/v2/webhooks',
    payload: { url: HOOK },
    action: 'webhook registered',
    type: 'webhook',
  }),
  'POST /api/v2/webhooks/{id}': ofWebhook('', 'webhook updated', { enabled: false }),
  'DELETE /api/v2/webhooks/{id}': ofWebhook('', 'webhook deleted'),
  'POST /api/v2/webhooks/{id}/rotate_secret': ofWebhook('/rotate_secret', 'webhook secret rotated'),
  'POST /api/v2/webhooks/{id}/test': ofWebhook('/test', 'test event sent', {}),
  'POST /api/v2/webhooks/{id}/deliveries/{delivery_id}/redeliver': async (scene) => {
    const hook = await scene.webhook();
    const { id } = await scene.api(`/webhooks/${hook}/test`);
    const url = `/api/v2/webhooks/${hook}/deliveries/${id}/redeliver`;
    return { url, action: 'delivery repeated', type: 'delivery', id: String(id) };
  },
  'POST /api/v2/account': async () => ({
    url: '/api/v2/account',
    payload: { access_while_past_due: true },
    action: 'account updated',
    type: 'account',
  }),
  'POST /api/v2/api_keys': async () => ({
    url: '/api/v2/api_keys',
    payload: { name: 'Reports', scopes: ['read'] },
    action: 'api key created',
    type: 'api_key',
  }),
  'DELETE /api/v2/api_keys/{id}': async (scene) => {
    const { id } = await scene.api('/api_keys', { name: 'Reports', scopes: ['read'] });
    return { url: `/api/v2/api_keys/${id}`, action: 'api key revoked', type: 'api_key', id: String(id) };
  },
  'POST /api/v2/oauth_clients': async () => ({
    url: '/api/v2/oauth_clients',
    payload: { name: 'App', redirect_uris: ['https://app.test/'] },
    action: 'oauth client registered',
    type: 'oauth_client',
  }),
  'POST /api/v2/oauth_clients/{id}': ofClient('', 'oauth client updated', { name: 'Other' }),
  'POST /api/v2/oauth_clients/{id}/rotate_secret': ofClient('/rotate_secret', 'oauth client secret rotated'),
  'DELETE /api/v2/oauth_clients/{id}': ofClient('', 'oauth client deleted'),
  'POST /checkout/{plan_id}': async (scene) => ({
    url: `/checkout/${await scene.plan()}`,
    payload: { email: 'ann@example.com', card_number: CARD, password: scene.PASSWORD },
    action: 'membership bought',
    type: 'membership',
  }),
  'POST /v5/oauth/token': async (scene) => ({
    url: '/v5/oauth/token',
    payload: await scene.code(),
    action: 'tokens issued',
    type: 'grant',
  }),
  'POST /v5/oauth/revoke': async (scene) => ({
    url: '/v5/oauth/revoke',
    payload: await scene.token(),
    action: 'token revoked',
    type: 'grant',
  }),
};
