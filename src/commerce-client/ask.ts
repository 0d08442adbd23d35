import { wait } from '../clock.ts';
import { errorCode } from '../errors.ts';
import { busy, messageIn, refusal, unknownOutcome, unreachable } from './faults.ts';
import { createRateLimiter, gapAfter, pauseAfter, type Turn } from './rate-limiter.ts';
import { measured, type Order, parse, type Reply, type Service } from './request.ts';

/** Delay before each further attempt, in milliseconds. */
const RETRY_DELAYS = { background: [500, 2_000], person: [500], job: [] };

/** Answer that the caller has to judge: either a success with its JSON, or a "not found" status without a body. */
export type Answer = { readonly status: number; readonly body?: unknown };

/** Statuses that mean "not here". The caller knows whether the resource or the whole operation is missing. */
const NOT_HERE = [404, 405, 410, 501];

/**
 * Sends a request to a path below `/api/v2` (GET, or POST with an `order`), rate limited and bounded in time and size.
 * Background requests get three attempts and those a person waits for get two. Other requests get one, because their
 * job is retried. A request that must not be repeated is sent once.
 * @throws ChatFault
 */
export type Ask = (path: string, turn: Turn, order?: Order) => Promise<Answer>;

export function createAsk(service: Service): Ask {
  const { shared, clock } = service;
  const limiter = createRateLimiter(clock, shared);
  const judge = async ({ response, text }: Reply, secrets: readonly string[]): Promise<Answer> => {
    const { status, headers, ok } = response;
    limiter.hold(gapAfter(headers, clock));
    if (ok) return { status, body: parse(text) };
    if (NOT_HERE.includes(status)) return { status };
    const pause = pauseAfter(response, clock);
    if (pause === undefined) throw refusal(status, messageIn(text, [service.apiKey, ...secrets]));
    limiter.hold(pause * 1000);
    await shared?.close(pause * 1000);
    throw busy(pause);
  };
  const once = async (path: string, turn: Turn, order: Order | undefined) => {
    let isSent = false;
    try {
      const reply = await limiter.take(() => {
        isSent = true;
        return measured(service, path, turn.signal, order);
      }, turn);
      return await judge(reply, order?.secrets ?? []);
    } catch (cause) {
      const fault = unreachable(cause);
      if (order?.risk === undefined || !isSent || isCertain(fault)) throw fault;
      throw unknownOutcome(fault, order.risk);
    }
  };
  return async (path, turn, order) => {
    for (const delay of order?.risk === undefined ? delaysFor(turn) : []) {
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

/** Retries slow or busy services only in the background: a person shouldn't wait through that twice. */
function isRetried(error: unknown, { background, signal }: Turn): boolean {
  const retried = ['COMMERCE_UNAVAILABLE', ...(background ? ['COMMERCE_SLOW', 'COMMERCE_BUSY'] : [])];
  return retried.includes(errorCode(error) ?? '') && !signal?.aborted;
}

/** Codes of the errors that occur before a connection is established, so that nothing was sent. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|.*CERT.*)$/;

/** Returns whether the fault proves that the service did nothing. */
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
