import { REST, type RequestMethod, type ResponseLike, type RouteLike } from '@discordjs/rest';
import type { Static, TSchema } from 'typebox';
import Value from 'typebox/value';
import type { Clock } from '../clock.ts';
import { errorCode, type Fault } from '../errors.ts';
import { ChatFault } from '../i18n/chat-fault.ts';
import { isFirewall, isTokenRefused, tokenRefused, translate, turnedAway } from './refusals.ts';

/** Time limit of a call, including waits for the platform's rate limit, in milliseconds. */
const DEADLINE = 60_000;

/** Pause after a refused token or a firewall block, in milliseconds: refused calls get our address banned. */
const PAUSE = 60_000;

/** The platform's limit for an audit log reason, in characters of the URL-encoded header. */
const REASON_LENGTH = 512;

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly query?: URLSearchParams;
  readonly body?: unknown;
  /** Whether to try only once and at once: no waiting for the rate limit, no retries. */
  readonly once?: boolean;
  /** Reason for the platform's audit log, truncated to the platform's limit. */
  readonly reason?: string;
}

/** Calls the platform once, apart from the library's retries. @throws the errors that `translate` returns */
export type Caller = (method: RequestMethod, route: RouteLike, options: CallOptions) => Promise<ResponseLike>;

/**
 * Creates a caller that limits the duration of each call and pauses all calls while the platform refuses them.
 * @param deadline time limit of a call, in milliseconds
 */
export function createCaller(rest: REST, token: string, clock: Clock, deadline = DEADLINE): Caller {
  let paused = { until: 0, why: () => tokenRefused() };
  const pause = (why: () => Fault) => {
    paused = { until: clock.now().getTime() + PAUSE, why };
  };
  // Client for calls made with `once`: it doesn't retry or wait.
  const atOnce = new REST({ ...rest.options, retries: 0, rejectOnRateLimit: () => true }).setToken(token);
  return async (method, fullRoute, { signal, reason, once = false, ...options }) => {
    if (clock.now().getTime() < paused.until) throw paused.why();
    try {
      return await (once ? atOnce : rest).queueRequest({
        ...options,
        method,
        fullRoute,
        ...(reason !== undefined && { reason: shorten(reason) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
      });
    } catch (error) {
      // At any 401, even a spurious one, the library drops its token and then rejects all calls locally: set it again.
      rest.setToken(token);
      atOnce.setToken(token);
      if (isTokenRefused(error)) pause(tokenRefused);
      if (isFirewall(error)) pause(turnedAway);
      throw translate(error);
    }
  };
}

/** Truncates a reason to the length its header allows, without splitting a surrogate pair. */
function shorten(reason: string): string {
  let short = '';
  for (const character of reason) {
    if (encodeURIComponent(short + character).length > REASON_LENGTH) break;
    short += character;
  }
  return short;
}

/**
 * Parses and validates an answer of the platform.
 * @param path route of the request, for error messages
 * @throws Fault `DISCORD_UNREADABLE`, whose cause names the path, the invalid field and the problem
 */
export async function readAnswer<Schema extends TSchema>(
  schema: Schema,
  path: string,
  response: Pick<ResponseLike, 'json'>,
): Promise<Static<Schema>> {
  const answer: unknown = await response.json().catch((cause) => {
    const what = errorCode(cause) === 'ANSWER_TOO_LARGE' ? 'it is too large.' : "it isn't JSON.";
    throw unreadable(path, what, cause);
  });
  return checkAnswer(schema, path, answer);
}

/** Validates an answer that is already parsed. @throws Fault `DISCORD_UNREADABLE` */
export function checkAnswer<Schema extends TSchema>(
  schema: Schema,
  path: string,
  answer: unknown,
): Static<Schema> {
  if (Value.Check(schema, answer)) return answer;
  const [first] = Value.Errors(schema, answer);
  const field = first?.instancePath || 'the answer';
  throw unreadable(path, `${field} ${first?.message ?? 'is wrong'}.`);
}

const unreadable = (path: string, why: string, cause?: unknown): ChatFault =>
  new ChatFault('DISCORD_UNREADABLE', {
    cause: new Error(`The answer to ${path} can't be read: ${why}`, { cause }),
  });
