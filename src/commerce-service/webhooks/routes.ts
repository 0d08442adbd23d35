import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import { PageQuery, UPDATE } from '../api/pagination.ts';
import { ListOf } from '../api/schema.ts';
import type { Service } from '../service.ts';
import { CreatedWebhook, EVENT_NAMES, toWebhook, Webhook } from './schema.ts';
import {
  createWebhook,
  deleteWebhook,
  findWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './service.ts';

const Url = Type.String({ maxLength: 2048 });
/** An empty list stands for all events, as in responses. */
const Events = Type.Array(Type.Enum([...EVENT_NAMES]));
const Id = Type.Object({ id: Type.String() });

const NewWebhook = Type.Object({
  url: Url,
  enabled: Type.Boolean({ default: true }),
  events: Type.Optional(Events),
});

const WebhookChanges = Type.Partial(Type.Object({ url: Url, enabled: Type.Boolean(), events: Events }));

const WebhookList = ListOf(Webhook);

/** Registers the endpoints of webhooks. All but create and list are beyond the specification. */
export const webhookRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/webhooks',
      { schema: { body: NewWebhook, response: { 201: CreatedWebhook } } },
      async (request, reply) =>
        reply.status(201).send(await createWebhook(service, callerOf(request), request.body)),
    );

    app.get(
      '/webhooks',
      {
        compress: {},
        schema: {
          querystring: Type.Object({ ...PageQuery, enabled: Type.Optional(Type.Boolean()) }),
          response: { 200: WebhookList },
        },
      },
      (request) => listWebhooks(service, accountOf(request), request.query),
    );

    app.get(
      '/webhooks/:id',
      { schema: { summary: 'Retrieve a webhook', params: Id, response: { 200: Webhook } } },
      async (request) =>
        toWebhook(await findWebhook(service, { accountId: accountOf(request), id: request.params.id })),
    );

    for (const method of UPDATE)
      app.route({
        method,
        url: '/webhooks/:id',
        config: { nulls: 'kept' },
        schema: { summary: 'Update a webhook', params: Id, body: WebhookChanges, response: { 200: Webhook } },
        handler: (request) =>
          updateWebhook(service, { ...callerOf(request), id: request.params.id }, request.body),
      });

    app.delete(
      '/webhooks/:id',
      { schema: { summary: 'Delete a webhook', params: Id, response: { 204: Type.Null() } } },
      async (request, reply) => {
        await deleteWebhook(service, { ...callerOf(request), id: request.params.id });
        return reply.status(204).send(null);
      },
    );

    app.post(
      '/webhooks/:id/rotate_secret',
      { schema: { summary: 'Give a webhook a new secret', params: Id, response: { 201: CreatedWebhook } } },
      async (request, reply) => {
        const key = { ...callerOf(request), id: request.params.id };
        return reply.status(201).send(await rotateSecret(service, key));
      },
    );
  };
