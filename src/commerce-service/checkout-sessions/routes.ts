import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import { IdFilter, PageQuery } from '../api/pagination.ts';
import { ListOf } from '../api/schema.ts';
import type { Service } from '../service.ts';
import { CheckoutSession, NewCheckoutSession } from './schema.ts';
import {
  createCheckoutSession,
  deleteCheckoutSession,
  listCheckoutSessions,
  retrieveCheckoutSession,
} from './service.ts';

const Id = Type.Object({ id: Type.String() });

const CheckoutSessionList = ListOf(CheckoutSession);

/** Registers the endpoints of checkout sessions: create, list, retrieve, delete. Beyond the specification. */
export const checkoutSessionRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/checkout_sessions',
      {
        schema: {
          summary: 'Create a checkout session',
          description: 'A membership bought at its purchase_url gets its metadata in addition to the plan’s.',
          body: NewCheckoutSession,
          response: { 201: CheckoutSession },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await createCheckoutSession(service, callerOf(request), request.body)),
    );

    app.get(
      '/checkout_sessions',
      {
        schema: {
          summary: 'List checkout sessions',
          querystring: Type.Object({ ...PageQuery, plan_id: IdFilter }),
          response: { 200: CheckoutSessionList },
        },
      },
      (request) => listCheckoutSessions(service, accountOf(request), request.query),
    );

    app.get(
      '/checkout_sessions/:id',
      { schema: { summary: 'Retrieve a checkout session', params: Id, response: { 200: CheckoutSession } } },
      (request) => retrieveCheckoutSession(service, accountOf(request), request.params.id),
    );

    app.delete(
      '/checkout_sessions/:id',
      {
        schema: {
          summary: 'Close a checkout session',
          description: 'It can no longer be used to buy. A membership already bought with it stays.',
          params: Id,
          response: { 204: Type.Null() },
        },
      },
      async (request, reply) => {
        await deleteCheckoutSession(service, callerOf(request), request.params.id);
        return reply.status(204).send(null);
      },
    );
  };
