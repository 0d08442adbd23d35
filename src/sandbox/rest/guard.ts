import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestAsyncHookHandler } from 'fastify';
import { refusals } from './api-error.ts';
import type { RestContext } from './context.ts';

/** Takes only requests that carry the bot's token. */
export function requireToken({ token }: RestContext): onRequestAsyncHookHandler {
  return async (request) => {
    if (!isBot(token, request.headers.authorization)) throw refusals.unauthorized();
  };
}

/** Whether the bot's own token is what was sent. */
export const isBot = (token: string, authorization = ''): boolean =>
  timingSafeEqual(digest(authorization), digest(`Bot ${token}`));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
