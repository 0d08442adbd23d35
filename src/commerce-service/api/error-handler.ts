import type { FastifyReply, FastifyRequest } from 'fastify';
import { DATABASE_RETRY_AFTER, isFull, isLate, isUnreachable } from '../../database/unreachable.ts';
import { errorCode } from '../../errors.ts';
import { formTooLarge } from '../../pages/form.ts';
import { Refusal } from './refusal.ts';

/** Passes errors on to the application's handler. A wrong media type gets a message that names the right one. */
export function inWords(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  switch (errorCode(error)) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      throw new Refusal('unsupported', 'The body must be JSON: "Content-Type: application/json".');
    default:
      return passOn(error, reply);
  }
}

/**
 * Passes an error on to the application's error handler, and sets `Retry-After` if known. Answers a 503 itself, because
 * the application would treat it as an internal fault and hide its message.
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
 * Turns an error that isn't the page's fault into a refusal that its reader understands: a form that is too large, or a
 * database that doesn't answer. The latter is temporary, so it is logged and the reader is asked to try again.
 */
export function asRefusal<Thrown>(error: Thrown, { log }: Pick<FastifyReply, 'log'>): Thrown | Refusal {
  if (errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('too large', formTooLarge);
  if (!isUnreachable(error)) return error;
  const { logged, said } = troubleOf(error);
  log.error({ err: error }, `request put off: the database ${logged}`);
  return new Refusal('busy', ({ refusals }) => refusals.database[said], DATABASE_RETRY_AFTER);
}

function troubleOf(error: unknown) {
  if (isFull(error)) return { logged: 'is full', said: 'full' } as const;
  if (isLate(error)) return { logged: "didn't answer in time", said: 'late' } as const;
  return { logged: 'is out of reach', said: 'unreachable' } as const;
}
