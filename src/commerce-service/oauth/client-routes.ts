import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import { PageQuery, UPDATE } from '../api/pagination.ts';
import { ListOf } from '../api/schema.ts';
import type { Service } from '../service.ts';
import {
  type ClientKey,
  type ClientTarget,
  createClient,
  deleteClient,
  listClients,
  retrieveClient,
  rotateClientSecret,
  updateClient,
} from './client-registry.ts';
import { CreatedOAuthClient, OAuthClient, OAuthScope, SCOPE_NAMES } from './client-schema.ts';

const Id = Type.Object({ id: Type.String() });

const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'a name that buyers can recognise',
});
const RedirectUris = Type.Array(Type.String({ maxLength: 2048 }), {
  minItems: 1,
  maxItems: 10,
  description: 'https addresses, or http ones at 127.0.0.1, [::1] or localhost. They must match exactly.',
});
const Scopes = {
  minItems: 1,
  description: 'Scopes that it may request from buyers.',
};

const NewClient = Type.Object({
  name: Name,
  redirect_uris: RedirectUris,
  scopes: Type.Array(OAuthScope, { ...Scopes, default: [...SCOPE_NAMES] }),
});

const ClientChange = Type.Partial(
  Type.Object({ name: Name, redirect_uris: RedirectUris, scopes: Type.Array(OAuthScope, Scopes) }),
);

const keyOf = (request: FastifyRequest<{ Params: Static<typeof Id> }>): ClientKey => ({
  accountId: accountOf(request),
  id: request.params.id,
});

const changeOf = (request: FastifyRequest<{ Params: Static<typeof Id> }>): ClientTarget => ({
  ...callerOf(request),
  id: request.params.id,
});

const OAuthClientList = ListOf(OAuthClient);

/** Registers the endpoints of OAuth clients. Beyond the specification. */
export const oauthClientRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/oauth_clients',
      {
        schema: {
          summary: 'Register an OAuth client',
          description: 'The response shows client_secret this one time.',
          body: NewClient,
          response: { 201: CreatedOAuthClient },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await createClient(service, callerOf(request), request.body)),
    );

    app.get(
      '/oauth_clients',
      {
        schema: {
          summary: 'List OAuth clients',
          querystring: Type.Object(PageQuery),
          response: { 200: OAuthClientList },
        },
      },
      (request) => listClients(service, accountOf(request), request.query),
    );

    app.get(
      '/oauth_clients/:id',
      { schema: { summary: 'Retrieve an OAuth client', params: Id, response: { 200: OAuthClient } } },
      (request) => retrieveClient(service, keyOf(request)),
    );

    for (const method of UPDATE)
      app.route({
        method,
        url: '/oauth_clients/:id',
        config: { nulls: 'kept' },
        schema: {
          summary: 'Update an OAuth client',
          description: 'Consents that buyers have already given stay unchanged.',
          params: Id,
          body: ClientChange,
          response: { 200: OAuthClient },
        },
        handler: (request) => updateClient(service, changeOf(request), request.body),
      });

    app.post(
      '/oauth_clients/:id/rotate_secret',
      {
        schema: {
          summary: 'Give an OAuth client a new secret',
          description: 'The old secret stops working immediately. Tokens stay valid.',
          params: Id,
          response: { 201: CreatedOAuthClient },
        },
      },
      async (request, reply) => reply.status(201).send(await rotateClientSecret(service, changeOf(request))),
    );

    app.delete(
      '/oauth_clients/:id',
      {
        schema: {
          summary: 'Delete an OAuth client',
          description: 'Its codes and tokens stop working.',
          params: Id,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await deleteClient(service, changeOf(request));
        return reply.status(204).send(null);
      },
    );
  };
