import type { FastifyError, FastifyRequest } from 'fastify';
import { CrossOriginRequest } from '../../pages/same-origin.ts';
import type { Failure } from '../failure.ts';

/** More requests than an address may make. */
export class TooMany extends Error {
  readonly statusCode = 429;
  readonly seconds: number;

  constructor(seconds: number) {
    super('Too many requests.');
    this.seconds = seconds;
  }
}

/** What is told of an error: of one that makes no sense no more than that. A fault of ours is logged. */
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
