import { createHash } from 'node:crypto';
import type { RESTRateLimit } from 'discord-api-types/v10';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Bucket, GLOBAL, type Usage } from '../rate-limits.ts';
import type { RestContext } from './context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The bucket that the route's requests count against; used by the sandbox only. */
    bucket?: Bucket;
  }
}

/** The scope of a 429: https://discord.com/developers/docs/topics/rate-limits#header-format */
export type Scope = 'user' | 'global' | 'shared';

/** Counts requests against the bot's global limit. */
export function limitGlobally({ take, token }: RestContext): onRequestAsyncHookHandler {
  return async (_request, reply) => {
    const { allowed, resetAfterMs } = take(GLOBAL, token);
    return allowed ? undefined : tooMany(reply, resetAfterMs / 1000, 'global');
  };
}

/**
 * Counts requests against the route's limit, separately for each of the platform's major parameters: guild, channel, or
 * webhook with token.
 */
export function limitEach({ take }: RestContext): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const bucket = bucketOf(request);
    const usage = take(bucket, majorOf(request));
    reply.headers(headersOf(bucket, usage));
    return usage.allowed ? undefined : tooMany(reply, usage.resetAfterMs / 1000, 'user');
  };
}

/**
 * Returns the route's configured bucket, or a default one. The platform publishes its limits only through headers.
 * Routes that haven't been measured get the global limit's size.
 */
function bucketOf({ routeOptions: { config, method, url } }: FastifyRequest): Bucket {
  if (config.bucket) return config.bucket;
  const id = createHash('sha256').update(`${method} ${url}`).digest('hex').slice(0, 16);
  return { id, limit: GLOBAL.limit, windowMs: GLOBAL.windowMs };
}

const headersOf = ({ id, limit }: Bucket, { remaining, resetAt, resetAfterMs }: Standing) => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': (resetAt / 1000).toFixed(3),
  'x-ratelimit-reset-after': (resetAfterMs / 1000).toFixed(3),
  'x-ratelimit-bucket': id,
});
type Standing = Omit<Usage, 'allowed'>;

function tooMany(reply: FastifyReply, seconds: number, scope: Scope): FastifyReply {
  return reply.status(429).headers(waitHeaders(seconds, scope)).send(waitBody(seconds, scope));
}

const waitHeaders = (seconds: number, scope: Scope) => ({
  'retry-after': Math.ceil(seconds),
  'x-ratelimit-scope': scope,
  ...(scope === 'global' && { 'x-ratelimit-global': 'true' }),
  via: '1.1 google',
});

const waitBody = (seconds: number, scope: Scope): RESTRateLimit => ({
  message: scope === 'shared' ? 'The resource is being rate limited.' : 'You are being rate limited.',
  retry_after: seconds,
  global: scope === 'global',
});

/**
 * Prepares the reply for an injected 429, with the same headers as a real one. A shared limit leaves the remaining
 * requests of the route's bucket as they are:
 * https://docs.discord.com/developers/topics/rate-limits#header-format
 * @returns the body; status and headers are set on the reply
 */
export function unearnedWait(
  { take, clock }: RestContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { seconds, scope }: { readonly seconds: number; readonly scope: Scope },
): RESTRateLimit {
  reply.status(429).headers(waitHeaders(seconds, scope));
  const bucket = bucketOf(request);
  const resetAfterMs = seconds * 1000;
  const used = { remaining: 0, resetAt: clock.now().getTime() + resetAfterMs, resetAfterMs };
  if (scope === 'user') reply.headers(headersOf(bucket, used));
  if (scope === 'shared') reply.headers(headersOf(bucket, take(bucket, majorOf(request), 0)));
  return waitBody(seconds, scope);
}

const majorOf = (request: FastifyRequest): string =>
  /\/(?:guilds|channels)\/\d+|\/webhooks\/\d+\/[^/?]+/.exec(request.url)?.[0] ?? '';
