import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import { PageQuery } from '../api/pagination.ts';
import { ListOf } from '../api/schema.ts';
import type { Service } from '../service.ts';
import { acceptEntry, draw, listEntries, withdrawEntry } from './operations.ts';
import { Entry, EntryStatus } from './schema.ts';

const PlanId = Type.Object({ id: Type.String() });

const EntryId = Type.Object({ ...PlanId.properties, entry_id: Type.String() });

const ListQuery = Type.Object({ ...PageQuery, status: Type.Optional(EntryStatus) });

const Draw = Type.Object({
  winners: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description: 'Number of winners. Defaults to the plan’s setting.',
    }),
  ),
});

const EntryList = ListOf(Entry);

/** Registers the endpoints of waiting lists and raffles: list, accept, withdraw, draw. Beyond the specification. */
export const entryRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/plans/:id/entries',
      {
        schema: {
          summary: 'List the entries of a plan’s waitlist or raffle',
          params: PlanId,
          querystring: ListQuery,
          response: { 200: EntryList },
        },
      },
      (request) => listEntries(service, accountOf(request), request.params.id, request.query),
    );

    app.post(
      '/plans/:id/entries/:entry_id/accept',
      {
        schema: {
          summary: 'Accept an entry from the waitlist',
          params: EntryId,
          response: { 201: Entry },
        },
      },
      async (request, reply) => {
        const { id, entry_id } = request.params;
        const accepted = await acceptEntry(service, callerOf(request), { planId: id, id: entry_id });
        return reply.status(201).send(accepted);
      },
    );

    app.post(
      '/plans/:id/entries/:entry_id/withdraw',
      {
        schema: {
          summary: 'Withdraw a place or an entry',
          params: EntryId,
          response: { 201: Entry },
        },
      },
      async (request, reply) => {
        const { id, entry_id } = request.params;
        const withdrawn = await withdrawEntry(service, callerOf(request), { planId: id, id: entry_id });
        return reply.status(201).send(withdrawn);
      },
    );

    app.post(
      '/plans/:id/draw',
      {
        schema: {
          summary: 'Draw the winners of a raffle',
          params: PlanId,
          body: Draw,
          response: { 201: Type.Object({ data: Type.Array(Entry) }) },
        },
      },
      async (request, reply) => {
        const { params, body } = request;
        const data = await draw(service, callerOf(request), params.id, body.winners);
        return reply.status(201).send({ data });
      },
    );
  };
