import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { createApiKey, listApiKeys, revokeApiKey } from '../api-keys.ts';
import { ApiKey, ApiKeyScope, CreatedApiKey } from '../resources/api-key.ts';
import { ListOf } from '../resources/common.ts';
import type { Service } from '../service.ts';
import { callerOf } from './authenticate.ts';
import { PageQuery } from './query.ts';

const NewApiKey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: 'What the key is for.' }),
  scopes: Type.Array(ApiKeyScope, { minItems: 1, description: 'What the key may do.' }),
});

/** API keys: create, list, revoke. Beyond the specification. */
export const apiKeyRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/api_keys',
      {
        schema: {
          summary: 'Create an API key',
          description: 'The answer shows the key, this once. It can do no more than the key that creates it.',
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
          response: { 200: ListOf(ApiKey) },
        },
      },
      (request) => listApiKeys(service, callerOf(request).accountId, request.query),
    );

    app.delete(
      '/api_keys/:id',
      {
        schema: {
          summary: 'Revoke an API key',
          description: 'At once and for good. Doing it again changes nothing.',
          params: Type.Object({ id: Type.String({ description: 'Id of the key, prefix key_.' }) }),
          response: { 200: ApiKey },
        },
      },
      (request) => revokeApiKey(service, callerOf(request).accountId, request.params.id),
    );
  };
