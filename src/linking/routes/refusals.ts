import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errorCode } from '../../errors.ts';
import type { Failure } from '../failure.ts';
import { failurePage, faultPage } from '../pages/failures.ts';

const HTML = 'text/html; charset=utf-8';

/** More requests than an address may make. */
export class TooMany extends Error {
  readonly statusCode = 429;
  readonly seconds: number;

  constructor(seconds: number) {
    super('Too many requests.');
    this.seconds = seconds;
  }
}

/** A form that another site's page has sent. */
export class ForeignForm extends Error {
  readonly statusCode = 403;
}

/** Browsers say where a form comes from; another site's is refused before anything is looked at. */
export async function ownFormsOnly({ method, headers }: FastifyRequest): Promise<void> {
  if (method === 'GET' || method === 'HEAD') return;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ForeignForm();
}

export function sendFailure(reply: FastifyReply, failure: Failure, base: string): FastifyReply {
  const { status, page } = failurePage(failure, base);
  return reply.status(status).type(HTML).send(String(page));
}

/** A request that makes no sense is told as a step that is over; a fault of ours is logged, and told as one. */
export function showError(
  error: FastifyError | ForeignForm | TooMany,
  request: FastifyRequest,
  reply: FastifyReply,
  base: string,
): FastifyReply {
  if (error instanceof TooMany) return sendFailure(reply, { kind: 'too many', seconds: error.seconds }, base);
  if (error instanceof ForeignForm) return sendFailure(reply, { kind: 'forged' }, base);
  const code = errorCode(error);
  if (code !== undefined && /^(COMMERCE|DISCORD)_/.test(code)) {
    request.log.error({ err: error }, 'linking: a provider could not be asked');
    return sendFailure(reply, { kind: 'unavailable' }, base);
  }
  if ((error.statusCode ?? 500) < 500) return sendFailure(reply, { kind: 'expired' }, base);
  const path = request.url.split('?', 1)[0];
  request.log.error({ err: error, method: request.method, path }, 'request failed');
  return reply
    .status(500)
    .type(HTML)
    .send(String(faultPage(request.id, base)));
}
