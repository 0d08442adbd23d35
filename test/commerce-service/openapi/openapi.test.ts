import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { generate } from 'openapi-typescript-codegen';
import Type from 'typebox';
import Schema from 'typebox/schema';
import Value from 'typebox/value';
import { expect, test } from 'vitest';
import { EVENT_NAMES } from '../../../src/commerce-service/webhooks/schema.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { useCommerce } from '../support.ts';

const ROOT = join(import.meta.dirname, '../../..');
const commerce = useCommerce();

const fetchDocument = async () => (await commerce().app.inject('/openapi.json')).body;

const Media = Type.Object({ schema: Type.Object({}), example: Type.Optional(Type.Unknown()) });
const Body = Type.Object({ content: Type.Record(Type.String(), Media) });
const Paths = Type.Record(
  Type.String(),
  Type.Record(Type.String(), Type.Object({ requestBody: Type.Optional(Body) })),
);
const Document = Type.Object({ paths: Paths, webhooks: Paths, components: Type.Object({}) });

interface Parameter {
  readonly name: string;
  readonly description?: string;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: string[];
  readonly security: object[];
  readonly parameters?: Parameter[];
  readonly responses: object;
  readonly 'x-specified-in'?: string;
  readonly 'x-beyond-specification'?: boolean;
}

async function operations(): Promise<[name: string, operation: Operation][]> {
  const { paths }: { paths: Record<string, Record<string, Operation>> } = JSON.parse(await fetchDocument());
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
}

test('every operation says what it does, who may, what with, and how it fails', async () => {
  const lacking = (await operations()).filter(
    ([, { summary, tags, security, parameters = [], responses }]) =>
      !(summary && tags.length === 1 && security && parameters.every(({ description }) => description)) ||
      Object.keys(responses).length < 1,
  );
  expect(lacking.map(([name]) => name)).toEqual([]);
});

test('an operation is described once, by the name that is meant to be used', async () => {
  const ids = (await operations()).map(([, { operationId }]) => operationId);
  expect(ids).toHaveLength(new Set(ids).size);
  expect((await operations()).filter(([name]) => /^(PATCH|HEAD) /.test(name))).toEqual([]);
  expect(await fetchDocument()).toContain('Updates use POST; PATCH does the same.');
});

test('what goes beyond the specification is marked as that', async () => {
  const specified = (await operations()).filter(([, operation]) => operation['x-specified-in']);
  expect(specified.map(([name, operation]) => `${operation['x-specified-in']} ${name}`).sort()).toEqual([
    '4.1 POST /v5/oauth/token',
    '4.2 POST /api/v2/plans',
    '4.3 POST /api/v2/plans/{mimic_plan_id}/create_quick_link',
    '4.4 GET /api/v2/plans',
    '4.5 GET /api/v2/promo_codes',
    '4.6 POST /api/v2/memberships/{id}/terminate',
    '4.7 POST /api/v2/webhooks',
    '4.8 GET /api/v2/webhooks',
  ]);
  const others = (await operations()).filter(([, operation]) => !operation['x-specified-in']);
  expect(others.every(([, operation]) => operation['x-beyond-specification'])).toBe(true);
});

test('the checkout is described with what it answers and how it refuses', async () => {
  const described = new Map(await operations());
  const answers = (name: string) =>
    Object.keys(described.get(`${name} /checkout/{plan_id}`)?.responses ?? {});
  expect(answers('GET')).toEqual(['200', '400', '404', '429']);
  expect(answers('POST')).toEqual([
    '200',
    '201',
    '202',
    '400',
    '402',
    '403',
    '404',
    '409',
    '413',
    '415',
    '429',
    '503',
  ]);
  const { components } = JSON.parse(await fetchDocument());
  expect(components.schemas.Order.required).toEqual(['email']);
});

test('every body has an example, and every event; and each is as its schema says', async () => {
  const document = Value.Parse(Document, JSON.parse(await fetchDocument()));
  const all = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      requestBody ? [{ name: `${method} ${path}`, ...requestBody.content['application/json'] }] : [],
    ),
  );
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_NAMES]);
  expect(all.length).toBeGreaterThan(30);
  for (const { name, schema = {}, example } of all) {
    expect(example, name).toBeDefined();
    const validator = Schema.Compile({ ...schema, components: document.components });
    expect(validator.Errors(example)[1], name).toEqual([]);
  }
});

test('a linter for OpenAPI finds nothing to complain about', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: await fetchDocument(), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('a code generator makes a client of it, and the client type-checks', async () => {
  const folder = await temporaryFolder();
  const output = join(folder, 'client');
  await generate({
    input: JSON.parse(await fetchDocument()),
    output,
    httpClient: 'fetch',
    exportSchemas: false,
  });
  const use = `import { CheckoutService, PlansService, type Membership, type Plan } from './client';
const { data, pagination } = await PlansService.getPlans(1, 50, undefined, 'quick_link');
const plan: Plan | undefined = data[0];
const count: number = pagination.total_count;
const chat: string | undefined = (undefined as Membership | undefined)?.community_chat?.id;
const answer = await CheckoutService.postCheckoutPlanId('plan_a', { email: 'ann@example.com' });
const bought: Membership | undefined =
  typeof answer === 'object' && 'membership' in answer ? answer.membership : undefined;
const place: string | undefined =
  typeof answer === 'object' && 'entry' in answer ? answer.entry.status : undefined;
export { plan, count, chat, bought, place };
`;
  await writeFile(join(folder, 'use.ts'), use);
  const options = ['--strict', '--target', 'es2022', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const { stdout } = spawnSync(
    join(ROOT, 'node_modules/.bin/tsc'),
    [...options, '--noEmit', '--skipLibCheck', '--lib', 'es2022,dom', '--types', '', join(folder, 'use.ts')],
    { encoding: 'utf8', cwd: folder },
  );
  expect(stdout).toBe('');
});
