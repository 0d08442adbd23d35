import { setTimeout } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { errorCode } from '../errors.ts';
import { messageIn, refusal, unreachable, unreadable } from './faults.ts';
import { createPace, type Turn } from './pace.ts';
import { readBounded } from './read-bounded.ts';

/** How long the service may take for an answer, all of it, in milliseconds. */
const TIMEOUT = 10_000;

/** How long nothing is asked after "too many requests": unless said otherwise, and at most; in seconds. */
const PAUSE = { usual: 60, longest: 3600 };

/** Before each further attempt of what runs in the background, in milliseconds. */
const RETRY_DELAYS = [500, 2_000];

/** An answer to be judged: a good one with its JSON, or "there is no such thing" without. */
export type Answer = { readonly status: number; readonly body?: unknown };

/** Statuses that say: not here. What isn't, the caller knows. */
const NOT_HERE = [404, 405, 410, 501];

/**
 * Asks the service for a path below `/api/v2`, at its pace and within bounds of time and size. What runs in
 * the background is tried three times; anything else once, since its job is tried again.
 * @throws Fault `COMMERCE_UNAVAILABLE`, `COMMERCE_REFUSED` or `COMMERCE_UNREADABLE`
 */
export type Ask = (path: string, turn: Turn) => Promise<Answer>;

export interface Service {
  /** Such as `https://commerce.example`; without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly clock: Clock;
}

export function createAsk(service: Service): Ask {
  const pace = createPace();
  const once = async (path: string, turn: Turn) => {
    const { signal } = turn;
    const { response, text } = await pace
      .take(() => request(service, path, signal), turn)
      .catch((cause) => Promise.reject(unreachable(cause)));
    if (response.ok) return { status: response.status, body: parse(text) };
    if (NOT_HERE.includes(response.status)) return { status: response.status };
    if (response.status === 429) pace.pause(pauseOf(response, service.clock) * 1000);
    throw refusal(response.status, messageIn(text).replaceAll(service.apiKey, '…'));
  };
  return async (path, turn) => {
    for (const delay of turn.background ? RETRY_DELAYS : []) {
      try {
        return await once(path, turn);
      } catch (error) {
        if (errorCode(error) !== 'COMMERCE_UNAVAILABLE' || turn.signal?.aborted) throw error;
        await setTimeout(delay, undefined, turn.signal ? { signal: turn.signal } : {});
      }
    }
    return once(path, turn);
  };
}

async function request({ baseUrl, apiKey }: Service, path: string, stop?: AbortSignal) {
  const timeout = AbortSignal.timeout(TIMEOUT);
  const response = await fetch(`${baseUrl}/api/v2${path}`, {
    headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
    // Where a redirect leads our key is not to go.
    redirect: 'manual',
    signal: stop ? AbortSignal.any([stop, timeout]) : timeout,
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

/** Seconds; the header holds a number of them, or a date. */
function pauseOf(response: Response, clock: Clock): number {
  const header = response.headers.get('retry-after')?.trim() ?? '';
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : Math.ceil((Date.parse(header) - clock.now().getTime()) / 1000);
  return Number.isNaN(seconds) ? PAUSE.usual : Math.min(Math.max(seconds, 1), PAUSE.longest);
}
