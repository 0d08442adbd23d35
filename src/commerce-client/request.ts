import type { Clock } from '../clock.ts';
import { errorCode } from '../errors.ts';
import type { FaultDetails } from '../i18n/en/faults.ts';
import { readText } from '../network/bounded-body.ts';
import type { Metrics } from '../observability/metrics.ts';
import { inSpan } from '../observability/trace.ts';
import { unreadable } from './faults.ts';
import type { RateSlots } from './rate-slots.ts';

export interface Service {
  /** Such as `https://commerce.example`, without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  /** Timeout for a complete answer, in milliseconds; 12 s by default. */
  readonly timeout?: number | undefined;
  /** Rate limiter shared by all processes that use this key; left out with a single process. */
  readonly shared?: RateSlots | undefined;
  readonly metrics?: Metrics;
}

/** Parameters of a POST request. */
export interface Order {
  /** Left out if there are no parameters: strict services reject a body that they don't expect. */
  readonly body?: object;
  /** Values in the body that no error message may contain. */
  readonly secrets?: readonly string[];
  /**
   * What may go wrong if it is repeated while its outcome is unknown. Setting it marks the request as not idempotent, so it is sent only once.
   * Without it the request is retried like a GET.
   */
  readonly risk?: FaultDetails['risk'];
}

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
