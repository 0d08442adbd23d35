import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Rolekeeper } from '../../src/rolekeeper.ts';
import { openRolekeeper } from '../support/rolekeeper.ts';
import { collectRoutes, type Route } from './bounded/routes.ts';
import { send } from './bounded/send.ts';

let rolekeeper: Rolekeeper;
let routes: readonly Route[];

beforeAll(async () => {
  ({ opened: rolekeeper, routes } = await collectRoutes(() =>
    openRolekeeper({
      PARTS: 'commerce,intake,sandbox',
      COMMERCE_RATE_LIMIT: '0',
    }),
  ));
});
afterAll(() => rolekeeper.close());

/** Routes for programs with credentials of their own, which no browser adds to requests of another website. */
const OF_PROGRAMS =
  /^(\/api\/|\/v5\/|\/webhooks\/|\/sandbox\/api\/|\/sandbox\/gateway|\/oauth\/token|\/oauth\/revoke)/;
/** Routes that any client may read. */
const OF_ALL =
  /^\/(healthz|readyz|metrics|openapi\.json|docs(\/.*)?|\.well-known\/.+|sandbox\/attachments\/.+|sandbox\/?)?$/;

const pages = () => routes.filter(({ url }) => !OF_PROGRAMS.test(url) && !OF_ALL.test(url));

const ask = async ({ method, url }: Pick<Route, 'method' | 'url'>, headers: Record<string, string>) => {
  const path = url.replace(/:\w+/g, 'any').replace('*', 'any');
  const answer = await send({
    method,
    url: new URL(path, rolekeeper.config.localUrl),
    headers: Object.entries({ ...headers, 'content-length': '0' }),
  });
  return { route: `${method} ${url}`, status: answer.status, cookies: answer.headers['set-cookie'] };
};

const PICTURE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const FRAME = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('every page and form', () => {
  test.each([
    ['another site', { ...LINK, origin: 'https://other.example' }],
    ['another origin on the same site', { ...LINK, 'sec-fetch-site': 'same-site' }],
    ['another site, in a browser that names only the origin', { origin: 'https://other.example' }],
    ['a page without an origin', { origin: 'null' }],
  ])('refuses a request from %s and sets no cookie', async (_who, headers) => {
    const forms = pages().filter(({ method }) => method !== 'GET' && method !== 'HEAD');
    expect(forms.map(({ url }) => url)).toEqual(
      expect.arrayContaining([
        ...['/checkout/:plan_id', '/memberships/:id/:action', '/oauth/sign-in', '/oauth/chat'],
        ...['/link/begin', '/sandbox/members', '/sandbox/oauth2/authorize'],
      ]),
    );
    for (const form of forms) {
      const { route, ...seen } = await ask(form, headers);
      expect(seen, route).toEqual({ status: 403, cookies: undefined });
    }
  });

  test.each([
    ['a picture', PICTURE],
    ['a frame', FRAME],
    ['a page loaded ahead', { ...LINK, 'sec-purpose': 'prefetch' }],
  ])('is not shown as %s by another site and sets no cookie', async (_what, headers) => {
    const seen = await Promise.all(
      pages()
        .filter(({ method }) => method === 'GET')
        .map((page) => ask(page, headers)),
    );
    expect(seen.filter(({ status, cookies }) => status !== 403 || cookies)).toEqual([]);
  });
});

test('a visitor who follows a link or types the address gets a cookie', async () => {
  const page = { method: 'GET', url: '/memberships' };
  for (const headers of [LINK, { 'sec-fetch-site': 'none' }, {}])
    expect(await ask(page, headers)).toMatchObject({ status: 200, cookies: [/^commerce_browser=/] });
});

test('our own forms are accepted, in browsers that report the fetch site and in those that report only the origin', async () => {
  const { localUrl } = rolekeeper.config;
  const form = { method: 'POST', url: '/link/begin' };
  for (const headers of [{ 'sec-fetch-site': 'same-origin', origin: 'null' }, { origin: localUrl }, {}])
    expect((await ask(form, headers)).status).not.toBe(403);
});
