import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import { callerOf } from './authenticate.ts';
import { bearerOf } from './bearer.ts';
import { type Claim, type Claimed, claimRequest, giveBack, keepAnswer } from './idempotency/requests.ts';
import { Refusal } from './refusal.ts';

const HEADER = 'idempotency-key';
const KEY = /^[\x21-\x7e]{1,255}$/;

/** When to ask for the answer of a request that is under way, in seconds. */
const RETRY_AFTER = 1;

/** Requests of which it is certain that nothing has happened. */
const withoutEffect = new WeakSet<FastifyRequest>();

/** Notes an error that a route ended with: after one that says "try again" nothing has happened. */
export function noteError(request: FastifyRequest, error: unknown): void {
  if (error instanceof Refusal && error.retryAfter !== undefined) withoutEffect.add(request);
}

/**
 * Carries a POST with an `Idempotency-Key` out once, and answers every further one with the same key and API key like
 * the first, for 24 hours. Only for routes behind `authenticate`, as the last hook before the handler: what is refused before, also
 * for its form, isn't remembered.
 */
export function carryOutOnce(app: FastifyInstance, service: Service): void {
  const claims = new WeakMap<FastifyRequest, Claim>();
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers[HEADER];
    const credential = bearerOf(request);
    if (request.method !== 'POST' || key === undefined || credential === undefined) return;
    if (typeof key !== 'string' || !KEY.test(key))
      throw new Refusal('invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
    const claimed = await claimRequest(service, {
      ...{ apiKeyId: callerOf(request).keyId, credential, key },
      request: `${request.method} ${request.url} ${JSON.stringify(request.body)}`,
    });
    if (claimed.kind !== 'claimed') return answerAgain(reply, claimed);
    claims.set(request, claimed.claim);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const claim = claims.get(request);
    if (!claim) return payload;
    claims.delete(request);
    try {
      if (withoutEffect.has(request)) await giveBack(service, claim);
      // After a fault of ours nobody knows what has happened: the claim stays without an answer.
      else if (reply.statusCode < 500) await keepAnswer(service, claim, reply.statusCode, String(payload));
    } catch (error) {
      request.log.error({ err: error }, 'the answer to an idempotent request could not be kept');
    }
    return payload;
  });
}

function answerAgain(reply: FastifyReply, claimed: Exclude<Claimed, { kind: 'claimed' }>): FastifyReply {
  switch (claimed.kind) {
    case 'answered':
      // As bytes, so that it is sent as it was.
      return reply
        .status(claimed.status)
        .headers({ 'idempotency-replayed': 'true', 'content-type': 'application/json; charset=utf-8' })
        .send(Buffer.from(claimed.body));
    case 'different':
      throw new Refusal(
        'contradictory',
        'This Idempotency-Key was used for another request: take a new one.',
      );
    case 'under way':
      throw new Refusal('conflict', 'A request with this Idempotency-Key is under way.', RETRY_AFTER);
    case 'cut off':
      throw new Refusal(
        'conflict',
        `The request with this Idempotency-Key was cut off at ${claimed.since.toISOString()}: look whether it has taken effect; to do it again, take a new key.`,
      );
  }
}
