import { errorCode } from '../errors.ts';
import { readText } from '../network/bounded-body.ts';
import { inSpan } from '../observability/trace.ts';
import type { Order, Service } from './ask.ts';
import { unreadable } from './faults.ts';

/** Timeout for a complete answer, in milliseconds. Some services take up to ten seconds. */
export const ANSWER_TIMEOUT = 12_000;

/** Largest answer read, in bytes. */
export const MAX_ANSWER = 8 * 1024 * 1024;

/** Reads a response body up to `MAX_ANSWER` bytes. @throws Fault `COMMERCE_UNREADABLE` if it is larger */
const readBounded = (response: Response): Promise<string> =>
  readText(response, MAX_ANSWER).catch((error: unknown) => {
    throw errorCode(error) === 'ANSWER_TOO_LARGE' ? unreadable(error) : error;
  });

export type Reply = Awaited<ReturnType<typeof request>>;

/** Sends one request, counted and timed. */
export async function measured(
  service: Service,
  path: string,
  stop?: AbortSignal,
  order?: Order,
): Promise<Reply> {
  const labels = { method: order ? 'POST' : 'GET', route: routeOf(path) };
  const ended = service.metrics?.commerceTime.startTimer(labels);
  let status = 'none';
  try {
    const reply = await inSpan(`${labels.method} ${labels.route}`, { kind: 'asking' }, () =>
      request(service, path, stop, order),
    );
    status = String(reply.response.status);
    return reply;
  } finally {
    ended?.();
    service.metrics?.commerceCalls.inc({ ...labels, status });
  }
}

/** Replaces ids and drops the query, as a metrics label: `/memberships/:id/terminate`. */
function routeOf(path: string): string {
  const [, resource, id, action] = /^\/([^/?]*)(?:\/([^/?]*))?(?:\/([^/?]*))?/.exec(path) ?? [];
  return `/${resource}${id ? '/:id' : ''}${action ? `/${action}` : ''}`;
}

async function request(
  { baseUrl, apiKey, timeout = ANSWER_TIMEOUT }: Service,
  path: string,
  stop?: AbortSignal,
  order?: Order,
) {
  const late = AbortSignal.timeout(timeout);
  const response = await fetch(`${baseUrl}/api/v2${path}`, {
    method: order ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json',
      ...(order?.body && { 'content-type': 'application/json' }),
    },
    ...(order?.body && { body: JSON.stringify(order.body) }),
    // Don't follow redirects: they could send our API key to another host.
    redirect: 'manual',
    signal: stop ? AbortSignal.any([stop, late]) : late,
  });
  return { response, text: await readBounded(response) };
}

/** @throws Fault `COMMERCE_UNREADABLE` */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
}
