import rateLimiter from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../network.ts';
import { Refusal } from './refusal.ts';
import type { Service } from './service.ts';

/** The period over which requests are counted, in milliseconds. */
const WINDOW = 10_000;

/**
 * Limits how often each address (of IPv6 a /64 network) may ask, in this process, whatever its headers say: there a
 * made-up credential would be a fresh allowance. Each answer says what is left (`x-ratelimit-…`).
 * @param times how many times as often as the configuration says
 */
export async function limitByAddress(app: FastifyInstance, service: Service, times = 1): Promise<void> {
  const take = await openLimit(app, service, 'address', times);
  // As a hook of its own it runs before the hooks that are added after this.
  app.addHook('onRequest', (request, reply) => take(request, reply, networkOf(request.ip)));
}

/** Counts a request. @throws Refusal 429 when there were too many by this key */
export type Take = (request: FastifyRequest, reply: FastifyReply, key: string) => Promise<void>;

/** @param by what the keys are, for whoever is refused */
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
    errorResponseBuilder: (_request, { ttl }) =>
      new Refusal(
        'too many',
        `Too many requests: ${max} per ${WINDOW / 1000} s and ${by}. Try again in ${Math.ceil(ttl / 1000)} s.`,
        Math.ceil(ttl / 1000),
      ),
  });
  const limit = app.rateLimit();
  return async (request, reply, key) => {
    keys.set(request, key);
    await limit.call(app, request, reply);
  };
}
