import type { FastifySchema, RouteOptions } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { asObject, describeAnswers } from './answers.ts';
import { EXAMPLE_BODY, OPTIONAL_BODY } from './components.ts';
import { ID_PREFIX, SPECIFIED, TAGS } from './specified.ts';

/** Adds group, security, responses and descriptions to a route's schema. Hides forms and aliases. */
export function describe({
  schema,
  url,
  route,
}: {
  schema?: FastifySchema;
  url: string;
  route: RouteOptions;
}) {
  const tag = TAGS.find(({ path }) => url.startsWith(path));
  const method = [route.method].flat()[0] ?? 'GET';
  const isForm = url.startsWith('/oauth/') && method !== 'GET';
  // A PATCH is an alias of an update's POST, and /api/v5 of /v5.
  const isSecondName = method === 'PATCH' || method === 'HEAD' || url.startsWith('/api/v5');
  if (!tag || isForm || isSecondName) return { schema: { ...schema, hide: true }, url };
  const specified = SPECIFIED[`${method} ${url}`];
  const example = BODY_EXAMPLES[`${method} ${url}`];
  const described = {
    ...schema,
    tags: [tag.name],
    summary: schema?.summary ?? specified?.summary ?? '',
    operationId: operationId(method, url),
    security: security(url),
    response: describeAnswers(schema, method, url),
    ...(schema?.params ? { params: describeFields(schema.params, (name) => idWords(url, name)) } : {}),
    ...(schema?.querystring
      ? { querystring: describeFields(schema.querystring, (name) => `Only results with this ${name}.`) }
      : {}),
    ...(method === 'POST' && url.startsWith('/api/v2') ? { headers: IDEMPOTENCY } : {}),
    ...(mayLeaveBodyOut(schema, route) ? { [OPTIONAL_BODY]: true } : {}),
    ...(example && { [EXAMPLE_BODY]: example }),
    ...(specified ? { 'x-specified-in': specified.section } : { 'x-beyond-specification': true }),
  };
  return { schema: described, url };
}

/** Returns whether the body may be omitted: no field lacks a default, and the route doesn't insist on one. */
function mayLeaveBodyOut(schema: FastifySchema | undefined, { config }: RouteOptions): boolean {
  const { properties, required } = asObject(schema?.body);
  const isGiven = (name: unknown) => !('default' in asObject(asObject(properties)[String(name)]));
  return properties !== undefined && !config?.needsBody && ![required].flat().filter(Boolean).some(isGiven);
}

const IDEMPOTENCY = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Carries the request out only once. For 24 hours, further requests with the same key get the same response (Idempotency-Replayed: true). 422 if the request differs, 409 while the first one is in progress or if it was interrupted.',
    }),
  ),
});

/** `POST /api/v2/plans/:id/archive` → `postPlansIdArchive`. */
const operationId = (method: string, url: string): string =>
  method.toLowerCase() +
  url
    .replace(/^\/(api\/v2|v5)/, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

function security(url: string): ReadonlyArray<{ [name: string]: readonly string[] }> {
  if (url.startsWith('/api/v2')) return [{ apiKey: [] }];
  return url.startsWith('/v5/me') ? [{ accessToken: [] }] : [];
}

/** Adds a description to the fields that have none. */
function describeFields(schema: unknown, words: (name: string) => string): TSchema {
  const fields = Object.entries(asObject(asObject(schema)['properties']));
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [name, { description: words(name), ...asObject(field) }]),
  );
  return { ...asObject(schema), properties };
}

function idWords(url: string, name: string): string {
  const [, resource = ''] = url.split(`/:${name}`, 1)[0]?.match(/([^/]+)$/) ?? [];
  const prefix = ID_PREFIX[resource];
  return `Id${prefix === undefined ? '' : `, prefix ${prefix}`}.`;
}

/** Example body of each operation that takes one, for the API reference and its curl examples. */
export const BODY_EXAMPLES: Readonly<Record<string, object | undefined>> = {
  'POST /api/v2/products': { name: 'Club' },
  'POST /api/v2/products/:id': { name: 'The Club' },
  'POST /api/v2/plans': { plan_type: 'renewal', initial_price: 9, renewal_price: 9, billing_period: 30 },
  'POST /api/v2/plans/:mimic_plan_id/create_quick_link': {
    internal_notes: 'For Ann',
    custom_password: 'sesame',
  },
  'POST /api/v2/plans/:id': { visibility: 'hidden' },
  'POST /api/v2/plans/:id/draw': { winners: 3 },
  'POST /api/v2/checkout_sessions': { plan_id: 'plan_…', metadata: { campaign: 'spring' } },
  'POST /api/v2/promo_codes': {
    code: 'SPRING',
    promo_type: 'percentage',
    amount_off: 20,
    base_currency: 'usd',
    number_of_intervals: 3,
  },
  'POST /api/v2/promo_codes/:id': { status: 'inactive' },
  'POST /api/v2/memberships/:id': { metadata: { seat: 'A1' } },
  'POST /api/v2/memberships/:id/validate_license': { metadata: { machine: 'A1-B2' } },
  'POST /api/v2/memberships/:id/cancel': { at_period_end: true },
  'POST /api/v2/memberships/:id/add_free_days': { days: 7 },
  'POST /api/v2/memberships/:id/refill': { card_number: '4242 4242 4242 4242' },
  'POST /api/v2/memberships/:id/pay': { card_number: '4242 4242 4242 4242' },
  'POST /api/v2/payments/:id/refund': { amount: 5 },
  'POST /api/v2/webhooks': {
    url: 'https://example.com/hooks',
    events: ['membership_went_valid', 'membership_went_invalid'],
  },
  'POST /api/v2/webhooks/:id': { enabled: false },
  'POST /api/v2/webhooks/:id/test': { event: 'membership_went_valid' },
  'POST /api/v2/account': { access_while_past_due: false },
  'POST /api/v2/api_keys': { name: 'Reporting', scopes: ['memberships:read', 'plans:read'] },
  'POST /api/v2/oauth_clients': {
    name: 'Shop Window',
    redirect_uris: ['https://window.example/back'],
    scopes: ['profile', 'email'],
  },
  'POST /api/v2/oauth_clients/:id': { name: 'Shop Window' },
  'POST /checkout/:plan_id': { email: 'ann@example.com', card_number: '4242 4242 4242 4242' },
  'POST /v5/oauth/token': {
    grant_type: 'authorization_code',
    code: 'CODE',
    redirect_uri: 'https://window.example/back',
    client_id: 'CLIENT_ID',
    client_secret: 'CLIENT_SECRET',
  },
  'POST /v5/oauth/revoke': {
    token: 'ACCESS_TOKEN',
    client_id: 'CLIENT_ID',
    client_secret: 'CLIENT_SECRET',
  },
};
