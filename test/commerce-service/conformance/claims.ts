/** The endpoints of the specification; `:product`, `:plan` and `:membership` stand for ids of the test's own. */
export type Endpoint =
  | 'POST /v5/oauth/token'
  | 'POST /api/v2/plans'
  | 'POST /api/v2/plans/:plan/create_quick_link'
  | 'GET /api/v2/plans'
  | 'GET /api/v2/promo_codes'
  | 'POST /api/v2/memberships/:membership/terminate'
  | 'POST /api/v2/webhooks'
  | 'GET /api/v2/webhooks';

export type Resource = 'Plan' | 'Promo Code' | 'Membership' | 'Webhook' | 'Pagination' | 'OAuth token';
export type Type = 'string' | 'number' | 'int32' | 'boolean' | 'object' | 'array';

/**
 * One row of the specification, as something that can be asserted over HTTP.
 * - `field`: every answer with the resource has the field, with this type, or null where there is nothing
 * - `value`: the field can have this value: a list can be narrowed to it, or else the description names it
 * - `body`: the endpoint takes the field, shows it again, and refuses another type by the field's name
 * - `required`, `default`: what the body field is without being sent
 * - `query`: the list takes the parameter
 * - `expand`: the name replaces the id by the object, as a list, repeated and bracketed
 * - `status`: the status of success
 * - `rule`: said in a sentence; proven by the function of the same name in rules.ts
 */
export type Claim =
  | {
      readonly kind: 'field';
      readonly resource: Resource;
      readonly field: string;
      readonly type: Type;
      /** What the text begins with. */
      readonly prefix?: RegExp;
      /** Null is all that this service may have to say here. */
      readonly mayBeEmpty?: boolean;
    }
  | { readonly kind: 'value'; readonly resource: Resource; readonly field: string; readonly value: string }
  | {
      readonly kind: 'body';
      readonly endpoint: Endpoint;
      readonly field: string;
      readonly good: unknown;
      readonly bad: unknown;
      /** Fields that it needs beside it. */
      readonly beside?: object;
      /** Whether the answer shows it under the same name. */
      readonly isShown: boolean;
    }
  | { readonly kind: 'required'; readonly endpoint: Endpoint; readonly field: string }
  | { readonly kind: 'default'; readonly endpoint: Endpoint; readonly field: string; readonly value: unknown }
  | { readonly kind: 'query'; readonly endpoint: Endpoint; readonly good: string; readonly bad?: string }
  | { readonly kind: 'expand'; readonly endpoint: Endpoint; readonly name: string }
  | { readonly kind: 'status'; readonly endpoint: Endpoint; readonly status: number }
  | { readonly kind: 'rule'; readonly rule: string };

/** A row with the section that it stands in. */
export type Row = Claim & { readonly section: string };

export const section = (name: string, claims: readonly Claim[]): Row[] =>
  claims.map((claim) => ({ ...claim, section: name }));

/** Rows of a table of fields: `name type`, and `?` after it where null may be all there is. */
export const fields = (resource: Resource, lines: readonly string[]): Claim[] =>
  lines.map((line) => {
    const [, field = '', type = '', optional, prefix] =
      /^(\w+) (\w+)(\?)?(?: prefix (\S+))?$/.exec(line) ?? [];
    if (!isType(type)) throw new Error(`not a row: ${line}`);
    return {
      ...{ kind: 'field', resource, field, type, mayBeEmpty: optional === '?' },
      ...(prefix && { prefix: new RegExp(`^(${prefix.replaceAll(',', '|')})`) }),
    };
  });

const isType = (name: string): name is Type =>
  ['string', 'number', 'int32', 'boolean', 'object', 'array'].includes(name);

export const values = (resource: Resource, field: string, all: readonly string[]): Claim[] =>
  all.map((value) => ({ kind: 'value', resource, field, value }));

export const rules = (...sentences: readonly string[]): Claim[] =>
  sentences.map((rule) => ({ kind: 'rule', rule }));
