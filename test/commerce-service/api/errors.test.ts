import { expect, test } from 'vitest';
import { useCommerce } from '../support.ts';

const commerce = useCommerce();
const limited = useCommerce({ service: { rateLimit: 3 } });

const refusal = (status: number, message: unknown) => ({
  status,
  body: { error: { status, message } },
});

test('every refusal has one shape, and says what would be right', async () => {
  const { app, get, post, prisma } = commerce();
  const plan = (await post('/plans', { short_link: 'spring' })).body;
  const raw = async (payload: string, type: string) => {
    const authorization = 'Bearer key_for-the-tests-only';
    const headers = { authorization, 'content-type': type };
    const response = await app.inject({ method: 'POST', url: '/api/v2/plans', headers, payload });
    return { status: response.statusCode, body: response.json() };
  };
  expect(await get('/plans?per=51')).toEqual(refusal(400, 'per must be at most 50.'));
  expect(await raw('{"stock":', 'application/json')).toEqual(
    refusal(400, expect.stringContaining('not valid JSON')),
  );
  expect(await get('/memberships/mem_none')).toEqual(refusal(404, 'There is no membership mem_none.'));
  expect(await get('/nothing')).toEqual(refusal(404, 'There is nothing at GET /api/v2/nothing.'));
  expect(await post(`/plans/${plan.id}/create_quick_link`, { short_link: 'spring' })).toEqual(
    refusal(409, 'short_link is taken. Choose another one.'),
  );
  const large = JSON.stringify({ metadata: { text: 'x'.repeat(64 * 1024) } });
  expect(await raw(large, 'application/json')).toEqual(refusal(413, 'The body must be at most 64 KiB.'));
  const rich = JSON.stringify({ metadata: { list: Array(5_000).fill(1) } });
  expect(await raw(rich, 'application/json')).toEqual(refusal(413, 'The body may hold at most 5000 values.'));
  const query = Array.from({ length: 51 }, (_, n) => `q${n}=1`).join('&');
  expect(await get(`/plans?${query}`)).toEqual(refusal(400, 'A URL may have at most 50 query parameters.'));
  expect(await raw('<plan/>', 'application/xml')).toEqual(
    refusal(415, 'The body must be JSON: "Content-Type: application/json".'),
  );
  expect((await raw('plan', 'text/plain')).status).toBe(415);
  expect(await post('/plans', { product_id: 'prod_none' })).toEqual(
    refusal(422, 'product_id must be the id of one of your products.'),
  );
  await prisma.apiKey.updateMany({ data: { scopes: ['read'] } });
  commerce().clock.letKeysBeLookedUp();
  expect(await post('/plans', {})).toEqual(refusal(403, 'This API key lacks the scope "plans:write".'));
  await prisma.apiKey.deleteMany();
  commerce().clock.letKeysBeLookedUp();
  expect(await get('/plans')).toEqual(refusal(401, expect.stringContaining('Authorization: Bearer')));
});

test('no answer of the API may be kept by anybody on the way, whatever it says', async () => {
  const ask = async (url: string, authorization: string) => {
    const request = { url: `/api/v2${url}`, headers: { authorization } };
    const { statusCode, headers } = await commerce().app.inject(request);
    return [statusCode, headers['cache-control']];
  };
  const key = `Bearer ${commerce().apiKey}`;
  await commerce().post('/webhooks', { url: 'https://example.com/hooks' });
  for (const url of ['/memberships', '/webhooks', '/api_keys'])
    expect(await ask(url, key)).toEqual([200, 'no-store']);
  expect(await ask('/memberships', 'Bearer wrong')).toEqual([401, 'no-store']);
  expect(await ask('/memberships/mem_none', key)).toEqual([404, 'no-store']);
  expect(await ask('/memberships?per=51', key)).toEqual([400, 'no-store']);
});

test('no NUL character gets as far as the database, wherever it is', async () => {
  const { app, post } = commerce();
  const { id } = (await post('/plans', { initial_price: 5 })).body;
  const form = (url: string, payload: string) => ({
    method: 'POST' as const,
    url,
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
  });
  const basic = { authorization: `Basic ${Buffer.from('%00:%00').toString('base64')}` };
  const json = { accept: 'application/json' };
  const key = { authorization: 'Bearer key_for-the-tests-only' };
  const asked = {
    url: '/v5/oauth/token',
    method: 'POST' as const,
    headers: basic,
    payload: { grant_type: 'authorization_code' },
  };
  const pages = [
    { url: `/checkout/${id}?promo_code=%00` },
    { url: `/checkout/${id}?claim=%00` },
    form(`/checkout/${id}?promo_code=%00`, 'email=ann%40example.com'),
    form(`/checkout/${id}`, 'email=ann%40example.com&promo_code=%00&claim=%00&preview=1'),
    { url: '/oauth/authorize?client_id=%00' },
    { url: '/oauth/sign-in?token=%00' },
  ];
  for (const request of pages) {
    const { statusCode, headers, body } = await app.inject(request);
    expect([statusCode, headers['content-type']], request.url).toEqual([400, 'text/html; charset=utf-8']);
    expect(body).toContain('contain a NUL character.');
  }
  const others = [
    { url: `/checkout/${id}?claim=%00`, headers: json },
    { url: '/api/v2/memberships/mem_%00', headers: key },
    { url: '/api/v2/plans?%00=1', headers: key },
    asked,
  ];
  for (const request of others) {
    const { statusCode, body } = await app.inject(request);
    expect([statusCode, body], request.url).toEqual([
      400,
      expect.stringContaining('contain a NUL character.'),
    ]);
  }
});

