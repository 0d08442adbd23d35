import fc from 'fast-check';
import Type from 'typebox';
import Value from 'typebox/value';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rolekeeper } from '../../src/rolekeeper.ts';
import { answersTo } from '../commerce-service/check-answers.ts';
import { openRolekeeper } from '../support/rolekeeper.ts';

const SEED = 20261121;

/** How long any answer may take, in milliseconds. */
const PATIENCE = 15_000;

/** Requests to each route. */
const RUNS = 20;

const Named = Type.Object({ name: Type.Optional(Type.String()), in: Type.Optional(Type.String()) });
const Operation = Type.Object({
  parameters: Type.Optional(Type.Array(Named)),
  requestBody: Type.Optional(Type.Unknown()),
});
const Paths = Type.Record(Type.String(), Type.Record(Type.String(), Operation));
const OpenApi = Type.Object({ paths: Paths });

/** What is public and in no OpenAPI: pages, the intake, what operators ask. */
const OTHERS = [
  ...['GET /healthz', 'GET /readyz', 'GET /metrics', 'GET /docs', 'GET /openapi.json'],
  ...['POST /webhooks/commerce', 'GET /checkout/:id', 'POST /checkout/:id', 'GET /memberships/:id'],
  ...['GET /link', 'POST /link/begin', 'POST /link/confirm', 'POST /link/cancel', 'GET /link/done'],
  ...['GET /link/discord/callback', 'GET /link/commerce/callback', 'GET /link/status'],
  ...['GET /oauth/chat/callback', 'GET /oauth/chat/outcome', 'POST /oauth/chat', 'POST /oauth/chat/connect'],
  ...['GET /oauth/authorize', 'POST /oauth/authorize', 'POST /v5/oauth/token', 'GET /:id', 'PUT /api/v2/:id'],
];

interface Route {
  readonly method: string;
  readonly path: string;
  /** The path as it is described, with its parameters in braces; undefined for what isn't described. */
  readonly template?: string;
  readonly query: readonly string[];
}

let rolekeeper: Rolekeeper;

beforeAll(async () => {
  rolekeeper = await openRolekeeper();
});
afterAll(() => rolekeeper.close());

const readDocument = async () => (await fetch(`${rolekeeper.config.publicUrl}/openapi.json`)).json();

async function routes(): Promise<readonly Route[]> {
  const { paths } = Value.Parse(OpenApi, await readDocument());
  const described = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, ':id'),
      template: path,
      query: parameters.flatMap((one) => (one.in === 'query' && one.name ? [one.name] : [])),
    })),
  );
  const others = OTHERS.map((line) => {
    const [method = '', path = ''] = line.split(' ');
    return { method, path, query: ['state', 'code', 'for', 'plan_id'] };
  });
  return [...described, ...others];
}

/** Texts that break what is careless with them. */
const hostile = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    'null',
    '../../etc/passwd',
    '%00',
    "' OR 1=1 --",
    '<script>',
    '\u202e',
    '💥',
    '1e999',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ minLength: 200, maxLength: 400 }),
);

const bodies = fc.oneof(
  { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
  fc
    .dictionary(
      fc.constantFrom(
        'id',
        'product_id',
        'plan_type',
        'initial_price',
        'metadata',
        'url',
        'events',
        'code',
        'data',
      ),
      fc.oneof(hostile, fc.double(), fc.maxSafeInteger(), fc.jsonValue(), fc.constant(null)),
    )
    .map((body) => JSON.stringify(body)),
  fc.string({ unit: 'binary', maxLength: 200 }),
);

interface Made {
  readonly id: string;
  readonly values: readonly string[];
  readonly body: string;
  readonly type: string | undefined;
  /** Whether it brings our key. */
  readonly isKnown: boolean;
}

const request: fc.Arbitrary<Made> = fc.record({
  id: hostile,
  values: fc.array(hostile, { minLength: 4, maxLength: 4 }),
  body: bodies,
  type: fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'nonsense/',
    undefined,
  ),
  isKnown: fc.boolean(),
});

async function send({ method, path, query }: Route, made: Made): Promise<Response> {
  const { publicUrl } = rolekeeper.config;
  const url = new URL(path.replaceAll(':id', encodeURIComponent(made.id.toWellFormed())), publicUrl);
  for (const [n, name] of query.slice(0, 8).entries()) url.searchParams.set(name, made.values[n % 4] ?? '');
  return fetch(url, {
    method,
    redirect: 'manual',
    signal: AbortSignal.timeout(PATIENCE),
    headers: {
      ...(made.isKnown && { authorization: `Bearer ${rolekeeper.secrets.commerceApiKey}` }),
      ...(made.type && { 'content-type': made.type }),
    },
    ...(method !== 'GET' && { body: made.body }),
  });
}

test(`whatever any public route is sent, it never breaks, answers as described, and never tells how it is made (seed ${SEED})`, async () => {
  const all = await routes();
  const check = answersTo(await readDocument());
  const undescribed = new Set<string>();
  expect(all.length).toBeGreaterThan(40);
  const answered = new Set<number>();
  for (const route of all) {
    await fc.assert(
      fc.asyncProperty(request, async (made) => {
        const response = await send(route, made);
        const text = await response.text();
        answered.add(response.status);
        const { method, template: path = '' } = route;
        const { status } = response;
        const type = response.headers.get('content-type') ?? '';
        for (const problem of check({ method, path, status, type, body: text }))
          undescribed.add(`${method} ${path} ${status}: ${problem}`);
        expect(response.status, `${route.method} ${route.path}: ${text.slice(0, 300)}`).toBeLessThan(500);
        expect(text).not.toMatch(/\bat \S+ \(?(file|node):|prisma|pgboss|SELECT .* FROM/i);
        expect(response.headers.get('x-content-type-options'), `${route.method} ${route.path}`).toBe(
          'nosniff',
        );
        expect(response.headers.get('cache-control'), `${route.method} ${route.path}`).toMatch(
          /^no-(store|cache)$/,
        );
      }),
      { seed: SEED, numRuns: RUNS, endOnFailure: true },
    );
  }
  expect([...undescribed]).toEqual([]);
  expect([...answered]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
});
