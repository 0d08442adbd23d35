import type { FastifyReply } from 'fastify';
import { DATABASE_RETRY_AFTER, isFull, isUnreachable } from '../database/unreachable.ts';
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

/**
 * That the database doesn't answer is no fault of a page's, and passes: it is logged, and whoever reads the page is
 * told to come back.
 */
export function asRefusal<Thrown>(error: Thrown, { log }: Pick<FastifyReply, 'log'>): Thrown | Refusal {
  if (!isUnreachable(error)) return error;
  const full = isFull(error);
  log.error({ err: error }, `request put off: the database is ${full ? 'full' : 'out of reach'}`);
  const what = full ? 'Our records can’t be written' : 'Our records are out of reach';
  return new Refusal('busy', `${what} at the moment. Please try again in a minute.`, DATABASE_RETRY_AFTER);
}
