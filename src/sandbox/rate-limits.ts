import type { Clock } from '../clock.ts';

/** So many requests in so long a time, counted from the first one. */
export interface Bucket {
  /** What clients know it by; routes that show the same one share their limit. */
  readonly id: string;
  readonly limit: number;
  readonly windowMs: number;
}

/** Giving and taking a role share it: about one change per second and guild. */
export const MEMBER_ROLE: Bucket = { id: 'b7d0e2a94c61f853', limit: 10, windowMs: 10_000 };
/** Changing or removing a member: of the same size, but a bucket of its own. */
export const CHANGE_MEMBER: Bucket = { id: '0a9c57fe1d6b8324', limit: 10, windowMs: 10_000 };
/** Listing members. */
export const LIST_MEMBERS: Bucket = { id: 'c26be7401f95d83a', limit: 10, windowMs: 10_000 };
/** Finding members by name. */
export const SEARCH_MEMBERS: Bucket = { id: '93d4f06ab17ce258', limit: 10, windowMs: 10_000 };
/** Saying something in a channel. */
export const POST_MESSAGE: Bucket = { id: '80c17d202f66286d', limit: 5, windowMs: 5_000 };
/** Following up on an interaction. */
export const WEBHOOK: Bucket = { id: 'f5a1d3087be94c62', limit: 5, windowMs: 2_000 };
/** Looking at one member. */
export const MEMBER: Bucket = { id: '4e1f9c0d83b72a65', limit: 5, windowMs: 1_000 };
/** https://discord.com/developers/docs/topics/rate-limits#global-rate-limit */
export const GLOBAL: Bucket = { id: 'global', limit: 50, windowMs: 1_000 };

/** Asking the gateway for all members of a guild: https://discord.com/developers/docs/events/gateway-events#request-guild-members */
export const ALL_MEMBERS: Bucket = { id: 'request-guild-members', limit: 1, windowMs: 30_000 };

/** What a client may send over the gateway: https://discord.com/developers/docs/events/gateway#rate-limiting */
export const GATEWAY_SEND: Bucket = { id: 'gateway-send', limit: 120, windowMs: 60_000 };
/** Starting sessions, one after the other: https://discord.com/developers/docs/events/gateway#session-start-limit-object */
export const IDENTIFY: Bucket = { id: 'identify', limit: 1, windowMs: 5_000 };
export const SESSION_START: Bucket = { id: 'session-start', limit: 1_000, windowMs: 86_400_000 };

/** https://discord.com/developers/docs/interactions/application-commands#registering-a-command */
export const CREATE_COMMAND: Bucket = { id: 'create-command', limit: 200, windowMs: 86_400_000 };

/** How a request stands with a bucket. */
export interface Usage {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetAt: number;
  readonly resetAfterMs: number;
}

/**
 * Counts a request against a bucket; `scope` is what the bucket is per (a guild, the bot). At a cost of 0 it
 * only looks.
 */
export type TakeFrom = (bucket: Bucket, scope: string, cost?: 0 | 1) => Usage;

/** Keeps the counts. A refused request is not counted. */
export function createRateLimits(clock: Clock): TakeFrom {
  const windows = new Map<string, { readonly resetAt: number; used: number }>();
  return (bucket, scope, cost = 1) => {
    const key = `${bucket.id}:${scope}`;
    const now = clock.now().getTime();
    const known = windows.get(key);
    const left = known ? known.resetAt - now : 0;
    // A window that would last longer than windows do was begun before the clock was put back.
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
