import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorCode } from '../../errors.ts';
import { passOn } from './pass-on.ts';
import { Refusal } from './refusal.ts';

/**
 * Passes an error on to the application's handler, with what the framework says about bodies put into words
 * that name what would be right.
 */
export function inWords(error: unknown, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  switch (errorCode(error)) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      throw new Refusal('unsupported', 'The body must be JSON: "Content-Type: application/json".');
    default:
      return passOn(error, reply);
  }
}
