import { createHash } from 'node:crypto';
import type { RESTRateLimit } from 'discord-api-types/v10';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { type Bucket, GLOBAL } from '../rate-limits.ts';
import type { RestContext } from './context.ts';

/** Whom a 429 is about: https://discord.com/developers/docs/topics/rate-limits#header-format */
export type Scope = 'user' | 'global' | 'shared';

/** The limit of all requests of the bot together. */
export function limitGlobally({ take, token }: RestContext): onRequestAsyncHookHandler {
  return async (_request, reply) => {
    const { allowed, resetAfterMs } = take(GLOBAL, token);
    return allowed ? undefined : tooMany(reply, resetAfterMs / 1000, 'global');
  };
}

/** A route's own limit, per guild, channel or webhook with its token: the platform's major parameters. */
export function limitTo({ take }: RestContext, bucket: Bucket): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const usage = take(bucket, majorOf(request));
    reply.headers({
      'x-ratelimit-limit': bucket.limit,
      'x-ratelimit-remaining': usage.remaining,
      'x-ratelimit-reset': (usage.resetAt / 1000).toFixed(3),
      'x-ratelimit-reset-after': (usage.resetAfterMs / 1000).toFixed(3),
      'x-ratelimit-bucket': bucket.id,
    });
    return usage.allowed ? undefined : tooMany(reply, usage.resetAfterMs / 1000, 'user');
  };
}

/**
 * The bucket of a route that nobody has measured. The platform doesn't publish its limits, only that there are some
 * and that headers tell them; this one is as wide as the global one.
 */
export const bucketOf = (route: string): Bucket => ({
  id: createHash('sha256').update(route).digest('hex').slice(0, 16),
  limit: GLOBAL.limit,
  windowMs: GLOBAL.windowMs,
});

/** Tells a client to wait so many seconds. */
export function tooMany(reply: FastifyReply, seconds: number, scope: Scope): FastifyReply {
  const isGlobal = scope === 'global';
  const body: RESTRateLimit = {
    message: scope === 'shared' ? 'The resource is being rate limited.' : 'You are being rate limited.',
    retry_after: seconds,
    global: isGlobal,
  };
  return reply
    .status(429)
    .headers({
      'retry-after': Math.ceil(seconds),
      'x-ratelimit-scope': scope,
      ...(isGlobal && { 'x-ratelimit-global': 'true' }),
      via: '1.1 google',
    })
    .send(body);
}

const majorOf = (request: FastifyRequest): string =>
  /\/(?:guilds|channels)\/\d+|\/webhooks\/\d+\/[^/?]+/.exec(request.url)?.[0] ?? '';
