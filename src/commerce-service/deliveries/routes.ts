import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import { PageQuery } from '../api/pagination.ts';
import { ListOf } from '../api/schema.ts';
import type { Service } from '../service.ts';
import { Delivery, DeliveryStatus, EVENT_NAMES } from '../webhooks/schema.ts';
import { listDeliveries, redeliver, sendTestEvent } from './operations.ts';

const Id = Type.Object({ id: Type.String() });
const Ids = Type.Object({ id: Type.String(), delivery_id: Type.String() });
const ListQuery = Type.Object({ ...PageQuery, status: Type.Optional(DeliveryStatus) });
const TestEvent = Type.Object({
  event: Type.Enum([...EVENT_NAMES], { default: 'membership_went_valid' }),
});

const DeliveryList = ListOf(Delivery);

/** Registers the endpoints of deliveries: list, redeliver, send a test event. Beyond the specification. */
export const deliveryRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/webhooks/:id/deliveries',
      {
        schema: {
          summary: "List a webhook's deliveries",
          params: Id,
          querystring: ListQuery,
          response: { 200: DeliveryList },
        },
      },
      (request) =>
        listDeliveries(service, { accountId: accountOf(request), id: request.params.id }, request.query),
    );

    app.post(
      '/webhooks/:id/deliveries/:delivery_id/redeliver',
      { schema: { summary: 'Repeat a delivery', params: Ids, response: { 201: Delivery } } },
      async (request, reply) => {
        const { id, delivery_id } = request.params;
        const key = { ...callerOf(request), id };
        return reply.status(201).send(await redeliver(service, key, delivery_id));
      },
    );

    app.post(
      '/webhooks/:id/test',
      { schema: { summary: 'Send a test event', params: Id, body: TestEvent, response: { 201: Delivery } } },
      async (request, reply) => {
        const key = { ...callerOf(request), id: request.params.id };
        return reply.status(201).send(await sendTestEvent(service, key, request.body.event));
      },
    );
  };
