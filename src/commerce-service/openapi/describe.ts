import type { FastifySchema, RouteOptions } from 'fastify';
import Type, { type TSchema } from 'typebox';
import { ID_PREFIX, SPECIFIED, TAGS } from './specified.ts';

/** The one error shape. */
export const ErrorAnswer = Type.Object({
  error: Type.Object({
    status: Type.Integer({ description: 'The HTTP status.' }),
    message: Type.String({ description: 'Names the field that is wrong and what it may be.' }),
  }),
});

/** The errors of the token and revocation endpoints: RFC 6749, 5.2. */
export const OAuthErrorAnswer = Type.Object({
  error: Type.String({ description: 'A code, such as invalid_grant.' }),
  error_description: Type.String({ description: 'The same for people.' }),
});

/** When each status is answered. */
const WHEN: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created, or carried out.',
  204: 'Done; there is nothing to say.',
  400: 'The request, or one field by itself, is wrong.',
  402: 'The charge was declined; it stays on record.',
  401: 'Without a key or token that is good.',
  403: 'The key or token may not do this.',
  404: 'There is nothing with this id.',
  409: 'It contradicts what is there, such as a name that is taken.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is of another type than JSON.',
  422: 'Fields contradict each other, or name something that is not there.',
  429: 'More requests than the limit; Retry-After says in how many seconds to come back.',
};

/** What OpenAPI says about a route that its schema need not repeat: group, security, errors. */
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
  if (!tag || isForm || url.startsWith('/api/v5')) return { schema: { ...schema, hide: true }, url };
  const specified = SPECIFIED[`${method} ${url}`];
  const described = {
    ...schema,
    tags: [tag.name],
    summary: schema?.summary ?? specified?.summary ?? '',
    operationId: operationId(method, url),
    security: security(url),
    response: describeAnswers(schema, method, url),
    ...(schema?.params ? { params: describeFields(schema.params, (name) => idWords(url, name)) } : {}),
    ...(schema?.querystring
      ? { querystring: describeFields(schema.querystring, (name) => `Only those with this ${name}.`) }
      : {}),
    ...(specified ? { 'x-specified-in': specified.section } : { 'x-beyond-specification': true }),
  };
  return { schema: described, url };
}

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

function describeAnswers(schema: FastifySchema | undefined, method: string, url: string) {
  const given = Object.entries(asObject(schema?.response)).map(
    ([status, body]) => [status, toAnswer(Number(status), body)] as const,
  );
  if (url.startsWith('/oauth/')) return htmlAnswers();
  const isOAuth = url.startsWith('/v5/oauth');
  const errors = errorStatuses(schema, method, url).map((status) => {
    const body = isOAuth && status < 429 ? OAuthErrorAnswer : ErrorAnswer;
    return [String(status), toAnswer(status, body)] as const;
  });
  return Object.fromEntries([...errors, ...given]);
}

function errorStatuses(schema: FastifySchema | undefined, method: string, url: string): number[] {
  if (url.startsWith('/.well-known')) return [429];
  const isOAuth = url.startsWith('/v5/oauth');
  const writes = method !== 'GET' && !isOAuth;
  return [
    ...[400, 401, 429],
    ...(isOAuth ? [] : [403]),
    ...(schema?.params ? [404] : []),
    ...(writes ? [409, 422] : []),
    ...(/\/(pay|refill)$/.test(url) ? [402] : []),
    ...(schema?.body ? [413, 415] : []),
  ];
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds.', type: 'integer' },
};

/** 204 has no body; a description alone says so. */
const toAnswer = (status: number, body: unknown) => ({
  description: WHEN[status] ?? 'See the description.',
  ...(status === 204 ? {} : { content: { 'application/json': { schema: body } } }),
  ...(status === 429 ? { headers: RETRY_AFTER } : {}),
});

const htmlAnswers = () => {
  const content = { 'text/html': { schema: Type.String() } };
  return {
    200: { description: 'The page that asks the buyer to sign in, or to agree.', content },
    303: { description: 'Back to the application, with `code` or `error`, `state` and `iss`.' },
    400: { description: 'A page, where it is not certain which application asks.', content },
  };
};

/** The same schema, with words for the fields that have none of their own. */
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
  return `Its id${prefix === undefined ? '' : `, prefix ${prefix}`}.`;
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
