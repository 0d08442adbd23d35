import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, findCaller } from '../accounts.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';

const CALLER = 'caller';

/** The decoration under which a request carries who is asking. */
export const callerDecoration = CALLER;

/**
 * Lets a request pass that carries a valid API key with the scope it needs.
 * @throws Refusal 401 without a valid key, 403 when the key may not do this
 */
export const authenticate = (service: Service) => async (request: FastifyRequest, reply: FastifyReply) => {
  const apiKey = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const caller = apiKey === undefined ? undefined : await findCaller(service, apiKey);
  if (!caller) {
    reply.header('www-authenticate', 'Bearer');
    throw new Refusal('unauthorized', 'Send a valid API key: "Authorization: Bearer <API_KEY>".');
  }
  const needed = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
  if (!caller.scopes.includes(needed))
    throw new Refusal('forbidden', `This API key lacks the scope "${needed}".`);
  request.setDecorator(CALLER, caller);
};

/** Who makes a request. Only for routes behind `authenticate`. */
export const callerOf = (request: FastifyRequest): Caller => request.getDecorator<Caller>(CALLER);

/** The account on whose behalf a request is made. Only for routes behind `authenticate`. */
export const accountOf = (request: FastifyRequest): string => callerOf(request).accountId;
