import rateLimiter from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '../../i18n/index.ts';
import { networkOf } from '../../network/hosts.ts';
import type { Service } from '../service.ts';
import { Refusal } from './refusal.ts';

/** Length of the counting window, in milliseconds. */
const WINDOW = 10_000;

/**
 * Limits the request rate of each address (of each /64 network for IPv6) in this process. Ignores credentials, since
 * each made-up one would get a fresh allowance. Responses report what is left (`x-ratelimit-…`).
 * @param times multiple of the configured limit
 */
export async function limitByAddress(app: FastifyInstance, service: Service, times = 1): Promise<void> {
  const take = await openLimit(app, service, 'address', times);
  // A hook of its own, so that it runs before hooks that are added later.
  app.addHook('onRequest', (request, reply) => take(request, reply, networkOf(request.ip)));
}

/** @throws Refusal 429 after too many requests with this key */
export type Take = (request: FastifyRequest, reply: FastifyReply, key: string) => Promise<void>;

/** Creates a rate limiter. `by` is the kind of its keys, as named in the refusal. */
export async function openLimit(
  app: FastifyInstance,
  { rateLimit = 0 }: Service,
  by: 'key' | 'address',
  times = 1,
): Promise<Take> {
  if (rateLimit === 0) return async () => undefined;
  const max = rateLimit * times;
  const keys = new WeakMap<FastifyRequest, string>();
  await app.register(rateLimiter, {
    global: false,
    max,
    timeWindow: WINDOW,
    keyGenerator: (request) => keys.get(request) ?? networkOf(request.ip),
    errorResponseBuilder: (_request, { ttl }) => {
      const seconds = Math.ceil(ttl / 1000);
      const said: Text = ({ refusals }) => refusals.tooManyRequests(max, WINDOW / 1000, by, seconds);
      return new Refusal('too many', said, seconds);
    },
  });
  const limit = app.rateLimit();
  return async (request, reply, key) => {
    keys.set(request, key);
    await limit.call(app, request, reply);
  };
}
