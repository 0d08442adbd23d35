import { expect, test } from 'vitest';
import { useCommerce } from './support.ts';

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
    refusal(409, 'short_link is taken: choose another one.'),
  );
  const large = JSON.stringify({ metadata: { text: 'x'.repeat(1024 * 1024) } });
  expect(await raw(large, 'application/json')).toEqual(refusal(413, 'The body must be at most 1 MiB.'));
  expect(await raw('<plan/>', 'application/xml')).toEqual(
    refusal(415, 'The body must be JSON: "Content-Type: application/json".'),
  );
  expect(await post('/plans', { trial_period_days: 3 })).toEqual(
    refusal(422, 'trial_period_days is for a plan_type of renewal only.'),
  );
  await prisma.apiKey.updateMany({ data: { scopes: ['read'] } });
  expect(await post('/plans')).toEqual(refusal(403, 'This API key lacks the scope "write".'));
  await prisma.apiKey.deleteMany();
  expect(await get('/plans')).toEqual(refusal(401, expect.stringContaining('Authorization: Bearer')));
});

test('a page beyond the end is empty and has the right totals', async () => {
  const { get, post } = commerce();
  await post('/plans');
  expect((await get('/plans?page=9')).body).toEqual({
    pagination: { current_page: 9, total_page: 1, total_count: 1 },
    data: [],
  });
  expect((await get('/webhooks')).body.pagination).toEqual({
    ...{ current_page: 1, total_page: 0, total_count: 0 },
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
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10);
  expect(await get('/plans')).toEqual(
    refusal(429, expect.stringMatching(/^Too many requests: 3 per 10 s and key\. Try again in \d+ s\.$/)),
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
