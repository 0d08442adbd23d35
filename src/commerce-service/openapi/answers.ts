import type { FastifySchema } from 'fastify';
import Type from 'typebox';

/** Error format of all endpoints except the token and revocation endpoints. */
export const ErrorAnswer = Type.Object({
  error: Type.Object({
    status: Type.Integer({ description: 'The HTTP status.' }),
    message: Type.String({ description: 'Names the invalid field and what it may be.' }),
  }),
});

/** Error format of the token and revocation endpoints (RFC 6749, 5.2). */
export const OAuthErrorAnswer = Type.Object({
  error: Type.String({ description: 'A code, such as invalid_grant.' }),
  error_description: Type.String({ description: 'A human-readable explanation.' }),
});

const WHEN: Readonly<Record<number, string>> = {
  200: 'Done.',
  201: 'Created, or carried out.',
  204: 'Done. The response has no body.',
  400: 'The request is invalid, or a field is.',
  402: 'The charge was declined. The failed payment stays on record.',
  401: 'The key or token is missing or invalid.',
  403: 'The key or token lacks the right to do this.',
  404: 'There is no object with this id.',
  409: 'The request conflicts with the current state, for example with a name that is taken.',
  413: 'The body is too large. The message names the limit.',
  415: 'The body is not JSON.',
  422: 'Fields contradict each other, or refer to something that does not exist.',
  429: 'Too many requests or failed attempts. Retry-After says in how many seconds to try again.',
  503: 'The service is too busy, and nothing was changed. Retry-After says in how many seconds to try again.',
};

/** Descriptions that differ at the checkout. */
const AT_CHECKOUT: Readonly<Record<number, string>> = {
  403: 'The password or the link is wrong, or the plan is not for this buyer.',
  409: 'The plan can’t be bought now, for example because it is sold out.',
};

/** Describes the responses of a route: those that its schema declares, and its errors. */
export function describeAnswers(schema: FastifySchema | undefined, method: string, url: string) {
  if (url.startsWith('/oauth/')) return htmlAnswers();
  const isCheckout = url.startsWith('/checkout/');
  const given = Object.entries(asObject(schema?.response)).map(([status, body]) => {
    const answer = toAnswer(Number(status), body);
    // A browser that joins a list gets a page with this status too. A browser that buys gets a page with 200.
    return [status, isCheckout && status === '202' ? withPage(answer) : answer] as const;
  });
  const isOAuth = url.startsWith('/v5/oauth');
  const errors = errorStatuses(schema, method, url).map((status) => {
    const body = isOAuth && status < 429 ? OAuthErrorAnswer : ErrorAnswer;
    const words = isCheckout ? AT_CHECKOUT[status] : undefined;
    const answer = isCheckout ? withPage(toAnswer(status, body)) : toAnswer(status, body);
    return [String(status), { ...answer, ...(words && { description: words }) }] as const;
  });
  return Object.fromEntries([...errors, ...given]);
}

function errorStatuses(schema: FastifySchema | undefined, method: string, url: string): number[] {
  if (url.startsWith('/.well-known')) return [429];
  if (url.startsWith('/checkout/'))
    return method === 'GET' ? [400, 404, 429] : [400, 402, 403, 404, 409, 413, 415, 429, 503];
  const isOAuth = url.startsWith('/v5/oauth');
  const writes = method !== 'GET' && !isOAuth;
  // `product_id` and its old name `access_pass_id` can contradict each other.
  const filters = asObject(asObject(schema?.querystring)['properties']);
  return [
    ...[400, 401, 429],
    ...(isOAuth ? [] : [403]),
    ...(schema?.params ? [404] : []),
    ...(writes ? [409] : []),
    ...(writes || 'access_pass_id' in filters ? [422] : []),
    ...(writes && url.startsWith('/api/v2') ? [503] : []),
    ...(/\/(pay|refill)$/.test(url) ? [402] : []),
    ...(method !== 'GET' ? [413, 415] : []),
  ];
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait.', type: 'integer' },
};

/** Returns the media type of a response body: a string is a page. */
const mediaType = (body: unknown): string =>
  asObject(body)['type'] === 'string' ? 'text/html' : 'application/json';

/** Describes one response. A 204 has no body, so it gets no `content`. */
const toAnswer = (status: number, body: unknown) => ({
  description: WHEN[status] ?? 'See the description.',
  ...(status === 204 ? {} : { content: { [mediaType(body)]: { schema: body } } }),
  ...(status === 429 || status === 503 ? { headers: RETRY_AFTER } : {}),
});

const PAGE = { 'text/html': { schema: Type.String() } };

/** Adds the page that browsers get instead of JSON. */
const withPage = (answer: ReturnType<typeof toAnswer>) => ({
  ...answer,
  content: { ...answer.content, ...PAGE },
});

const htmlAnswers = () => {
  const content = PAGE;
  return {
    200: { description: 'The page that asks the buyer to sign in or to consent.', content },
    303: { description: 'Back to the application, with `code` or `error`, `state` and `iss`.' },
    400: { description: 'An error page, if the application can’t be identified.', content },
  };
};

/** Returns a value as an object whose fields can be read; empty if it isn't an object. */
export const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