test.each([
  ['per=1.5', 'per must be of type integer.'],
  ['per=0x10', 'per must be of type integer.'],
  ['per=1e1', 'per must be of type integer.'],
  ['per=', 'per must be of type integer.'],
  ['page=true', 'page must be of type integer.'],
  ['page=99999999999999999999', 'page must be at most 2147483647.'],
  ['product_id=', 'product_id must not be empty.'],
  ['visibility=', expect.stringContaining('visibility must be one of: visible')],
])('what an address says is taken by the letter: %s', async (query, message) => {
  expect(await commerce().get(`/plans?${query}`)).toEqual(refusal(400, message));
});

test('true and false are the only words for yes and no', async () => {
  const { get } = commerce();
  for (const [enabled, status] of Object.entries({ true: 200, false: 200, 1: 400, TRUE: 400, '': 400 }))
    expect([enabled, (await get(`/webhooks?enabled=${enabled}`)).status]).toEqual([enabled, status]);
  expect((await get('/plans?per=07')).status).toBe(200);
});

test('a page beyond the end is empty and has the right totals', async () => {
  const { get, post } = commerce();
  await post('/plans', {});
  expect((await get('/plans?page=9')).body).toEqual({
    pagination: { current_page: 9, total_page: 1, total_count: 1 },
    data: [],
  });
  expect((await get('/webhooks')).body.pagination).toEqual({
    current_page: 1,
    total_page: 0,
    total_count: 0,
  });
});

test('a key that asks too often is told when to come back; others are not held up', async () => {
  const { app, get } = limited();
  const ask = (authorization: string) => app.inject({ url: '/api/v2/plans', headers: { authorization } });
  for (let left = 2; left >= 0; left--)
    expect((await ask('Bearer key_for-the-tests-only')).headers).toMatchObject({
      'x-ratelimit-limit': '3',
      'x-ratelimit-remaining': String(left),
    });
  const refused = await ask('Bearer key_for-the-tests-only');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['cache-control']).toBe('no-store');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10);
  expect(await get('/plans')).toEqual(
    refusal(
      429,
      expect.stringMatching(/^Too many requests\. The limit is 3 per 10 s and key\. Try again in \d+ s\.$/),
    ),
  );
  expect((await ask('Bearer another')).statusCode).toBe(401);
});

test('a made-up header is no fresh allowance where it is not the credential', async () => {
  const { app } = limited();
  const guess = (number: number) =>
    app.inject({
      method: 'POST',
      url: '/v5/oauth/token',
      headers: { authorization: `Bearer made-up-${number}` },
      remoteAddress: '127.0.0.77',
      payload: { grant_type: 'authorization_code', client_secret: `guess-${number}` },
    });
  const statuses = [];
  for (let number = 0; number < 4; number++) statuses.push((await guess(number)).statusCode);
  expect(statuses.at(-1)).toBe(429);
});

test('a page that is asked for too often says so to people', async () => {
  const { app } = limited();
  const ask = () => app.inject({ url: '/checkout/plan_none', remoteAddress: '127.0.0.78' });
  for (let number = 0; number < 30; number++) expect((await ask()).statusCode).toBe(404);
  const refused = await ask();
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  expect(refused.headers['content-type']).toContain('text/html');
  expect(refused.body).toContain('Too many requests');
});

test('what others undo is done again; where they go on, a buyer is asked to come back', async () => {
  const { prisma, post, app } = commerce();
  const { id } = (await post('/plans', { stock: 5 })).body;
  // The database itself undoes the first purchases, as it does for one of two in each other's way.
  const undo = async (times: number) => {
    await prisma.$executeRawUnsafe('CREATE SEQUENCE tries');
    await prisma.$executeRawUnsafe(`CREATE FUNCTION undo() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('tries') <= ${times} THEN RAISE EXCEPTION 'conflict' USING ERRCODE = '40001'; END IF;
      RETURN NEW; END $$`);
    await prisma.$executeRawUnsafe(
      'CREATE TRIGGER undo BEFORE INSERT ON commerce.memberships FOR EACH ROW EXECUTE FUNCTION undo()',
    );
  };
  const stop = async () => {
    await prisma.$executeRawUnsafe('DROP FUNCTION undo CASCADE');
    await prisma.$executeRawUnsafe('DROP SEQUENCE tries');
  };
  const buy = (accept: string) =>
    app.inject({
      method: 'POST',
      url: `/checkout/${id}`,
      headers: { accept },
      payload: { email: 'ann@example.com' },
    });
  await undo(2);
  expect((await buy('application/json')).statusCode).toBe(201);
  await stop();
  await undo(1_000);
  const [json, page] = [await buy('application/json'), await buy('text/html')];
  await stop();
  expect([json.statusCode, json.headers['retry-after'], json.json()]).toEqual([
    ...[503, '5', { error: { status: 503, message: expect.stringContaining('Nothing was changed') } }],
  ]);
  expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '5']);
  expect(page.body).toContain('Please try again later');
  expect(await prisma.membership.count()).toBe(1);
  expect(await prisma.plan.findFirst()).toMatchObject({ stock: 4 });
});
