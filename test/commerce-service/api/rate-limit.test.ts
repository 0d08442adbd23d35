import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { failureCount } from '../../../src/network/failure-limit.ts';
import { openBrowser } from '../oauth/browser.ts';
import { APPLICATION, useCommerce } from '../support.ts';

const commerce = useCommerce();
const limited = useCommerce({ service: { rateLimit: 3 } });

/** An address of its own for each test, as failures are remembered. */
const addresses = Array.from({ length: 20 }, (_, n) => `198.51.100.${n}`);
const newAddress = () => addresses.shift() ?? '';

const ask = (authorization: string, remoteAddress: string, { app } = commerce()) =>
  app.inject({ url: '/api/v2/plans', headers: { authorization }, remoteAddress });

const exchange = (remoteAddress: string, client_secret: string, path = '/v5/oauth/token') =>
  commerce().app.inject({
    method: 'POST',
    url: path,
    remoteAddress,
    payload: {
      grant_type: 'authorization_code',
      client_id: APPLICATION.clientId,
      client_secret,
      code: 'code_made-up',
      redirect_uri: APPLICATION.redirectUris[0],
    },
  });

const times = async <Result>(count: number, act: (n: number) => Promise<Result>): Promise<Result[]> => {
  const results = [];
  for (let n = 0; n < count; n++) results.push(await act(n));
  return results;
};

test('however a key is spelled in the header, and wherever it comes from, it has one allowance', async () => {
  const spellings = ['Bearer key', 'Bearer  key', 'bearer   key', `BEARER${' '.repeat(50)}key`];
  const answers = await times(4, (n) => ask(`${spellings[n]}_for-the-tests-only`, newAddress(), limited()));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
});

test('wrong keys wear out their address, of IPv6 the network, and nobody else', async () => {
  const { post, clock } = commerce();
  const { secret } = (await post('/api_keys', { name: 'New', scopes: ['read'] })).body;
  clock.stopAt(new Date('2027-01-01T00:00:00Z'));
  const inNetwork = (n: number) => `2001:db8:7:7::${n.toString(16)}`;
  const guesses = await Promise.all(
    Array.from({ length: 40 }, (_, n) => ask(n % 4 === 0 ? '' : `Bearer guess-${n}`, inNetwork(n))),
  );
  expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(30);
  const refused = await ask('Bearer another', inNetwork(99));
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().error.message]).toEqual([
    ...[429, '60', 'Too many attempts have failed. Please try again in a minute.'],
  ]);
  // Whoever was right before is heard also there; who is new waits, as a guess that is right would.
  expect((await ask('Bearer key_for-the-tests-only', inNetwork(1))).statusCode).toBe(200);
  expect((await ask(`Bearer ${secret}`, inNetwork(1))).statusCode).toBe(429);
  expect((await ask(`Bearer ${secret}`, '2001:db8:7:8::1')).statusCode).toBe(200);
  expect((await ask('Bearer another', newAddress())).statusCode).toBe(401);
  clock.stopAt(new Date('2027-01-01T00:01:00Z'));
  expect((await ask('Bearer another', inNetwork(1))).statusCode).toBe(401);
});

test('a client with a new key may begin with a hundred requests at once, and one with a wrong key may not', async () => {
  const { post } = commerce();
  const { secret } = (await post('/api_keys', { name: 'New', scopes: ['read'] })).body;
  const statusesOf = async (key: string) => {
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(`Bearer ${key}`, address)));
    return answers.map(({ statusCode }) => statusCode);
  };
  expect(new Set(await statusesOf(secret))).toEqual(new Set([200]));
  expect((await statusesOf('wrong')).filter((status) => status === 401)).toHaveLength(30);
});

