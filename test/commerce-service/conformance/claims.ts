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
 * - `field`: every answer with the resource has the field, with this type, or null where there is nothing, and
 *   with what was asked for
 * - `value`: there is a resource whose field has this value
 * - `body`: the endpoint takes the field, keeps and shows it, or does what it is for where no answer shows it
 *   (effects.ts), and refuses another type by the field's name
 * - `required`, `default`: what the body field is without being sent
 * - `choice`: the endpoint takes this value of the field, keeps and shows it
 * - `query`: the list has all that fits the parameter, or this value of it where there is a choice, and nothing else
 * - `expand`: the name replaces the id by the whole object and changes nothing else, as a list, repeated and bracketed
 * - `status`: the status of success
 * - `rule`: said in a sentence; proven by the function of the same name in rules/
 */
export type Claim =
  | {
      readonly kind: 'field';
      readonly resource: Resource;
      readonly field: string;
      readonly type: Type;
      /** What the text begins with: one of these. */
      readonly prefixes?: readonly string[];
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
    }
  | { readonly kind: 'required'; readonly endpoint: Endpoint; readonly field: string }
  | { readonly kind: 'default'; readonly endpoint: Endpoint; readonly field: string; readonly value: unknown }
  | { readonly kind: 'choice'; readonly endpoint: Endpoint; readonly field: string; readonly value: string }
  | {
      readonly kind: 'query';
      readonly endpoint: Endpoint;
      readonly good: string;
      readonly bad?: string;
      /** The field of what is listed that must be as the parameter says, where it has another name. */
      readonly field?: string;
      readonly isChoice?: boolean;
    }
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
      /^([\w.]+) (\w+)(\?)?(?: prefix (\S+))?$/.exec(line) ?? [];
    if (!isType(type)) throw new Error(`not a row: ${line}`);
    return {
      kind: 'field',
      resource,
      field,
      type,
      mayBeEmpty: optional === '?',
      ...(prefix && { prefixes: prefix.split(',') }),
    };
  });

const isType = (name: string): name is Type =>
  ['string', 'number', 'int32', 'boolean', 'object', 'array'].includes(name);

export const values = (resource: Resource, field: string, all: readonly string[]): Claim[] =>
  all.map((value) => ({ kind: 'value', resource, field, value }));

export const rules = (...sentences: readonly string[]): Claim[] =>
  sentences.map((rule) => ({ kind: 'rule', rule }));

/** What a row says, in the words of specification.txt. */
export function inWords(claim: Claim): string {
  switch (claim.kind) {
    case 'field':
      return [`${claim.resource}.${claim.field}: ${claim.type}`, claim.prefixes?.join('|')]
        .filter(Boolean)
        .join(' ');
    case 'value':
      return `${claim.resource}.${claim.field} = ${claim.value}`;
    case 'body':
      return `${claim.endpoint} ${claim.field}: ${typeOf(claim.good)}`;
    case 'required':
      return `${claim.endpoint} ${claim.field} required`;
    case 'default':
      return `${claim.endpoint} ${claim.field} default ${claim.value}`;
    case 'choice':
      return `${claim.endpoint} ${claim.field} = ${claim.value}`;
    case 'query': {
      const [name, value] = claim.good.split('=');
      return `${claim.endpoint} ?${name}${claim.isChoice ? ` = ${value}` : ''}`;
    }
    case 'expand':
      return `${claim.endpoint} ?expand = ${claim.name}`;
    case 'status':
      return `${claim.endpoint} ${claim.status}`;
    case 'rule':
      return claim.rule;
  }
}

function typeOf(value: unknown): Type {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int32' : 'number';
  const type = typeof value;
  if (!isType(type)) throw new Error(`no type of the specification: ${type}`);
  return type;
}
