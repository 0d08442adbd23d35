import { createHash, timingSafeEqual } from 'node:crypto';
import type { onRequestAsyncHookHandler } from 'fastify';
import { refusals } from './api-error.ts';
import type { RestContext } from './context.ts';

/** Accepts only requests with the bot's token. */
export function requireToken({ token }: RestContext): onRequestAsyncHookHandler {
  return async (request) => {
    if (!isBot(token, request.headers.authorization)) throw refusals.unauthorized();
  };
}

/** Whether the authorization header holds the bot's token. */
export const isBot = (token: string, authorization = ''): boolean =>
  timingSafeEqual(digest(authorization), digest(`Bot ${token}`));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
