import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createGuard } from './guard.ts';
import { openLimit } from './rate-limit.ts';
import type { Service } from './service.ts';

/** The credential of `Authorization: Bearer …`, however many spaces are around it; undefined without one. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

/** A kind of credential that is sent as a bearer token. */
export interface BearerKind<Who> {
  /** Whom it belongs to; undefined where it isn't good. */
  find(credential: string): Promise<Who | undefined>;
  /** Whose requests are counted together, by an id that is kept in memory. */
  name(who: Who): string;
  /** What whoever sends none, or one that isn't good, is told. */
  refuse(reply: FastifyReply, isMissing: boolean): Error;
}

/**
 * Authenticates requests by bearer token and limits their rate by whom the token belongs to, as it was proven: no
 * spelling of the header and no guess is a fresh allowance. A token that was right before is counted before it is
 * looked up, so a flood costs the database nothing; failures are counted by address.
 * @returns who asks; throws Refusal 429 after too many requests or failures, else what `refuse` gives
 */
export async function openBearer<Who>(
  app: FastifyInstance,
  service: Service,
  { find, name, refuse }: BearerKind<Who>,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<Who>> {
  const take = await openLimit(app, service, 'key');
  const guard = createGuard(service.clock, name);
  return async (request, reply) => {
    const credential = bearerOf(request);
    const known = credential === undefined ? undefined : guard.nameOf(credential);
    if (known !== undefined) await take(request, reply, known);
    const who = await guard.check(request.ip, credential, async () =>
      credential === undefined ? undefined : find(credential),
    );
    if (who === undefined) throw refuse(reply, credential === undefined);
    if (known === undefined) await take(request, reply, name(who));
    return who;
  };
}
