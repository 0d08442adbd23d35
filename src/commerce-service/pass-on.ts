import type { FastifyReply } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * Passes an error on to the application's handler, with when to come back where that is known. That the service
 * is busy is answered here: the application would take a 503 for a fault of ours and keep its words back.
 */
export function passOn(error: unknown, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Refusal)) throw error;
  const { message, retryAfter, statusCode: status } = error;
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  if (status < 500) throw error;
  reply.log.warn({ status }, 'request put off: too busy');
  return reply.status(status).send({ error: { status, message } });
}
