import Type from 'typebox';
import Value from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rolekeeper } from '../../src/rolekeeper.ts';
import { openRolekeeper } from '../support/rolekeeper.ts';
import {
  type Attack,
  attacksOfSize,
  attacksOnFields,
  attacksOnHeads,
  CRUMBS,
  HUGE,
} from './bounded/attacks.ts';
import { manyPurchases } from './bounded/many-purchases.ts';
import { cpuOf, leastCpu, slowness } from './bounded/measure.ts';
import { collectRoutes, fieldsOf, type Route } from './bounded/routes.ts';
import { send } from './bounded/send.ts';
import { prepare } from './bounded/world.ts';

/** CPU limit of a request in milliseconds: 100, and more on a machine that is slower than the one this was set for. */
const MOST = 100 * (await slowness());

/** Number of slow requests after which the attacks stop. */
const ENOUGH = 20;

/** Whether to attack every field with every text, and every body in every size. This takes minutes. */
const isThorough = process.env['BOUNDED_SOAK'] !== undefined;

const OpenApi = Type.Object({ paths: Type.Record(Type.String(), Type.Unknown()) });

let rolekeeper: Rolekeeper;
let routes: readonly Route[];
let now = Date.now();

beforeAll(async () => {
  const clock = { now: () => new Date(now) };
  ({ opened: rolekeeper, routes } = await collectRoutes(() =>
    openRolekeeper(
      {
        PARTS: 'commerce,intake,sandbox',
        // Each request has an address of its own, so that none hits a rate limit.
        COMMERCE_RATE_LIMIT: '0',
        TRUSTED_PROXIES: '127.0.0.1',
      },
      clock,
    ),
  ));
});
afterAll(() => rolekeeper.close());

function attacksOn(route: Route): Attack[] {
  const heads = [...attacksOnHeads(route, isThorough), CRUMBS];
  const takesBody = fieldsOf(route.body).names.length > 0 || route.method === 'POST';
  if (route.method === 'GET' || (!takesBody && !isThorough)) return heads;
  const limit = Math.min(route.limit(), HUGE);
  const sizes = isThorough ? [limit / 4, limit, limit + 1024, HUGE] : [limit];
  const [large] = attacksOfSize(HUGE);
  return [
    ...heads,
    ...sizes.flatMap((size) => attacksOfSize(Math.floor(size))),
    ...attacksOnFields(route, isThorough),
    ...(large ? [{ ...large, name: `${large.name}, far too large` }] : []),
  ];
}

interface Found {
  readonly milliseconds: number;
  readonly status: number;
  readonly what: string;
}

const inWords = ({ milliseconds, status, what }: Found): string =>
  `${milliseconds.toFixed(1).padStart(8)} ms  ${status}  ${what}`;

test('every route of the OpenAPI document, and every form, is attacked', async () => {
  const response = await fetch(`${rolekeeper.config.localUrl}/openapi.json`);
  const { paths } = Value.Parse(OpenApi, await response.json());
  const urls = new Set(routes.map(({ url }) => url.replace(/:(\w+)/g, '{$1}')));
  expect(Object.keys(paths).filter((path) => !urls.has(path))).toEqual([]);
  expect([...urls]).toEqual(
    expect.arrayContaining([
      ...['/checkout/{plan_id}', '/memberships/{id}/{action}', '/oauth/sign-in', '/oauth/authorize'],
      ...[
        '/link/confirm',
        '/webhooks/commerce',
        '/metrics',
        '/sandbox/messages',
        '/sandbox/oauth2/authorize',
      ],
    ]),
  );
});

