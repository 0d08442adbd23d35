import type { Resource } from './claims.ts';
import { once } from './once.ts';
import type { Json } from './reach.ts';
import type { World } from './world.ts';

/** Answers of every kind that have the resource. */
export const SPECIMENS: Readonly<Record<Resource, (world: World) => Promise<Json[]>>> = {
  Plan: once(async ({ call, all }) => {
    const quick = (await call('POST /api/v2/plans/:plan/create_quick_link')).body;
    return [quick, ...(await all('/plans'))];
  }),
  Membership: once(async ({ buy, get, call, all, pass, bought }) => {
    await buy(pass, { email: 'bob@example.com' });
    const before = (await get(`/memberships/${bought.id}`)).body;
    const ended = (await call('POST /api/v2/memberships/:membership/terminate')).body;
    return [before, bought, ended, ...(await all('/memberships'))];
  }),
  Webhook: once(async ({ post, all }) => {
    const created = (await post('/webhooks', { url: 'https://example.com/a' })).body;
    return [created, ...(await all('/webhooks'))];
  }),
  'Promo Code': ({ all }) => all('/promo_codes'),
  Pagination: async ({ get }) => [
    (await get('/plans')).body.pagination,
    (await get('/webhooks')).body.pagination,
  ],
  'OAuth token': once(async ({ call, newTokenRequest }) => [
    (await call('POST /v5/oauth/token', '', await newTokenRequest())).body,
  ]),
};