test('access tokens are guessed no faster', async () => {
  const ip = newAddress();
  const guess = (n: number) =>
    commerce().app.inject({
      url: n % 2 ? '/v5/me' : '/api/v5/me',
      remoteAddress: ip,
      headers: { authorization: `Bearer access_${n}` },
    });
  const answers = await times(31, guess);
  expect(answers.slice(0, 30).every(({ statusCode }) => statusCode === 401)).toBe(true);
  expect(answers[30]?.statusCode).toBe(429);
  expect(Number(answers[30]?.headers['retry-after'])).toBeGreaterThan(0);
});

test("an application's secret is not found by trying, and the application itself goes on", async () => {
  const ip = newAddress();
  const own = await exchange(ip, APPLICATION.clientSecret);
  expect([own.statusCode, own.json().error]).toEqual([400, 'invalid_grant']);
  const guesses = await times(31, (n) =>
    exchange(ip, `guess-${n}`, n % 2 ? '/api/v5/oauth/token' : undefined),
  );
  expect(guesses.slice(0, 30).every(({ statusCode }) => statusCode === 401)).toBe(true);
  const last = guesses[30];
  expect([last?.statusCode, Number(last?.headers['retry-after']) > 0]).toEqual([429, true]);
  // Codes that are made up don't count: a stranger's browser can bring an application any number of them.
  const codes = await times(40, () => exchange(ip, APPLICATION.clientSecret));
  expect(codes.every((answer) => answer.json().error === 'invalid_grant')).toBe(true);
});

test('an address with two names for one path has one allowance there', async () => {
  const { app } = limited();
  const post = (url: string) => app.inject({ method: 'POST', url, remoteAddress: '127.0.0.79', payload: {} });
  const answers = await times(4, (n) => post(n % 2 ? '/v5/oauth/token' : '/api/v5/oauth/token'));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 429]);
});

test('the addresses of an IPv6 network share what an address may ask', async () => {
  const { app } = limited();
  const look = (n: number) => app.inject({ url: '/memberships', remoteAddress: `2001:db8:9:9::${n}` });
  const answers = await times(4, look);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 429]);
});

test('license keys and links are not found by trying', async () => {
  const { app, post, buy } = commerce();
  const { id } = (await post('/plans', {})).body;
  const { membership } = (await buy(id, { email: 'ann@example.com' })).body;
  const ip = newAddress();
  const tryKey = async (license_key: string, remoteAddress = ip) => {
    const browser = openBrowser(app, remoteAddress);
    const start = await browser.visit('/memberships');
    return browser.submit(start.html, 'oauth/sign-in', { email: 'ann@example.com', license_key });
  };
  const look = (n: number) =>
    app.inject({ url: `/oauth/sign-in?token=signin_guess-${n}`, remoteAddress: ip });
  const tryLink = (n: number) =>
    app.inject({
      method: 'POST',
      url: '/oauth/sign-in/follow',
      remoteAddress: ip,
      payload: { token: `signin_guess-${n}` },
    });
  // Any website can have its visitors follow links: what is pressed counts.
  const looks = await times(40, look);
  expect(looks.every(({ statusCode }) => statusCode === 404)).toBe(true);
  const keys = await times(15, (n) => tryKey(`AAAAA-AAAAA-AAAAA-AAAAA-${n}`));
  const links = await times(15, tryLink);
  expect(keys.every(({ html }) => html.includes('has this license key'))).toBe(true);
  expect(links.every(({ statusCode }) => statusCode === 404)).toBe(true);
  const refused = await tryKey(membership.license_key);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, expect.any(String)]);
  expect(refused.html).toContain('Too many attempts have failed.');
  expect((await tryLink(99)).statusCode).toBe(429);
  expect((await tryKey(membership.license_key, newAddress())).status).toBe(303);
});

test('counts of very many addresses take a bounded amount of memory', () => {
  const failures = failureCount(systemClock, 60_000);
  failures.add('the first');
  for (let n = 0; n < 20_000; n++) failures.add(`address ${n}`);
  expect([failures.of('the first'), failures.of('address 19999')]).toEqual([0, 1]);
});
