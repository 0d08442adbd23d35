import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { listMemberships, retrieveMembership, terminateMembership } from '../memberships.ts';
import { ListOf } from '../resources/common.ts';
import { Membership, MembershipExpansion, MembershipStatus } from '../resources/membership.ts';
import type { Service } from '../service.ts';
import { accountOf } from './authenticate.ts';
import { ExpandQuery, PageQuery } from './query.ts';

const Id = Type.Object({ id: Type.String() });
const Expand = Type.Object(ExpandQuery(MembershipExpansion));

const ListQuery = Type.Object({
  ...PageQuery,
  ...ExpandQuery(MembershipExpansion),
  status: Type.Optional(MembershipStatus),
  plan_id: Type.Optional(Type.String()),
  product_id: Type.Optional(Type.String()),
  user_id: Type.Optional(Type.String()),
  community_chat_id: Type.Optional(Type.String()),
  valid: Type.Optional(Type.Boolean()),
});

/** Memberships: terminate; beyond the specification also list and retrieve. */
export const membershipRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/memberships/:id/terminate',
      { schema: { params: Id, querystring: Expand, response: { 201: Membership } } },
      async (request, reply) => {
        const { id } = request.params;
        const ended = await terminateMembership(service, accountOf(request), id, request.query.expand);
        return reply.status(201).send(ended);
      },
    );

    app.get(
      '/memberships/:id',
      {
        schema: {
          summary: 'Retrieve a membership',
          params: Id,
          querystring: Expand,
          response: { 200: Membership },
        },
      },
      (request) => retrieveMembership(service, accountOf(request), request.params.id, request.query.expand),
    );

    app.get(
      '/memberships',
      {
        schema: {
          summary: 'List memberships',
          querystring: ListQuery,
          response: { 200: ListOf(Membership) },
        },
      },
      (request) => listMemberships(service, accountOf(request), request.query),
    );
  };
