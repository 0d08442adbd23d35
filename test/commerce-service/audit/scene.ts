import type { PrismaClient } from '../../../src/database/index.ts';
import { authorizeQuery, openBrowser } from '../oauth/browser.ts';
import { percentOff } from '../promo-codes/percent-off.ts';
import { CARD, RENEWAL } from '../seller.ts';
import { APPLICATION, cookieOf, type useCommerce } from '../support.ts';

/** Where the requests under test come from. */
export const ADDRESS = '203.0.113.7';

/** What must be in no entry. */
const PASSWORD = 'sesame-of-the-tests';
const HOOK = 'https://hooks.example.com/services/T0PS3CRET?token=hush';
const REDIRECT_URI = APPLICATION.redirectUris[0] ?? '';
const CLIENT = { client_id: APPLICATION.clientId, client_secret: APPLICATION.clientSecret };

/** Fields whose values open something. */
const SECRET =
  /^(secret|client_secret|license_key|access_token|refresh_token|code|custom_password|card_number)$/;

interface Request {
  readonly method: string;
  readonly url: string;
  readonly payload?: object;
}

/** A shop that is asked with a key of its own, from an address of its own, and remembers every secret that it sees. */
export async function openScene(commerce: ReturnType<typeof useCommerce>) {
  const { app, get, post, apiKey, letTimePass } = commerce();
  const secrets = new Set([apiKey, PASSWORD, HOOK, new URL(HOOK).pathname, CARD, APPLICATION.clientSecret]);
  const remember = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (SECRET.test(name) && typeof inner === 'string') secrets.add(inner);
      remember(inner);
    }
  };
  const key = (await post('/api_keys', { name: 'Shop', scopes: ['read', 'write'] })).body;
  remember(key);
  const send = async ({ method, url, payload }: Request, headers: Record<string, string> = {}) => {
    const [isApi, isCheckout] = [url.startsWith('/api/'), url.startsWith('/checkout/')];
    const response = await app.inject({
      method: method as 'POST',
      url,
      remoteAddress: ADDRESS,
      headers: {
        ...(isApi && { authorization: `Bearer ${key.secret}` }),
        ...(isCheckout && { accept: 'application/json', cookie: cookieOf({ email: 'ann@example.com' }) }),
        ...headers,
      },
      ...(payload && { payload }),
    });
    const body = response.body === '' ? {} : JSON.parse(response.body);
    remember(payload);
    remember(body);
    return { status: response.statusCode, body };
  };
  const api = async (url: string, payload?: object) =>
    (await send({ method: 'POST', url: `/api/v2${url}`, ...(payload && { payload }) })).body;
  const buy = async (planId: string, order: object = {}) => {
    const payload = { email: 'ann@example.com', card_number: CARD, ...order };
    return (await send({ method: 'POST', url: `/checkout/${planId}`, payload })).body;
  };
  const scene = {
    keyId: String(key.id),
    secrets,
    send,
    api,
    buy,
    pass: letTimePass,
    product: async () => String((await api('/products', { name: 'Club' })).id),
    plan: async (plan: object = {}) =>
      String((await api('/plans', { custom_password: PASSWORD, ...plan })).id),
    async promo() {
      const terms = percentOff(5);
      return String((await api('/promo_codes', { code: `P${Date.now()}`, ...terms })).id);
    },
    webhook: async () => String((await api('/webhooks', { url: HOOK })).id),
    client: async () =>
      String((await api('/oauth_clients', { name: 'App', redirect_uris: ['https://app.test/'] })).id),
    membership: async (plan: object = RENEWAL, order: object = {}): Promise<string> => {
      const bought = await buy(await scene.plan(plan), { password: PASSWORD, ...order });
      return String(bought.membership.id);
    },
    entry: async (method: 'waitlist' | 'raffle') => {
      const plan = await scene.plan({ release_method: method, release_method_settings: { winners: 1 } });
      await buy(plan, { password: PASSWORD });
      const [entry] = (await get(`/plans/${plan}/entries`)).body.data;
      return { plan, entry: String(entry.id) };
    },
    /** What an application asks for tokens with, once the buyer has allowed it. */
    async code() {
      const browser = openBrowser(app, ADDRESS);
      const consent = await browser.signIn(authorizeQuery(), 'ann@example.com');
      const back = await browser.submit(consent.html, 'authorize', { decision: 'allow' });
      const code = new URL(back.location ?? '').searchParams.get('code') ?? '';
      const payload = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI, ...CLIENT };
      remember(payload);
      return payload;
    },
    async token() {
      const { body } = await send({ method: 'POST', url: '/v5/oauth/token', payload: await scene.code() });
      return { token: body.access_token, ...CLIENT };
    },
  };
  return { ...scene, PASSWORD, HOOK, CLIENT };
}

export type Scene = Awaited<ReturnType<typeof openScene>>;

/** The log's last entry's number, and what was appended since. */
export async function watchLog(prisma: PrismaClient) {
  const before = (await prisma.auditHead.findFirstOrThrow()).seq;
  return () => prisma.auditEntry.findMany({ where: { seq: { gt: before } }, orderBy: { seq: 'asc' } });
}
