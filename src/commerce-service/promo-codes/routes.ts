import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import { ExpandQuery, PageQuery, UPDATE } from '../api/pagination.ts';
import { ListOf } from '../api/schema.ts';
import type { Service } from '../service.ts';
import { NewPromoCode, PromoCode, PromoCodeChange, PromoCodeExpansion, PromoStatus } from './schema.ts';
import {
  archivePromoCode,
  createPromoCode,
  listPromoCodes,
  retrievePromoCode,
  updatePromoCode,
} from './service.ts';

const Id = Type.Object({ id: Type.String() });
const Expand = Type.Object(ExpandQuery(PromoCodeExpansion));

const ListQuery = Type.Object({
  ...PageQuery,
  ...ExpandQuery(PromoCodeExpansion),
  status: Type.Optional(PromoStatus),
});

const PromoCodeList = ListOf(PromoCode);

/** Registers the endpoints of promo codes. All but the list are beyond the specification. */
export const promoCodeRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/promo_codes',
      { compress: {}, schema: { querystring: ListQuery, response: { 200: PromoCodeList } } },
      (request) => listPromoCodes(service, accountOf(request), request.query),
    );

    app.post(
      '/promo_codes',
      {
        schema: {
          summary: 'Create a promo code',
          body: NewPromoCode,
          querystring: Expand,
          response: { 201: PromoCode },
        },
      },
      async (request, reply) => {
        const { body, query } = request;
        const created = await createPromoCode(service, callerOf(request), body, query.expand);
        return reply.status(201).send(created);
      },
    );

    app.get(
      '/promo_codes/:id',
      {
        schema: {
          summary: 'Retrieve a promo code',
          params: Id,
          querystring: Expand,
          response: { 200: PromoCode },
        },
      },
      (request) => retrievePromoCode(service, accountOf(request), request.params.id, request.query.expand),
    );

    for (const method of UPDATE)
      app.route({
        method,
        url: '/promo_codes/:id',
        config: { nulls: 'kept' },
        schema: {
          summary: 'Update a promo code',
          params: Id,
          body: PromoCodeChange,
          querystring: Expand,
          response: { 200: PromoCode },
        },
        handler: (request) => {
          const { params, body, query } = request;
          return updatePromoCode(service, callerOf(request), params.id, body, query.expand);
        },
      });

    app.delete(
      '/promo_codes/:id',
      {
        schema: {
          summary: 'Delete a promo code',
          description: 'The same as archiving it: memberships that use it keep their discount.',
          params: Id,
          querystring: Expand,
          response: { 200: PromoCode },
        },
      },
      (request) => archivePromoCode(service, callerOf(request), request.params.id, request.query.expand),
    );

    app.post(
      '/promo_codes/:id/archive',
      {
        schema: {
          summary: 'Archive a promo code',
          params: Id,
          querystring: Expand,
          response: { 200: PromoCode },
        },
      },
      (request) => archivePromoCode(service, callerOf(request), request.params.id, request.query.expand),
    );
  };
