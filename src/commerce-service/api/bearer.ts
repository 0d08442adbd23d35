import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service.ts';
import { createGuard } from './guard.ts';
import { openLimit } from './rate-limit.ts';

/** Extracts the credential from `Authorization: Bearer …`, allowing several spaces before it; undefined without one. */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];

export interface BearerKind<Who> {
  /** Finds the credential's owner; undefined if the credential isn't valid. */
  find(credential: string): Promise<Who | undefined>;
  /** Returns the id under which the owner's requests are counted. It is kept in memory. */
  name(who: Who): string;
  refuse(reply: FastifyReply, isMissing: boolean): Error;
}

/**
 * Authenticates requests by bearer token, and limits each owner's request rate. The limit is keyed by the proven owner,
 * so that respelling the header or guessing tokens brings no fresh allowance. A token that was valid before is counted
 * before it is looked up, so that a flood costs the database nothing. Failures are counted by address.
 * @returns a function that returns the owner of a request's token. It throws Refusal 429 after too many requests or
 *   failures, and the error from `refuse` if the token is missing or invalid.
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
