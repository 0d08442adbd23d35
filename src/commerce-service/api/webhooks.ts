import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { EVENT_NAMES } from '../event-names.ts';
import { ListOf } from '../resources/common.ts';
import { CreatedWebhook, Webhook } from '../resources/webhook.ts';
import type { Service } from '../service.ts';
import { createWebhook, listWebhooks } from '../webhooks.ts';
import { accountOf } from './authenticate.ts';
import { PageQuery } from './query.ts';

const NewWebhook = Type.Object({
  url: Type.String({ maxLength: 2048 }),
  enabled: Type.Boolean({ default: true }),
  events: Type.Optional(Type.Array(Type.Enum([...EVENT_NAMES]), { minItems: 1 })),
});

/** Webhooks: create, list. */
export const webhookRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/webhooks',
      { schema: { body: NewWebhook, response: { 201: CreatedWebhook } } },
      async (request, reply) =>
        reply.status(201).send(await createWebhook(service, accountOf(request), request.body)),
    );

    app.get(
      '/webhooks',
      {
        schema: {
          querystring: Type.Object({ ...PageQuery, enabled: Type.Optional(Type.Boolean()) }),
          response: { 200: ListOf(Webhook) },
        },
      },
      (request) => listWebhooks(service, accountOf(request), request.query),
    );
  };
