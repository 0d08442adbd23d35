import type { onRequestAsyncHookHandler } from 'fastify';
import { isSameSecret } from '../../same-secret.ts';
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
  isSameSecret(authorization, `Bot ${token}`);
