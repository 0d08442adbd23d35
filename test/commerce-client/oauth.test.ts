import { expect, test } from 'vitest';
import type { Clock } from '../../src/clock.ts';
import { createCommerceOAuth } from '../../src/commerce-client/oauth.ts';
import { clientOf, flat, listOf, page } from './service.ts';

const { signal } = new AbortController();
const application = { clientId: 'app_1', clientSecret: 'secret', redirectUri: 'https://bot.test/link' };

test("a malformed membership does not prevent linking, and the buyer's others count", async () => {
  const data = [{ ...flat, plan: { id: 7 } }, flat, {}];
  const { baseUrl, clock } = await clientOf(() => listOf(1, 1, data));
  const found = await membershipsAt(baseUrl, clock);
  expect(found.map(({ id }) => id)).toEqual(['mem_1']);
});

test('of a buyer with thousands of memberships a sign-in reads a hundred', async () => {
  const { baseUrl, clock, asked } = await clientOf((_path, n) => page(n + 1, 40, `mem_${n}`));
  const found = await membershipsAt(baseUrl, clock);
  expect(asked).toEqual(['/v5/me/memberships?per=50&page=1', '/v5/me/memberships?per=50&page=2']);
  expect(found.map(({ id }) => id)).toEqual(['mem_0', 'mem_1']);
});

function membershipsAt(baseUrl: string, clock: Clock & { readonly time: number }) {
  const oauth = createCommerceOAuth({
    ...application,
    baseUrl,
    publicUrl: baseUrl,
    clock,
    aliases: new Map(),
  });
  return oauth.memberships({ access: 'token', scopes: [], expiresAt: clock.time }, signal);
}

/** Starts a service with the specified paths, and a separate authorization server. */
async function elsewhere(metadata: (authorization: string) => object | undefined) {
  const authorization = await clientOf(() => ({ body: { access_token: 'token_1' } }));
  const service = await clientOf((path) => {
    if (path === '/v5/oauth/token') return { body: { access_token: 'token_2' } };
    const body = path.startsWith('/.well-known/') ? metadata(authorization.baseUrl) : undefined;
    return body ? { body } : { status: 404 };
  });
  return { authorization, service };
}

test('the metadata document of a service can move its authorize page and token endpoint elsewhere', async () => {
  const { authorization, service } = await elsewhere((url) => ({
    issuer: url,
    authorization_endpoint: `${url}/sign-in`,
    token_endpoint: `${url}/token`,
  }));
  const { baseUrl, clock } = service;
  const options = { ...application, baseUrl, publicUrl: baseUrl, clock, aliases: new Map() };
  const oauth = createCommerceOAuth(options);
  expect(oauth.authorizeUrl(await oauth.capabilities(signal), 'state')).toContain(
    `${authorization.baseUrl}/sign-in?client_id=app_1`,
  );
  expect(await oauth.exchange('code_1', undefined, signal)).toMatchObject({ access: 'token_1' });
  expect(authorization.asked).toEqual(['/token']);
});

test('the endpoints come from the configuration without metadata, and by default from the specification', async () => {
  const { authorization, service } = await elsewhere(() => undefined);
  const { baseUrl, clock } = service;
  const options = { ...application, baseUrl, publicUrl: baseUrl, clock, aliases: new Map() };
  const specified = createCommerceOAuth(options);
  expect(await specified.exchange('code_1', undefined, signal)).toMatchObject({ access: 'token_2' });
  const set = createCommerceOAuth({
    ...options,
    authorizeUrl: `${authorization.baseUrl}/ask?tenant=1`,
    tokenUrl: `${authorization.baseUrl}/exchange`,
  });
  expect(set.authorizeUrl(await set.capabilities(signal), 'state')).toContain(
    '/ask?tenant=1&client_id=app_1',
  );
  expect(await set.exchange('code_1', undefined, signal)).toMatchObject({ access: 'token_1' });
  expect(authorization.asked).toEqual(['/exchange']);
});

test('an endpoint at the public address of the service is called at its internal address', async () => {
  const { service } = await elsewhere(() => ({
    issuer: 'https://shop.test',
    authorization_endpoint: 'https://shop.test/oauth/',
    token_endpoint: 'https://shop.test/v5/oauth/token',
  }));
  const { baseUrl, clock } = service;
  const oauth = createCommerceOAuth({
    ...application,
    baseUrl,
    publicUrl: 'https://shop.test',
    clock,
    aliases: new Map(),
  });
  expect(await oauth.exchange('code_1', undefined, signal)).toMatchObject({ access: 'token_2' });
});
