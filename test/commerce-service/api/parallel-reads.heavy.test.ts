import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../../src/http/app.ts';
import { isOnServer } from '../../support/database.ts';
import { quietLog } from '../../support/log.ts';
import { authorizeQuery, openBrowser } from '../oauth/browser.ts';
import { percentOff } from '../promo-codes/percent-off.ts';
import { serviceThatTells } from '../service-that-tells.ts';
import { APPLICATION, useCommerce } from '../support.ts';

const commerce = useCommerce({ mailbox: true });

/** As many as a client may have under way without running into the rate limit. */
const READS = 100;

/** The clients of this API read whole pages, with everything expanded. */
const QUERIES: Readonly<Record<string, string>> = {
  '/api/v2/memberships': '?per=50&expand=plan,user',
  '/api/v2/plans': '?per=50&expand=product',
  '/api/v2/promo_codes': '?per=50&expand=plans',
};

let address: string;
beforeAll(async () => {
  const { app } = commerce();
  await app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});

/** A shop with more memberships than a page holds, and one of everything else. */
async function fillShop() {
  const { post, buy, prisma } = commerce();
  await post('/products', { name: 'Club' });
  const plan = (await post('/plans', {})).body.id;
  const waitlist = (await post('/plans', { release_method: 'waitlist' })).body.id;
  const webhook = (await post('/webhooks', { url: 'http://127.0.0.1:8080/hooks' })).body.id;
  const code = { code: 'CODE', ...percentOff(5) };
  await post('/promo_codes', { ...code, plan_ids: [plan] });
  await buy(waitlist, { email: 'ann@example.com' });
  const { membership } = (await buy(plan, { email: 'ann@example.com' })).body;
  await prisma.$executeRaw`
    INSERT INTO commerce.memberships (id, account_id, user_id, plan_id, product_id, status, valid, payment_processor,
      license_key, quantity, metadata, created_at)
    SELECT id || n, account_id, user_id, plan_id, product_id, status, valid, payment_processor, license_key || n, quantity,
      metadata, created_at
    FROM commerce.memberships, generate_series(1, 60) AS n WHERE id = ${membership.id}`;
  return { plan, waitlist, webhook };
}

/** Every list, as the description names it. */
async function readLists(): Promise<string[]> {
  const { paths } = (await commerce().app.inject('/openapi.json')).json();
  const isList = (path: string) =>
    paths[path].get?.responses[200]?.content['application/json']?.schema.properties?.pagination;
  return Object.keys(paths).filter(isList);
}

/** What an application has that a buyer has let look. */
async function accessToken(): Promise<string> {
  const { app } = commerce();
  const browser = openBrowser(app);
  const consent = await browser.signIn(authorizeQuery(), 'ann@example.com');
  const back = await browser.submit(consent.html, 'authorize', { decision: 'allow' });
  const code = new URL(back.location ?? '').searchParams.get('code');
  const { clientId: client_id, clientSecret: client_secret, redirectUris } = APPLICATION;
  const payload = { grant_type: 'authorization_code', code, client_id, client_secret };
  const url = '/v5/oauth/token';
  return (
    await app.inject({ method: 'POST', url, payload: { ...payload, redirect_uri: redirectUris[0] } })
  ).json().access_token;
}

test(`${READS} parallel reads of each list are all answered`, async () => {
  const { plan, waitlist, webhook } = await fillShop();
  const lists = await readLists();
  expect(lists.length).toBeGreaterThan(12);
  const { apiKey } = commerce();
  const token = await accessToken();
  const read = async (path: string) => {
    const response = await fetch(`${address}${path}`, {
      headers: { authorization: `Bearer ${path.startsWith('/v5') ? token : apiKey}` },
    });
    const { error } = JSON.parse(await response.text());
    return `${response.status} ${error?.message ?? ''}`.trim();
  };
  for (const list of lists) {
    const path = list
      .replace('/plans/{id}/entries', `/plans/${waitlist}/entries`)
      .replace('/webhooks/{id}', `/webhooks/${webhook}`)
      .replace('{id}', plan);
    const url = path + (QUERIES[path] ?? '?per=50');
    const answers = await Promise.all(Array.from({ length: READS }, () => read(url)));
    expect([url, [...new Set(answers)]]).toEqual([url, ['200']]);
  }
});

