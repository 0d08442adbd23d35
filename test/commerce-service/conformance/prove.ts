import { expect } from 'vitest';
import type { Claim, Type } from './claims.ts';
import { RULES } from './rules.ts';
import type { Answer, Json, World } from './world.ts';

type Of<Kind extends Claim['kind']> = Extract<Claim, { kind: Kind }>;

const IS: Readonly<Record<Type, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  int32: (value) => Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31,
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
};

/** Asserts a row over HTTP. */
export function prove(world: World, claim: Claim): Promise<void> | void {
  switch (claim.kind) {
    case 'field':
      return proveField(world, claim);
    case 'value':
      return proveValue(world, claim);
    case 'body':
      return proveBody(world, claim);
    case 'required':
      return proveRequired(world, claim);
    case 'default':
      return proveDefault(world, claim);
    case 'query':
      return proveQuery(world, claim);
    case 'expand':
      return proveExpand(world, claim);
    case 'status':
      return proveStatus(world, claim);
    case 'rule': {
      const rule = RULES[claim.rule];
      if (!rule) throw new Error('rules.ts has no proof of this sentence');
      return rule(world);
    }
  }
}

async function proveField(world: World, claim: Of<'field'>): Promise<void> {
  const { resource, field, type, prefix, mayBeEmpty } = claim;
  const specimens = await world.specimens(resource);
  expect(specimens.length).toBeGreaterThan(0);
  for (const specimen of specimens) expect(Object.keys(specimen)).toContain(field);
  const filled = specimens.map((specimen) => specimen[field]).filter((value) => value !== null);
  for (const value of filled) {
    expect(value).toSatisfy(IS[type]);
    if (prefix) expect(value).toMatch(prefix);
  }
  if (!mayBeEmpty) expect(filled.length).toBeGreaterThan(0);
}

/** Creating with it, narrowing a list to it, or, where neither can be, naming it in the description. */
async function proveValue(world: World, { resource, field, value }: Of<'value'>): Promise<void> {
  if (resource === 'Plan') {
    const { status, body } = await world.call('POST /api/v2/plans', '', { [field]: value });
    expect([status, body[field]]).toEqual([201, value]);
  } else if (field === 'status') {
    const list = resource === 'Membership' ? '/memberships' : '/promo_codes';
    expect((await world.get(`${list}?status=${value}`)).status).toBe(200);
  } else {
    const { components } = (await world.app.inject('/openapi.json')).json<Json>();
    expect(components.schemas[resource].properties[field].enum).toContain(value);
  }
}

async function proveBody(world: World, claim: Of<'body'>): Promise<void> {
  const { endpoint, field, bad, beside } = claim;
  const good = typeof claim.good === 'string' ? world.fill(claim.good) : claim.good;
  const required = endpoint.endsWith('/webhooks') ? { url: 'https://example.com/' } : {};
  const taken = await world.call(endpoint, '', { ...required, ...beside, [field]: good });
  expect([taken.status, taken.body.error]).toEqual([201, undefined]);
  if (claim.isShown) expect(taken.body[field]).toEqual(good);
  expectRefusal(await world.call(endpoint, '', { ...required, ...beside, [field]: bad }), field);
}

function expectRefusal({ status, body }: Answer, field: string): void {
  expect(status).toBe(400);
  expect(body.error_description ?? body.error.message).toContain(field);
}

async function proveRequired(world: World, { endpoint, field }: Of<'required'>): Promise<void> {
  const whole = endpoint.includes('oauth') ? await world.newTokenRequest() : {};
  expectRefusal(await world.call(endpoint, '', { ...whole, [field]: undefined }), field);
}

async function proveDefault(world: World, { endpoint, field, value }: Of<'default'>): Promise<void> {
  const required = endpoint.endsWith('/webhooks') ? { url: 'https://example.com/' } : {};
  const { status, body } = await world.call(endpoint, '', required);
  expect([status, body[field]]).toEqual([201, value]);
}

async function proveQuery(world: World, { endpoint, good, bad }: Of<'query'>): Promise<void> {
  expect((await world.call(endpoint, good)).status).toBe(200);
  if (bad !== undefined) expectRefusal(await world.call(endpoint, bad), bad.split('=')[0] ?? '');
}

async function proveExpand(world: World, { endpoint, name }: Of<'expand'>): Promise<void> {
  const payload = endpoint === 'POST /api/v2/plans' ? { product_id: world.product } : undefined;
  for (const query of [`expand=${name}`, `expand=${name}&expand=${name}`, `expand[]=${name}`]) {
    const all = endpoint.startsWith('GET') ? '&per=50' : '';
    const { body } = await world.call(endpoint, query + all, payload);
    const shown = (body.data ?? [body])
      .map((one: Json) => one[name])
      .find((one: Json) => one !== null && one.length !== 0);
    expect(name === 'plans' ? shown[0] : shown).toHaveProperty('id');
  }
  expectRefusal(await world.call(endpoint, 'expand=nothing', payload), 'expand');
}

async function proveStatus(world: World, { endpoint, status }: Of<'status'>): Promise<void> {
  const payload = endpoint.endsWith('/webhooks') ? { url: 'https://example.com/' } : undefined;
  expect((await world.call(endpoint, '', payload)).status).toBe(status);
}
