import { expect, test } from 'vitest';
import { percentOff } from '../promo-codes/percent-off.ts';
import { useCommerce } from '../support.ts';

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
  expect(revoked).toEqual({
    status: 200,
    body: { ...key, last_used_at: expect.any(Number), revoked_at: expect.any(Number), also_revoked: [] },
  });
  expect((await reports('GET', '/plans')).status).toBe(401);
  expect(await operator('DELETE', `/api_keys/${key.id}`)).toEqual(revoked);
});

test('a revoked or expired key is refused by other processes too, within a second', async () => {
  const { post, clock, startAnother } = commerce();
  const { app } = await startAnother();
  const now = new Date();
  clock.stopAt(now);
  const after = (milliseconds: number) => clock.stopAt(new Date(now.getTime() + milliseconds));
  const make = async (ends?: number) => {
    const expires = ends !== undefined && { expires_at: Math.floor(now.getTime() / 1000) + ends };
    return (await post('/api_keys', { name: 'Reports', scopes: ['read'], ...expires })).body;
  };
  const read = async (secret: string) =>
    (await app.inject({ url: '/api/v2/plans', headers: { authorization: `Bearer ${secret}` } })).statusCode;
  const [revoked, expired] = [await make(), await make(1)];
  expect(await Promise.all([revoked, expired].map(({ secret }) => read(secret)))).toEqual([200, 200]);
  await withKey('key_for-the-tests-only')('DELETE', `/api_keys/${revoked.id}`);
  after(1_000);
  expect(await Promise.all([revoked, expired].map(({ secret }) => read(secret)))).toEqual([401, 401]);
});

const NEW = { name: 'Another', scopes: ['write', 'read'] };

/** Creates a key with a key. */
const createdWith = async (secret: string): Promise<{ readonly id: string; readonly secret: string }> =>
  (await withKey(secret)('POST', '/api_keys', NEW)).body;