test('lists are read without a transaction, so a read never waits for one to begin', async () => {
  const { statements, app, apiKey } = await serviceThatTells();
  const headers = { authorization: `Bearer ${apiKey}` };
  const make = async (path: string, payload: object): Promise<string> =>
    (await app.inject({ method: 'POST', url: `/api/v2${path}`, headers, payload })).json().id;
  const transactions = () => statements.splice(0).filter(({ sql }) => /\b(BEGIN|COMMIT)\b/.test(sql)).length;
  const waitlist = await make('/plans', { release_method: 'waitlist' });
  expect(transactions(), 'what is written').toBeGreaterThan(0);
  const webhook = await make('/webhooks', { url: 'http://127.0.0.1:8080/hooks' });
  const lists = (await readLists()).filter((list) => list.startsWith('/api/'));
  expect(lists.length).toBeGreaterThan(9);
  for (const list of lists) {
    const path = list.replace('/webhooks/{id}', `/webhooks/${webhook}`).replace('{id}', waitlist);
    statements.length = 0;
    const { statusCode, body } = await app.inject({ url: path + (QUERIES[path] ?? '?per=50'), headers });
    expect(statusCode, body).toBe(200);
    expect(statements, path).not.toEqual([]);
    expect(transactions(), path).toBe(0);
  }
});

test('pages and totals agree, also of a list that grows while it is read', async () => {
  const { get, post } = commerce();
  const page = async (query: string) => {
    const { pagination, data } = (await get(`/products?${query}`)).body;
    return [pagination.total_count, pagination.total_page, data.length];
  };
  expect(await page('page=1')).toEqual([0, 0, 0]);
  expect(await page('page=2')).toEqual([0, 0, 0]);
  for (const name of ['One', 'Two', 'Three', 'Four']) await post('/products', { name });
  expect(await page('per=4')).toEqual([4, 1, 4]);
  expect(await page('per=3')).toEqual([4, 2, 3]);
  expect(await page('per=3&page=2')).toEqual([4, 2, 1]);
  expect(await page('per=3&page=3')).toEqual([4, 2, 0]);
  const growing = Promise.all(Array.from({ length: 20 }, (_, n) => post('/products', { name: `More ${n}` })));
  for (let n = 0; n < 20; n++) {
    const [count = 0, pages, length = 0] = await page('per=50');
    expect(count).toBe(length);
    expect(pages).toBe(1);
  }
  await growing;
});

test('of a database that has too much to do nobody says that it can’t be reached', async () => {
  const { prisma } = commerce();
  const held = Promise.withResolvers<void>();
  /** As many as may be in a transaction at the same time. */
  const holders = Array.from({ length: isOnServer() ? 10 : 1 }, () => Promise.withResolvers<void>());
  const holding = holders.map(({ resolve: begun }) =>
    prisma.$transaction(
      async () => {
        begun();
        await held.promise;
      },
      { maxWait: 60_000, timeout: 60_000 },
    ),
  );
  await Promise.all(holders.map(({ promise }) => promise));
  const app = buildApp({ log: quietLog });
  app.get('/late', () => prisma.$transaction(async () => 'done', { maxWait: 1 }));
  const { statusCode, body } = await app.inject('/late');
  held.resolve();
  await Promise.all(holding);
  await app.close();
  expect([statusCode, JSON.parse(body).error.message]).toEqual([
    503,
    expect.stringMatching(/^The database didn't answer in time. Try again in 10 s/),
  ]);
});
