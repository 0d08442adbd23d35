import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, findCaller } from '../accounts/service.ts';
import { type ApiKeyScope, holdsScope, type Resource, resourceScope } from '../api-keys/schema.ts';
import type { AccountAuthor } from '../audited.ts';
import type { Service } from '../service.ts';
import { openBearer } from './bearer.ts';
import { Refusal } from './refusal.ts';

const CALLER = 'caller';

/** The decoration under which a request carries who is asking. */
export const callerDecoration = CALLER;

/**
 * Lets only requests pass that carry a valid API key, each key as often as is configured: 401 without one, 429 after
 * too many requests or failures.
 */
export async function authenticate(app: FastifyInstance, service: Service): Promise<void> {
  const callerOfKey = await openBearer(app, service, {
    find: (apiKey) => findCaller(service, apiKey),
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
 * Lets only requests pass whose key may do this with a resource, and read what they expand. Only behind `authenticate`.
 * @throws Refusal 403 when the key may not
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

/** What an expansion shows. Who a user is, memberships tell anyway. */
const EXPANDED: Readonly<Record<string, Resource | undefined>> = {
  ...{ product: 'products', plan: 'plans', plans: 'plans', promo_code: 'promo_codes' },
};

/** The names to expand, as `tolerate` has brought them into one form. */
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

/** Who makes a request, and from where. */
export type ApiCaller = Caller & AccountAuthor;

/** Only for routes behind `authenticate`. */
export const callerOf = (request: FastifyRequest): ApiCaller => request.getDecorator<ApiCaller>(CALLER);

/** The account on whose behalf a request is made. Only for routes behind `authenticate`. */
export const accountOf = (request: FastifyRequest): string => callerOf(request).accountId;