test('a revoked key takes those with it that it created, directly or not', async () => {
  const { get, apiKey, prisma, startAnother } = commerce();
  const stolen = await createdWith(apiKey);
  const other = await createdWith(apiKey);
  const made = await createdWith(stolen.secret);
  const hidden = await createdWith(made.secret);
  const keys = (await get('/api_keys')).body.data;
  const operator = keys.find(({ name }: { readonly name: string }) => name === 'Operator');
  const creatorOf = (id: string) => keys.find((key: { readonly id: string }) => key.id === id).created_by;
  expect([operator.id, stolen.id, made.id, hidden.id].map(creatorOf)).toEqual([
    ...[null, operator.id, stolen.id, made.id],
  ]);

  // Another process still trusts the hidden key for a second.
  const { app } = await startAnother();
  const inAnother = (method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${hidden.secret}` },
      ...(payload && { payload }),
    });
  expect((await inAnother('GET', '/api/v2/plans')).statusCode).toBe(200);

  const revoked = await withKey(apiKey)('DELETE', `/api_keys/${stolen.id}`);
  expect(revoked).toMatchObject({ status: 200, body: { id: stolen.id } });
  expect(revoked.body.also_revoked.toSorted()).toEqual([made.id, hidden.id].toSorted());
  const reads = async ({ secret }: { readonly secret: string }) =>
    (await withKey(secret)('GET', '/plans')).status;
  expect(await Promise.all([stolen, made, hidden, other].map(reads))).toEqual([401, 401, 401, 200]);
  expect((await inAnother('POST', '/api/v2/api_keys', NEW)).statusCode).toBe(401);
  expect(await prisma.apiKey.count({ where: { createdBy: hidden.id } })).toBe(0);
  const recorded = await prisma.auditEntry.findMany({
    where: { action: 'api key revoked', objectId: { in: [stolen.id, made.id, hidden.id, other.id] } },
    orderBy: { seq: 'asc' },
    select: { actorId: true, objectId: true, details: true },
  });
  expect(recorded[0]).toEqual({ actorId: operator.id, objectId: stolen.id, details: {} });
  expect(recorded.slice(1)).toEqual(
    revoked.body.also_revoked.map((objectId: string) => ({
      actorId: operator.id,
      objectId,
      details: { revoked_with: stolen.id },
    })),
  );
  const again = await withKey(apiKey)('DELETE', `/api_keys/${stolen.id}`);
  expect(again).toEqual({ status: 200, body: { ...revoked.body, also_revoked: [] } });
});

test('a key that is revoked again, even at the same time, has one entry in the audit log', async () => {
  const { apiKey, prisma } = commerce();
  const { id } = await createdWith(apiKey);
  const revoke = () => withKey(apiKey)('DELETE', `/api_keys/${id}`);
  const answers = await Promise.all([revoke(), revoke(), revoke()]);
  answers.push(await revoke());
  expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [200, id]));
  expect(await prisma.auditEntry.count({ where: { action: 'api key revoked', objectId: id } })).toBe(1);
});

test('an account has a thousand valid keys at most, and all are revoked with the first', async () => {
  const { apiKey, prisma } = commerce();
  const first = await createdWith(apiKey);
  const { accountId } = await prisma.apiKey.findUniqueOrThrow({ where: { id: first.id } });
  // A chain: each key has created the next one.
  const idOf = (n: number) => (n === 0 ? first.id : `key_${String(n).padStart(4, '0')}`);
  const chain = Array.from({ length: 998 }, (_, n) => ({
    id: idOf(n + 1),
    createdBy: idOf(n),
    accountId,
    hash: idOf(n + 1),
    scopes: ['read'],
    createdAt: new Date(),
  }));
  await prisma.apiKey.createMany({ data: chain });
  const refused = await withKey(first.secret)('POST', '/api_keys', NEW);
  expect([refused.status, refused.body.error.message]).toEqual([
    ...[409, 'An account can have 1000 valid API keys. Revoke those not in use.'],
  ]);
  const revoked = await withKey(apiKey)('DELETE', `/api_keys/${first.id}`);
  expect([revoked.status, revoked.body.also_revoked.length]).toEqual([200, 998]);
  expect(await prisma.apiKey.count({ where: { revokedAt: null } })).toBe(1);
});

const OFF = percentOff(5);

test('a key that may only read is told no password, promo code and claim link, however it asks', async () => {
  const { get, post, buy } = commerce();
  const { secret } = (await post('/api_keys', { name: 'Reports', scopes: ['read'] })).body;
  const plan = (await post('/plans', {})).body;
  const link = (await post(`/plans/${plan.id}/create_quick_link`, { custom_password: 'sesame' })).body;
  await buy(link.id, { email: 'ann@example.com', password: 'sesame' });
  await post('/promo_codes', { code: 'GIFT', ...OFF, plan_ids: [link.id] });
  const paid = (await post('/plans', { initial_price: 5 })).body.id;
  await post('/promo_codes', { code: 'ALLGIFT', ...OFF, amount_off: 100 });
  await buy(paid, { email: 'cy@example.com', promo_code: 'ALLGIFT' });
  const list = (await post('/plans', { release_method: 'waitlist' })).body;
  await buy(list.id, { email: 'bob@example.com' });
  const [entry] = (await get(`/plans/${list.id}/entries`)).body.data;
  await post(`/plans/${list.id}/entries/${entry.id}/accept`);
  const reads = async (url: string) => JSON.stringify((await withKey(secret)('GET', url)).body);
  const urls = ['/plans', `/plans/${link.id}`, '/memberships?expand=plan', '/promo_codes?expand=plans'];
  for (const url of urls) {
    expect(JSON.stringify((await get(url)).body)).toContain('password=sesame');
    expect(await reads(url)).toContain(link.id);
    expect(await reads(url)).not.toContain('sesame');
  }
  for (const url of [
    '/promo_codes',
    '/memberships?expand=promo_code',
    '/memberships?expand[]=promo_code&per=50',
  ]) {
    expect(JSON.stringify((await get(url)).body)).toContain('"ALLGIFT"');
    expect(await reads(url)).toContain('"code":null');
    expect(await reads(url)).not.toContain('GIFT');
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
    message: 'scopes can\'t include "read", because this API key lacks it.',
  });
  expect((await writer('POST', '/api_keys', { name: 'Same', scopes: ['write'] })).status).toBe(201);
  const own = (await get('/api_keys')).body.data.at(-1);
  expect((await writer('DELETE', `/api_keys/${own.id}`)).status).toBe(409);
  expect((await writer('DELETE', '/api_keys/key_none')).status).toBe(404);
  expect((await writer('POST', '/api_keys', { name: 'None', scopes: [] })).status).toBe(400);
  expect((await writer('POST', '/api_keys', { name: 'Odd', scopes: ['admin'] })).body.error.message).toMatch(
    /^scopes\.0 must be one of: read, write, account:read, account:write, /,
  );
});

test('a key for one resource does that, and nothing with the others, also not by expanding them', async () => {
  const { post, buy } = commerce();
  const { id } = (await post('/plans', {})).body;
  await buy(id, { email: 'ann@example.com' });
  const scopes = ['memberships:read', 'plans:write'];
  const { secret } = (await post('/api_keys', { name: 'Narrow', scopes })).body;
  const narrow = withKey(secret);
  const status = async (...request: Parameters<typeof narrow>) => (await narrow(...request)).status;
  expect(await status('GET', '/memberships?expand=user')).toBe(200);
  expect(await status('POST', '/plans', {})).toBe(201);
  expect((await narrow('GET', '/plans')).body.error.message).toBe(
    'This API key lacks the scope "plans:read".',
  );
  for (const url of ['/memberships?expand=plan', '/memberships?expand[]=user&expand[]=plan'])
    expect((await narrow('GET', url)).body.error.message).toBe('This API key lacks the scope "plans:read".');
  const others = ['products', 'promo_codes', 'payments', 'webhooks', 'account', 'api_keys', 'oauth_clients'];
  for (const name of others) expect([name, await status('GET', `/${name}`)]).toEqual([name, 403]);
  expect(await status('POST', '/memberships/mem_none/terminate')).toBe(403);
  expect(await status('POST', '/api_keys', { name: 'More', scopes: ['plans:write'] })).toBe(403);

  const maker = withKey(
    (await post('/api_keys', { name: 'Maker', scopes: ['api_keys:write', 'read'] })).body.secret,
  );
  const make = async (...held: string[]) =>
    (await maker('POST', '/api_keys', { name: 'Made', scopes: held })).status;
  expect([await make('plans:read', 'read'), await make('plans:write'), await make('write')]).toEqual([
    201, 403, 403,
  ]);
});

test('a key ends by itself, and makes none that outlives it', async () => {
  const { clock, post, get } = commerce();
  const at = (time: string) => clock.stopAt(new Date(time));
  const seconds = (time: string) => new Date(time).getTime() / 1000;
  at('2027-01-01T12:00:00Z');
  const [end, later] = [seconds('2027-01-01T13:00:00Z'), seconds('2027-01-01T13:00:01Z')];
  const past = await post('/api_keys', {
    name: 'Late',
    scopes: ['read'],
    expires_at: seconds('2027-01-01T12:00:00Z'),
  });
  expect(past.body.error).toEqual({ status: 400, message: 'expires_at must be in the future.' });
  const made = (await post('/api_keys', { name: 'Hour', scopes: ['read', 'write'], expires_at: end })).body;
  const hour = withKey(made.secret);
  const child = (expires_at?: number) =>
    hour('POST', '/api_keys', { name: 'Child', scopes: ['read'], ...(expires_at && { expires_at }) });
  expect([made.expires_at, (await child()).body.expires_at, (await child(end)).status]).toEqual([
    end,
    end,
    201,
  ]);
  expect((await child(later)).status).toBe(403);
  at('2027-01-01T12:59:59Z');
  expect((await hour('GET', '/plans')).status).toBe(200);
  at('2027-01-01T13:00:00Z');
  expect((await hour('GET', '/plans')).status).toBe(401);
  expect((await get('/api_keys')).body.data.at(-1)).toMatchObject({ name: 'Operator', expires_at: null });
});

test('when a key was last used is told to the minute, and written once in it', async () => {
  const { clock, post, get, prisma } = commerce();
  clock.stopAt(new Date('2027-01-01T12:00:00Z'));
  const { id, secret, last_used_at } = (await post('/api_keys', { name: 'Reports', scopes: ['read'] })).body;
  expect(last_used_at).toBeNull();
  const used = async (time: string) => {
    clock.stopAt(new Date(time));
    await withKey(secret)('GET', '/plans');
    return (await prisma.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt?.toISOString();
  };
  expect(await used('2027-01-01T12:00:10Z')).toBe('2027-01-01T12:00:10.000Z');
  expect(await used('2027-01-01T12:01:09Z')).toBe('2027-01-01T12:00:10.000Z');
  expect(await used('2027-01-01T12:01:10Z')).toBe('2027-01-01T12:01:10.000Z');
  expect((await get('/api_keys')).body.data[0].last_used_at).toBe(Date.parse('2027-01-01T12:01:10Z') / 1000);
});
