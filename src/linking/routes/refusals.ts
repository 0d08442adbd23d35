import type { FastifyError, FastifyRequest } from 'fastify';
import { CrossOriginRequest } from '../../pages/same-origin.ts';
import type { Failure } from '../failure.ts';

export class TooMany extends Error {
  readonly statusCode = 429;
  readonly seconds: number;

  constructor(seconds: number) {
    super('Too many requests.');
    this.seconds = seconds;
  }
}

/** Maps an error to a failure that reveals no internals. Logs internal errors. */
export function failureOf(
  error: FastifyError | CrossOriginRequest | TooMany,
  request: FastifyRequest,
): Failure {
  if (error instanceof TooMany) return { kind: 'too many', seconds: error.seconds };
  if (error instanceof CrossOriginRequest) return { kind: 'forged' };
  const status = error.statusCode ?? 500;
  if (status < 500) return { kind: 'unreadable', status };
  const path = request.url.split('?', 1)[0];
  request.log.error({ err: error, method: request.method, path }, 'request failed');
  return { kind: 'fault', requestId: request.id };
}
