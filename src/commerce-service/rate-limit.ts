import rateLimiter from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { hashCredential } from './credentials.ts';
import { Refusal } from './refusal.ts';
import type { Service } from './service.ts';

/** The period over which requests are counted, in milliseconds. */
const WINDOW = 10_000;

/**
 * Limits how often each key may ask, in this process: by the hash of the credential that is sent, or by the
 * address of whoever sends none. Where the credential isn't in the header, only the address counts: there a
 * made-up header would be a fresh allowance. It counts before anything is looked up, so that one key's flood costs the
 * database nothing. Guesses are a key of their own each: not this limit but their length keeps keys from being
 * guessed. Each answer says what is left (`x-ratelimit-…`).
 * @param times how many times as often as the configuration says
 */
export async function limitRate(
  app: FastifyInstance,
  { rateLimit = 0 }: Service,
  by: 'key' | 'address',
  times = 1,
): Promise<void> {
  if (rateLimit === 0) return;
  const max = rateLimit * times;
  await app.register(rateLimiter, {
    global: false,
    max,
    timeWindow: WINDOW,
    keyGenerator: ({ headers, ip }) =>
      by === 'address' || headers.authorization === undefined ? ip : hashCredential(headers.authorization),
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal(
        'too many',
        `Too many requests: ${max} per ${WINDOW / 1000} s and ${by}. Try again in ${Math.ceil(ttl / 1000)} s.`,
        Math.ceil(ttl / 1000),
      ),
  });
  // As a hook of its own it runs before the hooks that are added after this, which look the credential up.
  app.addHook('onRequest', app.rateLimit());
}
