import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type { Callers } from '../accounts/callers.ts';
import { callerOf } from '../api/authenticate.ts';
import { PageQuery } from '../api/pagination.ts';
import { ListOf, Moment } from '../api/schema.ts';
import type { Service } from '../service.ts';
import { ApiKey, ApiKeyScope, CreatedApiKey, RevokedApiKey } from './schema.ts';
import { createApiKey, listApiKeys, revokeApiKey } from './service.ts';

const NewApiKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: 'What the key is for.' }),
  scopes: Type.Array(ApiKeyScope, {
    minItems: 1,
    description: '`read` and `write` cover every resource; `plans:read` and so on cover one.',
  }),
  expires_at: Type.Optional(
    Moment({
      description:
        'When the key expires, in seconds since the Unix epoch. Defaults to the expiry of the key that creates it.',
    }),
  ),
});

const ApiKeyList = ListOf(ApiKey);

/** Registers the endpoints of API keys: create, list, revoke. Beyond the specification. */
export const apiKeyRoutes =
  (service: Service, callers: Callers): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/api_keys',
      {
        schema: {
          summary: 'Create an API key',
          description:
            'The response shows the key this one time. The new key can’t have more scopes or a later expiry than the key that creates it, and ends when that is revoked.',
          body: NewApiKey,
          response: { 201: CreatedApiKey },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await createApiKey(service, callerOf(request), request.body)),
    );

    app.get(
      '/api_keys',
      {
        schema: {
          summary: 'List API keys',
          querystring: Type.Object(PageQuery),
          response: { 200: ApiKeyList },
        },
      },
      (request) => listApiKeys(service, callerOf(request).accountId, request.query),
    );

    app.delete(
      '/api_keys/:id',
      {
        schema: {
          summary: 'Revoke an API key',
          description:
            'Also revokes the keys that it has created, directly or not: whoever stole a key may have made others. Takes effect within a second and can’t be undone. Revoking a key again changes nothing.',
          params: Type.Object({ id: Type.String({ description: 'Id of the key, prefix key_.' }) }),
          response: { 200: RevokedApiKey },
        },
      },
      async (request) => {
        const revoked = await revokeApiKey(service, callerOf(request), request.params.id);
        for (const id of [revoked.id, ...revoked.also_revoked]) callers.forget(id);
        return revoked;
      },
    );
  };
