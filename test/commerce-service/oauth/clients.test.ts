import { expect, test } from 'vitest';
import { APPLICATION, useCommerce } from '../support.ts';
import { authorizeQuery, openBrowser } from './browser.ts';

const commerce = useCommerce({ mailbox: true });

const SHOP = { name: 'Shop Window', redirect_uris: ['https://window.test/back'] };

const send = async (method: 'PATCH' | 'DELETE', url: string, payload?: object) => {
  const { app, apiKey } = commerce();
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await app.inject({
    method,
    url: `/api/v2${url}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: response.statusCode, body: response.body === '' ? null : response.json() };
};

const query = (client_id: string, changes: Record<string, string> = {}) =>
  authorizeQuery({ client_id, redirect_uri: SHOP.redirect_uris[0], ...changes });

async function getCode(client_id: string): Promise<string> {
  const browser = openBrowser(commerce().app);
  const consent = await browser.signIn(query(client_id), 'ann@example.com');
  const back = await browser.submit(consent.html, 'authorize', { decision: 'allow' });
  return new URL(back.location ?? '').searchParams.get('code') ?? '';
}

async function exchange(client: { client_id: string; client_secret: string }, code: string) {
  const { client_id, client_secret } = client;
  const redirect_uri = SHOP.redirect_uris[0];
  const payload = { grant_type: 'authorization_code', client_id, client_secret, redirect_uri, code };
  const response = await commerce().app.inject({ method: 'POST', url: '/v5/oauth/token', payload });
  return { status: response.statusCode, body: response.json() };
}

const profileStatus = async (token: string) =>
  (await commerce().app.inject({ url: '/v5/me', headers: { authorization: `Bearer ${token}` } })).statusCode;

test('a client is registered, and its secret shown once and kept as a hash', async () => {
  const { get, post, prisma } = commerce();
  const created = await post('/oauth_clients', SHOP);
  expect(created.status).toBe(201);
  const { client_secret, ...client } = created.body;
  expect(client_secret).toMatch(/^secret_[\w-]{43}$/);
  expect(client).toEqual({
    id: expect.stringMatching(/^app_[0-9A-Z]{26}$/),
    client_id: client.id,
    ...SHOP,
    scopes: ['profile', 'email', 'memberships', 'social_accounts'],
    created_at: expect.any(Number),
  });
  expect((await get(`/oauth_clients/${client.id}`)).body).toEqual(client);
  const { data } = (await get('/oauth_clients')).body;
  expect(data).toEqual([client, expect.objectContaining({ client_id: APPLICATION.clientId })]);
  expect(JSON.stringify(await prisma.oAuthClient.findMany())).not.toContain(client_secret);
});

test('the buyer is told who asks, as whom, and where it leads; tokens come for its own secret only', async () => {
  const { app, post } = commerce();
  const { body: client } = await post('/oauth_clients', SHOP);
  const browser = openBrowser(app);
  const { html } = await browser.signIn(query(client.client_id), 'ann@example.com');
  for (const words of [
    'Allow Shop Window to see your data?',
    'ann@example.com',
    '<strong>window.test</strong>',
  ])
    expect(html).toContain(words);
  const code = await getCode(client.client_id);
  const wrong = { client_id: client.client_id, client_secret: APPLICATION.clientSecret };
  expect((await exchange(wrong, code)).body.error).toBe('invalid_client');
  const { body } = await exchange(client, code);
  expect(await profileStatus(body.access_token)).toBe(200);
});

test('it may ask for its scopes and no others', async () => {
  const { app, post } = commerce();
  const { body } = await post('/oauth_clients', { ...SHOP, scopes: ['profile', 'profile'] });
  expect(body.scopes).toEqual(['profile']);
  const browser = openBrowser(app);
  const consent = await browser.signIn(query(body.client_id), 'ann@example.com');
  expect(consent.html).toContain('See your name and username');
  expect(consent.html).not.toContain('See your e-mail address');
  const beyond = await browser.visit(`/oauth/authorize?${query(body.client_id, { scope: 'email' })}`);
  expect(beyond.location).toContain('error=invalid_scope');
});

test('an update counts from then on, and a new secret ends the one before', async () => {
  const { app, post } = commerce();
  const { body: client } = await post('/oauth_clients', SHOP);
  const url = `/oauth_clients/${client.id}`;
  const redirect_uris = ['http://127.0.0.1:8080/back', 'http://[::1]/back', 'http://localhost/back'];
  const renamed = await send('PATCH', url, { name: 'Window', redirect_uris });
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Window', redirect_uris } });
  expect(renamed.body).not.toHaveProperty('client_secret');
  const before = await openBrowser(app).visit(`/oauth/authorize?${query(client.client_id)}`);
  expect(before.status).toBe(400);
  await post(url, SHOP);
  const rotated = await post(`${url}/rotate_secret`);
  expect(rotated.status).toBe(201);
  const code = await getCode(client.client_id);
  expect((await exchange(client, code)).status).toBe(401);
  expect((await exchange(rotated.body, code)).status).toBe(200);
});

test('deleting one ends its tokens and codes, and asks buyers nothing any more', async () => {
  const { app, get, post } = commerce();
  const { body: client } = await post('/oauth_clients', SHOP);
  const { body: tokens } = await exchange(client, await getCode(client.client_id));
  const browser = openBrowser(app);
  const consent = await browser.signIn(query(client.client_id), 'ann@example.com');
  const url = `/oauth_clients/${client.id}`;
  expect(await send('DELETE', url)).toEqual({ status: 204, body: null });
  expect(await profileStatus(tokens.access_token)).toBe(401);
  expect((await exchange(client, 'code_any')).body.error).toBe('invalid_client');
  expect((await browser.submit(consent.html, 'authorize', { decision: 'allow' })).status).toBe(400);
  expect((await get(url)).status).toBe(404);
  expect((await send('DELETE', url)).status).toBe(404);
});

test.each([
  ['http://window.test/back', 'redirect_uris.0'],
  ['javascript:alert(1)', 'redirect_uris.0'],
  ['window://back', 'redirect_uris.0'],
  ['https://window.test/back#top', 'redirect_uris.0'],
  ['https://ann:secret@window.test/', 'redirect_uris.0'],
  ['https://*.window.test/', 'redirect_uris.0'],
  ["https://window.test;script-src 'self'/", 'redirect_uris.0'],
  ['https://window;script-src.test/', 'redirect_uris.0'],
  [' https://window.test/', 'redirect_uris.0'],
  ['https://wíndow.test/', 'redirect_uris.0'],
  ['/back', 'redirect_uris.0'],
])('%s is no address to send buyers back to', async (uri, field) => {
  const { status, body } = await commerce().post('/oauth_clients', { ...SHOP, redirect_uris: [uri] });
  expect(status).toBe(400);
  expect(body.error.message).toContain(`${field} must be a complete address`);
});

test('what is wrong is refused by name, and the operator’s own is left alone', async () => {
  const { get, post } = commerce();
  const refused = async (changes: object) => {
    const { status, body } = await post('/oauth_clients', { ...SHOP, ...changes });
    return [status, body.error.message.split(' ')[0]];
  };
  expect(await refused({ redirect_uris: [] })).toEqual([400, 'redirect_uris']);
  const many = Array.from({ length: 11 }, (_, index) => `https://window.test/${index}`);
  expect(await refused({ redirect_uris: many })).toEqual([400, 'redirect_uris']);
  expect(await refused({ name: ' ' })).toEqual([400, 'name']);
  expect(await refused({ scopes: ['write'] })).toEqual([400, 'scopes.0']);
  const [own] = (await get('/oauth_clients')).body.data;
  const url = `/oauth_clients/${own.id}`;
  const answers = [send('PATCH', url, { name: 'Mine' }), send('DELETE', url), post(`${url}/rotate_secret`)];
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([409, 409, 409]);
  const { secret } = (await post('/api_keys', { name: 'Reports', scopes: ['read'] })).body;
  const headers = { authorization: `Bearer ${secret}` };
  const asReader = { url: '/api/v2/oauth_clients', headers };
  expect((await commerce().app.inject(asReader)).statusCode).toBe(200);
  expect((await commerce().app.inject({ ...asReader, method: 'POST', payload: SHOP })).statusCode).toBe(403);
});
