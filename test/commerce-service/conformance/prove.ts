import { expect } from 'vitest';
import type { Claim, Type } from './claims.ts';
import { EFFECTS } from './effects.ts';
import { proveExpand, proveQuery } from './prove-query.ts';
import type { Json } from './reach.ts';
import { expectRefusal } from './refusal.ts';
import { RULES } from './rules/index.ts';
import { SPECIMENS } from './specimens.ts';
import { membershipsByStatus, paidBy, promoCodesByStatus } from './states.ts';
import type { World } from './world.ts';

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
    case 'choice':
      return proveChoice(world, claim);
    case 'query':
      return proveQuery(world, claim);
    case 'expand':
      return proveExpand(world, claim);
    case 'status':
      return proveStatus(world, claim);
    case 'rule': {
      const rule = RULES[claim.rule];
      if (!rule) throw new Error('rules/ has no proof of this sentence');
      return rule(world);
    }
  }
}

async function proveField(world: World, claim: Of<'field'>): Promise<void> {
  const { resource, field, type, prefixes, mayBeEmpty } = claim;
  const [name = '', inner] = field.split('.');
  const whole = await SPECIMENS[resource](world);
  const specimens = inner === undefined ? whole : whole.map((one) => one[name]).filter((one) => one !== null);
  expect(specimens.length).toBeGreaterThan(0);
  for (const specimen of specimens) expect(Object.keys(specimen)).toContain(inner ?? name);
  const filled = specimens.map((specimen) => specimen[inner ?? name]).filter((value) => value !== null);
  for (const value of filled) {
    expect(value).toSatisfy(IS[type]);
    if (prefixes) expect(value).toSatisfy((text) => prefixes.some((one) => String(text).startsWith(one)));
    if (name === 'created_at') expect(Math.abs(Number(value) - Date.now() / 1000)).toBeLessThan(60);
  }
  if (!mayBeEmpty) expect(filled.length).toBeGreaterThan(0);
  proveAsked(world, whole, claim);
}

/** The first answer with what was asked for shows it. */
function proveAsked({ asked }: World, answers: readonly Json[], { resource, field }: Of<'field'>): void {
  const [name = ''] = field.split('.');
  const expected = asked[resource];
  if (!expected || !(name in expected)) return;
  expect(answers.find(({ id }) => id === expected.id)[name]).toEqual(expected[name]);
}

async function proveValue(world: World, { resource, field, value }: Of<'value'>): Promise<void> {
  if (resource === 'Plan') return proveChoice(world, { endpoint: 'POST /api/v2/plans', field, value });
  if (field === 'payment_processor') return expect(await paidBy(world, value)).toBe(value);
  const [list, ids] =
    resource === 'Membership'
      ? ['/memberships', await membershipsByStatus(world)]
      : ['/promo_codes', await promoCodesByStatus(world)];
  const { status, body } = await world.get(`${list}/${ids.get(value)}`);
  expect([status, body.status]).toEqual([200, value]);
}

async function proveChoice(
  world: World,
  { endpoint, field, value }: Pick<Of<'choice'>, 'endpoint' | 'field' | 'value'>,
): Promise<void> {
  const { status, body } = await world.call(endpoint, '', { [field]: value });
  expect([status, body[field]]).toEqual([201, value]);
  expect((await world.get(`/plans/${body.id}`)).body[field]).toBe(value);
}

async function proveBody(world: World, claim: Of<'body'>): Promise<void> {
  const { endpoint, field, bad, beside } = claim;
  const good = typeof claim.good === 'string' ? world.fill(claim.good) : claim.good;
  const isWebhook = endpoint.endsWith('/webhooks');
  const required = isWebhook ? { url: 'https://example.com/' } : {};
  const { status, body } = await world.call(endpoint, '', { ...required, ...beside, [field]: good });
  expect([status, body.error]).toEqual([201, undefined]);
  const effect = EFFECTS[field];
  if (effect) await effect(world, body);
  else {
    const kept = (await world.get(`/${isWebhook ? 'webhooks' : 'plans'}/${body.id}`)).body;
    expect([body[field], kept[field]]).toEqual([good, good]);
  }
  expectRefusal(await world.call(endpoint, '', { ...required, ...beside, [field]: bad }), field);
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

async function proveStatus(world: World, { endpoint, status }: Of<'status'>): Promise<void> {
  const payload = endpoint.endsWith('/webhooks') ? { url: 'https://example.com/' } : {};
  expect((await world.call(endpoint, '', payload)).status).toBe(status);
}
