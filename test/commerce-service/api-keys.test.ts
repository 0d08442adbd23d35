import { expect, test } from 'vitest';
import { useCommerce } from './support.ts';

const commerce = useCommerce();

const withKey =
  (secret: string) => async (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const headers = { authorization: `Bearer ${secret}` };
    const request = { method, url: `/api/v2${url}`, headers, ...(payload && { payload }) };
    const response = await commerce().app.inject(request);
    return { status: response.statusCode, body: response.json() };
  };

test('a key is shown once, does what its scopes say, and ends when it is revoked', async () => {
  const { get, post, prisma } = commerce();
  const created = await post('/api_keys', { name: 'Reports', scopes: ['read'] });
  expect(created.status).toBe(201);
  const { secret, ...key } = created.body;
  expect(secret).toMatch(/^key_[\w-]{43}$/);
  expect(key).toMatchObject({ name: 'Reports', scopes: ['read'], revoked_at: null });
  expect(JSON.stringify(await prisma.apiKey.findMany())).not.toContain(secret);
  expect((await get('/api_keys')).body.data).toEqual([key, expect.objectContaining({ name: 'Operator' })]);

  const reports = withKey(secret);
  expect((await reports('GET', '/plans')).status).toBe(200);
  expect((await reports('POST', '/plans')).status).toBe(403);
  const operator = withKey('key_for-the-tests-only');
  const revoked = await operator('DELETE', `/api_keys/${key.id}`);
  expect(revoked).toEqual({ status: 200, body: { ...key, revoked_at: expect.any(Number) } });
  expect((await reports('GET', '/plans')).status).toBe(401);
  expect(await operator('DELETE', `/api_keys/${key.id}`)).toEqual(revoked);
});

test('a key that may only read is told no password and no claim link, however it asks', async () => {
  const { get, post, buy } = commerce();
  const { secret } = (await post('/api_keys', { name: 'Reports', scopes: ['read'] })).body;
  const plan = (await post('/plans')).body;
  const link = (await post(`/plans/${plan.id}/create_quick_link`, { custom_password: 'sesame' })).body;
  await buy(link.id, { email: 'ann@example.com', password: 'sesame' });
  await post('/promo_codes', { code: 'OFF', promo_type: 'percentage', amount_off: 5, plan_ids: [link.id] });
  const list = (await post('/plans', { release_method: 'waitlist' })).body;
  const { entry } = (await buy(list.id, { email: 'bob@example.com' })).body;
  await post(`/plans/${list.id}/entries/${entry.id}/accept`);
  const reads = async (url: string) => JSON.stringify((await withKey(secret)('GET', url)).body);
  const urls = ['/plans', `/plans/${link.id}`, '/memberships?expand=plan', '/promo_codes?expand=plans'];
  for (const url of urls) {
    expect(JSON.stringify((await get(url)).body)).toContain('password=sesame');
    expect(await reads(url)).toContain(link.id);
    expect(await reads(url)).not.toContain('sesame');
  }
  const entries = `/plans/${list.id}/entries`;
  expect((await get(entries)).body.data).toMatchObject([{ claim_link: expect.stringContaining('claim=') }]);
  expect((await withKey(secret)('GET', entries)).body.data).toMatchObject([{ claim_link: null }]);
});

test("a key can't make one that does more, and the operator's own stays", async () => {
  const { get, post } = commerce();
  const { secret } = (await post('/api_keys', { name: 'Writer', scopes: ['write', 'write'] })).body;
  const writer = withKey(secret);
  const more = await writer('POST', '/api_keys', { name: 'More', scopes: ['read', 'write'] });
  expect(more.body.error).toEqual({
    status: 403,
    message: 'scopes can\'t hold "read": this API key lacks it itself.',
  });
  expect((await writer('POST', '/api_keys', { name: 'Same', scopes: ['write'] })).status).toBe(201);
  const own = (await get('/api_keys')).body.data.at(-1);
  expect((await writer('DELETE', `/api_keys/${own.id}`)).status).toBe(409);
  expect((await writer('DELETE', '/api_keys/key_none')).status).toBe(404);
  expect((await writer('POST', '/api_keys', { name: 'None', scopes: [] })).status).toBe(400);
  expect((await writer('POST', '/api_keys', { name: 'Odd', scopes: ['admin'] })).body.error.message).toBe(
    'scopes.0 must be one of: read, write.',
  );
});
