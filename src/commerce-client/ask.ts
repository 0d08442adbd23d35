import { type Clock, wait } from '../clock.ts';
import { errorCode } from '../errors.ts';
import type { Metrics } from '../metrics.ts';
import { inSpan } from '../trace.ts';
import { busy, messageIn, refusal, unknownOutcome, unreachable, unreadable } from './faults.ts';
import { gapAfter, pauseAfter } from './limits.ts';
import { createPace, type Turn } from './pace.ts';
import { readBounded } from './read-bounded.ts';
import type { Slots } from './slots.ts';

/** Before each further attempt, in milliseconds. */
const RETRY_DELAYS = { background: [500, 2_000], person: [500], job: [] };

/**
 * How long the service may take for an answer, all of it, in milliseconds. Services take up to ten seconds; a person
 * who waits for one of those is answered as well.
 */
export const ANSWER_TIMEOUT = 12_000;

/** An answer to be judged: a good one with its JSON, or "there is no such thing" without. */
export type Answer = { readonly status: number; readonly body?: unknown };

/** Statuses that say: not here. What isn't, the caller knows. */
const NOT_HERE = [404, 405, 410, 501];

/** Something to be done, and not only told. */
export interface Order {
  /** Left out where there is nothing to say: strict services refuse a body that they don't expect. */
  readonly body?: object;
  /** Parts of it that no message may repeat. */
  readonly secrets?: readonly string[];
  /**
   * What to do where nobody knows whether it was done; left out where it may be done twice, which is then tried
   * again like a question.
   */
  readonly ifUnknown?: string;
}

/**
 * Asks the service for a path below `/api/v2` (GET), or has it do something there (POST), at its pace and within
 * bounds of time and size. What runs in the background is tried three times, what a person waits for twice;
 * anything else once, since its job is tried again. An order that must not be done twice is sent once.
 * @throws CommerceFault, see there
 */
export type Ask = (path: string, turn: Turn, order?: Order) => Promise<Answer>;

export interface Service {
  /** Such as `https://commerce.example`; without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
  /** How long it may take for an answer, all of it, in milliseconds; 12 s when left out. */
  readonly timeout?: number | undefined;
  /** When requests of all processes with this key may start; left out where there is one process. */
  readonly shared?: Slots | undefined;
  readonly metrics?: Metrics;
}

export function createAsk(service: Service): Ask {
  const { shared, clock } = service;
  const pace = createPace(shared);
  const judge = async ({ response, text }: Reply, secrets: readonly string[]): Promise<Answer> => {
    const { status, headers, ok } = response;
    pace.hold(gapAfter(headers, clock));
    if (ok) return { status, body: parse(text) };
    if (NOT_HERE.includes(status)) return { status };
    const pause = pauseAfter(response, clock);
    if (pause === undefined) throw refusal(status, messageIn(text, [service.apiKey, ...secrets]));
    pace.hold(pause * 1000);
    await shared?.close(pause * 1000);
    throw busy(pause);
  };
  const once = async (path: string, turn: Turn, order: Order | undefined) => {
    let isSent = false;
    try {
      const reply = await pace.take(() => {
        isSent = true;
        return measured(service, path, turn.signal, order);
      }, turn);
      return await judge(reply, order?.secrets ?? []);
    } catch (cause) {
      const fault = unreachable(cause);
      if (order?.ifUnknown === undefined || !isSent || isCertain(fault)) throw fault;
      throw unknownOutcome(fault, order.ifUnknown);
    }
  };
  return async (path, turn, order) => {
    for (const delay of order?.ifUnknown === undefined ? delaysFor(turn) : []) {
      try {
        return await once(path, turn, order);
      } catch (error) {
        if (!isRetried(error, turn)) throw error;
        await wait(clock, delay, turn.signal);
      }
    }
    return once(path, turn, order);
  };
}

function delaysFor({ background, patience }: Turn): readonly number[] {
  if (background) return RETRY_DELAYS.background;
  return patience === undefined ? RETRY_DELAYS.job : RETRY_DELAYS.person;
}

/** A person doesn't wait twice for what is slow. */
function isRetried(error: unknown, { background, signal }: Turn): boolean {
  const retried = ['COMMERCE_UNAVAILABLE', ...(background ? ['COMMERCE_SLOW', 'COMMERCE_BUSY'] : [])];
  return retried.includes(errorCode(error) ?? '') && !signal?.aborted;
}

/** What the system says when no connection came about, so that nothing was sent. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|.*CERT.*)$/;

/** Whether a fault tells for sure that nothing was done. */
function isCertain(fault: Error): boolean {
  const { cause } = fault;
  switch (errorCode(fault)) {
    case 'COMMERCE_UNREADABLE':
    case 'COMMERCE_SLOW':
      return false;
    case 'COMMERCE_UNAVAILABLE':
      return cause instanceof Error && NOT_CONNECTED.test(errorCode(cause.cause) ?? '');
    default:
      return true;
  }
}

type Reply = Awaited<ReturnType<typeof request>>;

async function measured(service: Service, path: string, stop?: AbortSignal, order?: Order): Promise<Reply> {
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

/** The path without what it is asked for: `/memberships/:id/terminate`. */
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
    // Where a redirect leads our key is not to go.
    redirect: 'manual',
    signal: stop ? AbortSignal.any([stop, late]) : late,
  });
  return { response, text: await readBounded(response) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(cause);
  }
}
