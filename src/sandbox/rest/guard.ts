import { createHash, timingSafeEqual } from 'node:crypto';
import type { RESTRateLimit } from 'discord-api-types/v10';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { FaultyAnswer } from '../faults.ts';
import { type Bucket, GLOBAL, type Usage } from '../rate-limits.ts';
import { refusals } from './api-error.ts';
import type { RestContext } from './context.ts';

/** Lets the faults that are switched on strike a request, before anything else sees it. */
export function sufferFaults({ strike }: RestContext): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const route = (request.routeOptions.url ?? '').replace(/^.*\/v10/, '');
    const answer = await strike(request.method, route);
    return answer && sendFault(reply, answer);
  };
}

/** Takes only requests that carry the bot's token. */
export function requireToken({ token }: RestContext): onRequestAsyncHookHandler {
  const expected = digest(`Bot ${token}`);
  return async (request) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected))
      throw refusals.unauthorized();
  };
}

/** The limit of all requests of the bot together. */
export function limitGlobally({ take, token }: RestContext): onRequestAsyncHookHandler {
  return async (_request, reply) => {
    const usage = take(GLOBAL, token);
    return usage.allowed ? undefined : refuse(reply.header('x-ratelimit-global', 'true'), usage, 'global');
  };
}

/** A route's own limit, per guild. */
export function limitTo({ take }: RestContext, bucket: Bucket): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const usage = take(bucket, guildOf(request));
    reply.headers({
      'x-ratelimit-limit': bucket.limit,
      'x-ratelimit-remaining': usage.remaining,
      'x-ratelimit-reset': (usage.resetAt / 1000).toFixed(3),
      'x-ratelimit-reset-after': (usage.resetAfterMs / 1000).toFixed(3),
      'x-ratelimit-bucket': bucket.id,
    });
    return usage.allowed ? undefined : refuse(reply, usage, 'user');
  };
}

function refuse(reply: FastifyReply, usage: Usage, scope: 'user' | 'global') {
  const body: RESTRateLimit = {
    message: 'You are being rate limited.',
    retry_after: usage.resetAfterMs / 1000,
    global: scope === 'global',
  };
  return reply
    .status(429)
    .headers({ 'retry-after': Math.ceil(body.retry_after), 'x-ratelimit-scope': scope })
    .send(body);
}

function sendFault(reply: FastifyReply, { status, html, retryAfter = 1 }: FaultyAnswer) {
  if (html)
    return reply
      .status(status)
      .type('text/html; charset=UTF-8')
      .send('<!doctype html><title>Access denied</title><h1>Access denied</h1>');
  if (status === 429)
    return refuse(
      reply,
      { allowed: false, remaining: 0, resetAt: 0, resetAfterMs: retryAfter * 1000 },
      'user',
    );
  return reply.status(status).send({ message: `${status}: the sandbox was told to fail`, code: 0 });
}

const guildOf = (request: FastifyRequest): string => /\/guilds\/(\d+)/.exec(request.url)?.[1] ?? '';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
