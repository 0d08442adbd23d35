import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCode } from '../../errors.ts';
import { passOn } from './pass-on.ts';
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
