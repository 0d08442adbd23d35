import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import {
  createCursorCache,
  ExpandQuery,
  IdFilter,
  OldProductFilter,
  PageQuery,
  UPDATE,
} from '../api/pagination.ts';
import { FreeObject, ListOf } from '../api/schema.ts';
import { payMembership, refillMembership } from '../payments/membership.ts';
import type { Service } from '../service.ts';
import {
  addFreeDays,
  cancelAtPeriodEnd,
  type Target,
  terminateMembership,
  updateMetadata,
} from './changes.ts';
import { requireChatAccount } from './community-chat.ts';
import { resetKey, validateLicense } from './licenses.ts';
import { Direction, Membership, MembershipExpansion, MembershipOrder, MembershipStatus } from './schema.ts';
import { listMemberships, retrieveMembership } from './service.ts';

const Id = Type.Object({ id: Type.String() });
const Expand = Type.Object(ExpandQuery(MembershipExpansion));

const ListQuery = Type.Object({
  ...PageQuery,
  ...ExpandQuery(MembershipExpansion),
  status: Type.Optional(MembershipStatus),
  plan_id: IdFilter,
  product_id: IdFilter,
  access_pass_id: OldProductFilter,
  user_id: IdFilter,
  community_chat_id: IdFilter,
  email: IdFilter,
  wallet_address: IdFilter,
  valid: Type.Optional(Type.Boolean()),
  order: Type.Optional(MembershipOrder),
  direction: Type.Optional(Direction),
  hide_metadata: Type.Optional(
    Type.Boolean({ description: 'Whether to leave metadata empty, since it may be large.' }),
  ),
});

const License = Type.Object({
  metadata: Type.Unsafe<Static<typeof FreeObject>>({
    ...FreeObject,
    default: {},
    description:
      'Identifies where the license is used, such as { "machine": "…" }. Stored at the first use and compared from then on.',
  }),
});
const Cancel = Type.Object({ at_period_end: Type.Boolean({ default: true }) });
const FreeDays = Type.Object({ days: Type.Integer({ minimum: 1, maximum: 36_500 }) });
const Pay = Type.Object({
  card_number: Type.Optional(Type.String({ maxLength: 40, description: 'Defaults to the card on file.' })),
});

type MembershipRequest = FastifyRequest<{
  Params: Static<typeof Id>;
  Querystring: Static<typeof Expand>;
}>;
const targetOf = (request: MembershipRequest): Target => ({
  by: callerOf(request),
  id: request.params.id,
  expand: request.query.expand,
});

const MembershipList = ListOf(Membership);

/** Registers the endpoints of memberships. Only terminate is specified; the others are beyond the specification. */
export const membershipRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    const cursors = createCursorCache(service.clock);
    app.post(
      '/memberships/:id/terminate',
      { schema: { params: Id, querystring: Expand, response: { 201: Membership } } },
      async (request, reply) => {
        const ended = await terminateMembership(service, targetOf(request));
        return reply.status(201).send(ended);
      },
    );

    app.post(
      '/memberships/:id/cancel',
      {
        schema: {
          summary: 'Cancel a membership at the end of its period, or undo that',
          params: Id,
          querystring: Expand,
          body: Cancel,
          response: { 201: Membership },
        },
      },
      async (request, reply) => {
        const { at_period_end } = request.body;
        return reply.status(201).send(await cancelAtPeriodEnd(service, targetOf(request), at_period_end));
      },
    );

    app.post(
      '/memberships/:id/uncancel',
      {
        schema: {
          summary: 'Undo a cancellation',
          params: Id,
          querystring: Expand,
          response: { 201: Membership },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await cancelAtPeriodEnd(service, targetOf(request), false)),
    );

    app.post(
      '/memberships/:id/add_free_days',
      {
        schema: {
          summary: 'Add free days to a membership',
          params: Id,
          querystring: Expand,
          body: FreeDays,
          response: { 201: Membership },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await addFreeDays(service, targetOf(request), request.body.days)),
    );

    app.post(
      '/memberships/:id/refill',
      {
        schema: {
          summary: 'Top up a membership that expires',
          params: Id,
          querystring: Expand,
          body: Pay,
          response: { 201: Membership },
        },
      },
      async (request, reply) =>
        reply
          .status(201)
          .send(await refillMembership(service, targetOf(request), { cardNumber: request.body.card_number })),
    );

    app.post(
      '/memberships/:id/pay',
      {
        schema: {
          summary: 'Pay the overdue amount',
          params: Id,
          querystring: Expand,
          body: Pay,
          response: { 201: Membership },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await payMembership(service, targetOf(request), request.body.card_number)),
    );

    app.post(
      '/memberships/:id/validate_license',
      {
        schema: {
          summary: 'Validate a license',
          description:
            'Takes the license key or the membership’s id. 201 means that the license is valid, 400 that the membership gives no access or the license is in use elsewhere.',
          params: Id,
          querystring: Expand,
          body: License,
          response: { 201: Membership },
        },
      },
      async (request, reply) =>
        reply.status(201).send(await validateLicense(service, targetOf(request), request.body.metadata)),
    );

    app.post(
      '/memberships/:id/reset_license_key',
      {
        schema: {
          summary: 'Reset a license key',
          description:
            'Issues a new, unused key and resets the metadata to that of the plan. The old key stops working immediately.',
          params: Id,
          querystring: Expand,
          response: { 201: Membership },
        },
      },
      async (request, reply) => reply.status(201).send(await resetKey(service, targetOf(request))),
    );

    for (const method of UPDATE)
      app.route({
        method,
        url: '/memberships/:id',
        config: { nulls: 'kept' },
        schema: {
          summary: "Replace a membership's metadata",
          params: Id,
          querystring: Expand,
          body: Type.Object({ metadata: FreeObject }),
          response: { 200: Membership },
        },
        handler: (request) => updateMetadata(service, targetOf(request), request.body.metadata),
      });

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
          response: { 200: MembershipList },
        },
      },
      (request) => {
        requireChatAccount(service, request.query.community_chat_id);
        return listMemberships(service, accountOf(request), request.query, cursors);
      },
    );
  };
