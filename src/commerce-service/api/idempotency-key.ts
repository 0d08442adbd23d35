import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import { bearerOf, callerOf } from './authenticate.ts';
import {
  keepAnswer,
  type Reservation,
  type ReservationOutcome,
  release,
  reserveRequest,
} from './keyed-requests.ts';
import { Refusal } from './refusal.ts';

const HEADER = 'idempotency-key';
const KEY = /^[\x21-\x7e]{1,255}$/;

/** Seconds after which to retry while the first request is under way. */
const RETRY_AFTER = 1;

const withoutEffect = new WeakSet<FastifyRequest>();

/** Notes the error of a request. A refusal with `retryAfter` means that the request had no effect. */
export function noteError(request: FastifyRequest, error: unknown): void {
  if (error instanceof Refusal && error.retryAfter !== undefined) withoutEffect.add(request);
}

/**
 * Makes POST requests with an `Idempotency-Key` idempotent: the first request with a key is executed, and for 24 hours
 * every other one with the same key and API key gets its response. Only for routes behind `authenticate`, and as the
 * last hook before the handler, so that requests refused earlier, for example by validation, aren't remembered.
 */
export function carryOutOnce(app: FastifyInstance, service: Service): void {
  const reservations = new WeakMap<FastifyRequest, Reservation>();
  app.addHook('preHandler', async (request, reply) => {
    const key = request.headers[HEADER];
    const credential = bearerOf(request);
    if (request.method !== 'POST' || key === undefined || credential === undefined) return;
    if (typeof key !== 'string' || !KEY.test(key))
      throw new Refusal('invalid', 'Idempotency-Key must be 1 to 255 visible ASCII characters.');
    const outcome = await reserveRequest(service, {
      apiKeyId: callerOf(request).keyId,
      credential,
      key,
      request: `${request.method} ${request.url} ${JSON.stringify(request.body)}`,
    });
    if (outcome.kind !== 'reserved') return answerAgain(reply, outcome);
    reservations.set(request, outcome.reservation);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const reservation = reservations.get(request);
    if (!reservation) return payload;
    reservations.delete(request);
    try {
      if (withoutEffect.has(request)) await release(service, reservation);
      // After a 5xx the effect is unknown. The reservation stays without a response, so the request isn't executed again.
      else if (reply.statusCode < 500)
        await keepAnswer(service, reservation, reply.statusCode, String(payload));
    } catch (error) {
      request.log.error({ err: error }, 'the answer to an idempotent request could not be stored');
    }
    return payload;
  });
}

function answerAgain(
  reply: FastifyReply,
  outcome: Exclude<ReservationOutcome, { kind: 'reserved' }>,
): FastifyReply {
  switch (outcome.kind) {
    case 'answered':
      // Sent as bytes, so that nothing serializes it again.
      return reply
        .status(outcome.status)
        .headers({ 'idempotency-replayed': 'true', 'content-type': 'application/json; charset=utf-8' })
        .send(Buffer.from(outcome.body));
    case 'different':
      throw new Refusal(
        'contradictory',
        'This Idempotency-Key was already used for another request. Use a new one.',
      );
    case 'under way':
      throw new Refusal(
        'conflict',
        'A request with this Idempotency-Key is in progress. Wait for it to finish.',
        RETRY_AFTER,
      );
    case 'cut off':
      throw new Refusal(
        'conflict',
        `The request with this Idempotency-Key was interrupted at ${outcome.since.toISOString()}. Check whether it took effect. To repeat it, use a new key.`,
      );
  }
}
