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
/** Looking at one member. */
export const MEMBER: Bucket = { id: '4e1f9c0d83b72a65', limit: 5, windowMs: 1_000 };
/** https://discord.com/developers/docs/topics/rate-limits#global-rate-limit */
export const GLOBAL: Bucket = { id: 'global', limit: 50, windowMs: 1_000 };

/** Asking the gateway for all members of a guild: https://discord.com/developers/docs/events/gateway-events#request-guild-members */
export const ALL_MEMBERS: Bucket = { id: 'request-guild-members', limit: 1, windowMs: 30_000 };

/** How a request stands with a bucket. */
export interface Usage {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly resetAt: number;
  readonly resetAfterMs: number;
}

/** Counts a request against a bucket; `scope` is what the bucket is per (a guild, the bot). */
export type TakeFrom = (bucket: Bucket, scope: string) => Usage;

/** Keeps the counts. A refused request is not counted. */
export function createRateLimits(clock: Clock): TakeFrom {
  const windows = new Map<string, { readonly resetAt: number; used: number }>();
  return (bucket, scope) => {
    const key = `${bucket.id}:${scope}`;
    const now = clock.now().getTime();
    const known = windows.get(key);
    const window = known && known.resetAt > now ? known : { resetAt: now + bucket.windowMs, used: 0 };
    windows.set(key, window);
    const allowed = window.used < bucket.limit;
    if (allowed) window.used += 1;
    return {
      allowed,
      remaining: bucket.limit - window.used,
      resetAt: window.resetAt,
      resetAfterMs: window.resetAt - now,
    };
  };
}
