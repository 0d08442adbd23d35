import { createHash } from 'node:crypto';
import type { RESTRateLimit } from 'discord-api-types/v10';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Bucket, GLOBAL, type Usage } from '../rate-limits.ts';
import type { RestContext } from './context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The limit that requests to a route of the sandbox count against. */
    bucket?: Bucket;
  }
}

/** Whom a 429 is about: https://discord.com/developers/docs/topics/rate-limits#header-format */
export type Scope = 'user' | 'global' | 'shared';

/** The limit of all requests of the bot together. */
export function limitGlobally({ take, token }: RestContext): onRequestAsyncHookHandler {
  return async (_request, reply) => {
    const { allowed, resetAfterMs } = take(GLOBAL, token);
    return allowed ? undefined : tooMany(reply, resetAfterMs / 1000, 'global');
  };
}

/** Each route's own limit, per guild, channel or webhook with its token: the platform's major parameters. */
export function limitEach({ take }: RestContext): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const bucket = bucketOf(request);
    const usage = take(bucket, majorOf(request));
    reply.headers(headersOf(bucket, usage));
    return usage.allowed ? undefined : tooMany(reply, usage.resetAfterMs / 1000, 'user');
  };
}

/**
 * The bucket that a route names, or one of its own. The platform doesn't publish its limits, only that there are some
 * and that headers tell them; one that nobody has measured is as wide as the global one.
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

/** Tells a client to wait so many seconds. */
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
 * A 429 that nobody has earned, with the headers of one who has. Of the route's bucket a shared limit leaves as much
 * as there was: https://docs.discord.com/developers/topics/rate-limits#header-format
 * @returns its body; the rest of it is in the reply
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
