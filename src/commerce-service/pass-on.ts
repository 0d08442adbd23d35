import type { FastifyReply } from 'fastify';
import { DATABASE_RETRY_AFTER, isFull, isLate, isUnreachable } from '../database/unreachable.ts';
import { errorCode } from '../errors.ts';
import { FORM_TOO_LARGE } from '../pages/form.ts';
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
 * Puts what a page didn't cause into words for whoever reads it: that their form is too large, or that the database
 * doesn't answer, which passes: it is logged, and they are told to come back.
 */
export function asRefusal<Thrown>(error: Thrown, { log }: Pick<FastifyReply, 'log'>): Thrown | Refusal {
  if (errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('too large', FORM_TOO_LARGE);
  if (!isUnreachable(error)) return error;
  const { logged, said } = troubleOf(error);
  log.error({ err: error }, `request put off: the database ${logged}`);
  return new Refusal(
    'busy',
    `Our records ${said} at the moment. Please try again in a minute.`,
    DATABASE_RETRY_AFTER,
  );
}

/** What is wrong with the database, for the log and for whoever reads a page. */
function troubleOf(error: unknown) {
  if (isFull(error)) return { logged: 'is full', said: 'can’t be written' };
  if (isLate(error)) return { logged: "didn't answer in time", said: 'take too long' };
  return { logged: 'is out of reach', said: 'are out of reach' };
}
