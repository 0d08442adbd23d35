import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Callers } from '../accounts/callers.ts';
import type { Caller } from '../accounts/service.ts';
import { type ApiKeyScope, holdsScope, type Resource, resourceScope } from '../api-keys/schema.ts';
import type { AccountAuthor } from '../audited.ts';
import type { Service } from '../service.ts';
import { createGuard } from './guard.ts';
import { openLimit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';

const CALLER = 'caller';

/** Name of the request decoration that holds the caller. */
export const callerDecoration = CALLER;

/** Requires a valid API key (401 without) and limits requests and failures (429). */
export async function authenticate(app: FastifyInstance, service: Service, callers: Callers): Promise<void> {
  const callerOfKey = await openBearer(app, service, {
    find: (apiKey) => callers.find(apiKey),
    name: ({ keyId }) => keyId,
    refuse: invalidKey,
  });
  app.decorateRequest(CALLER);
  app.addHook('onRequest', async (request, reply) => {
    const caller = await callerOfKey(request, reply);
    const actor = { kind: 'api_key', id: caller.keyId } as const;
    request.setDecorator(CALLER, { ...caller, actor, address: request.ip } satisfies ApiCaller);
  });
}

/**
 * Requires that the API key may access a resource, and may read the resources that the request expands. Only for routes
 * behind `authenticate`.
 * @throws Refusal 403 if the key lacks a scope
 */
export const requireScope = (app: FastifyInstance, resource: Resource): void => {
  app.addHook('onRequest', async (request) => {
    const right = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write';
    need(request, resourceScope(resource, right));
  });
  app.addHook<{ Querystring: unknown }>('preHandler', async (request) => {
    for (const name of expandedBy(request.query)) {
      const other = EXPANDED[name];
      if (other !== undefined && other !== resource) need(request, resourceScope(other, 'read'));
    }
  });
};

/** Resource that each expansion reveals. `user` needs no scope, because memberships show their user anyway. */
const EXPANDED: Readonly<Record<string, Resource | undefined>> = {
  product: 'products',
  plan: 'plans',
  plans: 'plans',
  promo_code: 'promo_codes',
};

/** Returns the names to expand, as normalised by `tolerate`. */
const expandedBy = (query: unknown): readonly string[] =>
  typeof query === 'object' && query !== null && 'expand' in query && Array.isArray(query.expand)
    ? query.expand
    : [];

function need(request: FastifyRequest, scope: ApiKeyScope): void {
  if (!holdsScope(callerOf(request).scopes, scope))
    throw new Refusal('forbidden', `This API key lacks the scope "${scope}".`);
}

function invalidKey(reply: FastifyReply): Refusal {
  reply.header('www-authenticate', 'Bearer');
  return new Refusal('unauthorized', 'Send a valid API key: "Authorization: Bearer <API_KEY>".');
}

/** The caller of the API, as the author of changes. */
export type ApiCaller = Caller & AccountAuthor;

/** Returns the caller. Only for routes behind `authenticate`. */
export const callerOf = (request: FastifyRequest): ApiCaller => request.getDecorator<ApiCaller>(CALLER);

/** Returns the id of the caller's account. Only for routes behind `authenticate`. */
export const accountOf = (request: FastifyRequest): string => callerOf(request).accountId;

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
