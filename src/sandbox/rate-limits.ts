import type { Clock } from '../clock.ts';

/** A limit on requests in a fixed window, which starts with the first request. */
export interface Bucket {
  /** The id sent to clients. Routes with the same id share the limit. */
  readonly id: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Giving and removing a role: about one change per second and guild. */
export const MEMBER_ROLE: Bucket = { id: 'b7d0e2a94c61f853', limit: 10, windowMs: 10_000 };
/** Changing or removing a member: same limit as for a role, in a separate bucket. */
export const CHANGE_MEMBER: Bucket = { id: '0a9c57fe1d6b8324', limit: 10, windowMs: 10_000 };
export const LIST_MEMBERS: Bucket = { id: 'c26be7401f95d83a', limit: 10, windowMs: 10_000 };
export const SEARCH_MEMBERS: Bucket = { id: '93d4f06ab17ce258', limit: 10, windowMs: 10_000 };
export const POST_MESSAGE: Bucket = { id: '80c17d202f66286d', limit: 5, windowMs: 5_000 };
/** Follow-ups to an interaction. */
export const WEBHOOK: Bucket = { id: 'f5a1d3087be94c62', limit: 5, windowMs: 2_000 };
export const MEMBER: Bucket = { id: '4e1f9c0d83b72a65', limit: 5, windowMs: 1_000 };
/** https://discord.com/developers/docs/topics/rate-limits#global-rate-limit */
export const GLOBAL: Bucket = { id: 'global', limit: 50, windowMs: 1_000 };

/**
 * Gateway requests for all members of a guild:
 * https://discord.com/developers/docs/events/gateway-events#request-guild-members
 */
export const ALL_MEMBERS: Bucket = { id: 'request-guild-members', limit: 1, windowMs: 30_000 };

/** Payloads that a client sends over the gateway: https://discord.com/developers/docs/events/gateway#rate-limiting */
export const GATEWAY_SEND: Bucket = { id: 'gateway-send', limit: 120, windowMs: 60_000 };
/** Starting sessions one at a time: https://discord.com/developers/docs/events/gateway#session-start-limit-object */
export const IDENTIFY: Bucket = { id: 'identify', limit: 1, windowMs: 5_000 };
export const SESSION_START: Bucket = { id: 'session-start', limit: 1_000, windowMs: 86_400_000 };

/** https://discord.com/developers/docs/interactions/application-commands#registering-a-command */
export const CREATE_COMMAND: Bucket = { id: 'create-command', limit: 200, windowMs: 86_400_000 };

export interface Usage {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetAt: number;
  readonly resetAfterMs: number;
}

/**
 * Counts a request against a bucket. `scope` is the entity that the limit applies to (a guild, the bot). With a cost of
 * 0, only reads the state.
 */
export type TakeFrom = (bucket: Bucket, scope: string, cost?: 0 | 1) => Usage;

/** Creates a rate limiter. Refused requests aren't counted. */
export function createRateLimits(clock: Clock): TakeFrom {
  const windows = new Map<string, { readonly resetAt: number; used: number }>();
  return (bucket, scope, cost = 1) => {
    const key = `${bucket.id}:${scope}`;
    const now = clock.now().getTime();
    const known = windows.get(key);
    const left = known ? known.resetAt - now : 0;
    // A longer remainder than the window's length means that the clock was set back since: start a new window.
    const lasts = left > 0 && left <= bucket.windowMs;
    const window = known && lasts ? known : { resetAt: now + bucket.windowMs, used: 0 };
    windows.set(key, window);
    const allowed = window.used < bucket.limit;
    if (allowed) window.used += cost;
    return {
      allowed,
      remaining: bucket.limit - window.used,
      resetAt: window.resetAt,
      resetAfterMs: window.resetAt - now,
    };
  };
}
