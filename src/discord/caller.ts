import { REST, type RequestMethod, type ResponseLike, type RouteLike } from '@discordjs/rest';
import type { Clock } from '../clock.ts';
import type { Fault } from '../errors.ts';
import { isFirewall, isTokenRefused, tokenRefused, translate, turnedAway } from './refusals.ts';

/** How long a call may take in all, waiting for the platform's rate limit included, in milliseconds. */
const DEADLINE = 60_000;

/**
 * How long nothing is called after our token was refused, or a firewall turned us away, in milliseconds: refused
 * calls get an address banned.
 */
const PAUSE = 60_000;

/** The platform's limit for a reason in the audit log, in characters of its URL-encoded header. */
const REASON_LENGTH = 512;

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly query?: URLSearchParams;
  readonly body?: unknown;
  /** Asked once and at once: neither later, when the limit allows it, nor again when it fails. */
  readonly once?: boolean;
  /** For the platform's audit log; cut to the length that it takes. */
  readonly reason?: string;
}

/** Calls the platform once, library retries aside. @throws what `translate` makes of its errors */
export type Caller = (method: RequestMethod, route: RouteLike, options: CallOptions) => Promise<ResponseLike>;

/**
 * A caller whose calls are bounded in time, and which stops calling for a while when all of them are refused.
 * @param deadline how long a call may take in all, in milliseconds
 */
export function createCaller(rest: REST, token: string, clock: Clock, deadline = DEADLINE): Caller {
  let paused = { until: 0, why: () => tokenRefused() };
  const pause = (why: () => Fault) => {
    paused = { until: clock.now().getTime() + PAUSE, why };
  };
  // What is said once is said by a client of its own, which retries nothing and waits for nothing.
  const atOnce = new REST({ ...rest.options, retries: 0, rejectOnRateLimit: () => true }).setToken(token);
  return async (method, fullRoute, { signal, reason, once = false, ...options }) => {
    if (clock.now().getTime() < paused.until) throw paused.why();
    try {
      return await (once ? atOnce : rest).queueRequest({
        ...{ ...options, method, fullRoute },
        ...(reason !== undefined && { reason: shorten(reason) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
      });
    } catch (error) {
      // The library drops its token at a 401, also one that makes no sense, and would refuse every later call unasked.
      rest.setToken(token);
      atOnce.setToken(token);
      if (isTokenRefused(error)) pause(tokenRefused);
      if (isFirewall(error)) pause(turnedAway);
      throw translate(error);
    }
  };
}

/** Cuts a reason so that its header is taken; a surrogate pair is never cut in half. */
function shorten(reason: string): string {
  let short = '';
  for (const character of reason) {
    if (encodeURIComponent(short + character).length > REASON_LENGTH) break;
    short += character;
  }
  return short;
}