test('an oversized request is refused with an explanation in the format of its endpoint', async () => {
  const { localUrl } = rolekeeper.config;
  const post = async (path: string, body: string, type = 'application/x-www-form-urlencoded') => {
    const headers = { 'content-type': type, accept: 'text/html' };
    const response = await fetch(localUrl + path, { method: 'POST', headers, body });
    return [response.status, response.headers.get('content-type')?.split(';', 1)[0], await response.text()];
  };
  const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=`).join('&');
  const said = (words: string) => expect.stringContaining(words);
  for (const path of ['/checkout/any', '/memberships/any/cancel', '/oauth/sign-in', '/oauth/authorize']) {
    expect(await post(path, fields(100_000))).toEqual([413, 'text/html', said('larger than 16 KiB')]);
    expect(await post(path, fields(51))).toEqual([400, 'text/html', said('at most 50 fields')]);
    expect(await post(path, 'email=a&email=b')).toEqual([400, 'text/html', said('each field only once')]);
  }
  expect(await post('/link/confirm', fields(100_000))).toEqual([413, 'text/html', said('Nothing was done')]);
  expect(await post('/v5/oauth/token', fields(100_000))).toEqual([
    ...[413, 'application/json'],
    said('"error_description":"This form is larger than 16 KiB'),
  ]);
  expect(await post('/sandbox/messages', `"${'x'.repeat(65_536)}"`, 'application/json')).toEqual([
    ...[413, 'application/json'],
    said('"message":"The body must be at most 64 KiB."'),
  ]);
  expect(await post('/oauth/sign-in', `email=a@${'.'.repeat(15_000)}@&proof=x&request=x`)).toEqual([
    ...[400, 'text/html'],
    said('email must not have more than 254 characters'),
  ]);
});

test('requests that change 140 purchases at once cost no more than 100 ms of CPU', async () => {
  const requests = await manyPurchases(rolekeeper, () => {
    now += 20 * 60_000;
  });
  const callback = await leastCpu(MOST, requests.callback);
  expect(callback.result.location).toContain('?done=connect');
  const follow = await leastCpu(MOST, requests.follow);
  expect(follow.result.status).toBe(303);
  const costs = [callback, follow].map(({ milliseconds }) => Math.round(milliseconds));
  process.stdout.write(
    `  connecting a chat account, proving an address: ${costs.join(', ')} ms of CPU (limit ${Math.round(MOST)})\n`,
  );
  expect(costs.filter((milliseconds) => milliseconds > MOST)).toEqual([]);
});

test('no request of up to 1 MiB costs more than 100 ms of CPU or causes a server error', {
  timeout: isThorough ? 3_600_000 : 600_000,
}, async () => {
  const targetOf = await prepare(rolekeeper, () => new Date(now));
  const attempt = (route: Route, attack: Attack) => {
    // Lets time pass between requests, since the sandbox has the platform's rate limits.
    now += 15_000;
    const target = targetOf(route, attack);
    return cpuOf(() => send(target, attack));
  };
  const found: Found[] = [];
  const slow = () => found.filter(({ milliseconds }) => milliseconds > MOST);
  const before = process.cpuUsage();
  for (const route of routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS'))
    for (const attack of slow().length < ENOUGH ? attacksOn(route) : []) {
      // A route that takes no forms refuses all of them alike, so one is enough.
      if (attack.body?.type === 'form' && found.at(-1)?.status === 415 && !isThorough) continue;
      const { milliseconds, result } = await leastCpu(MOST, () => attempt(route, attack));
      const size = Math.ceil((attack.body?.text.length ?? 0) / 1024);
      const what = `${route.method} ${route.url}: ${attack.name}${size > 0 ? `, ${size} KiB` : ''}`;
      found.push({ milliseconds, status: result.status, what });
    }
  const { user, system } = process.cpuUsage(before);
  const worst = found.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10);
  process.stdout.write(
    `  ${found.length} hostile requests to ${routes.length} routes, ${((user + system) / 1e6).toFixed(1)} s of CPU; the worst:\n${worst.map((one) => `  ${inWords(one)}\n`).join('')}`,
  );
  expect(slow().map(inWords)).toEqual([]);
  expect(found.filter(({ status }) => status >= 500).map(inWords)).toEqual([]);
  // The attacks got past the rate limiter.
  expect(found.filter(({ status }) => status === 429).map(inWords)).toEqual([]);
  const statuses = new Set(found.map(({ status }) => status));
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 413]));
});
