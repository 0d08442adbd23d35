import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import { IdFilter, PageQuery } from '../api/pagination.ts';
import { ListOf } from '../api/schema.ts';
import type { Service } from '../service.ts';
import { listPayments, refundPayment, retrievePayment } from './operations.ts';
import { Payment, PaymentStatus, Refund } from './schema.ts';

const Id = Type.Object({ id: Type.String() });

const ListQuery = Type.Object({
  ...PageQuery,
  status: Type.Optional(PaymentStatus),
  membership_id: IdFilter,
  user_id: IdFilter,
});

const NewRefund = Type.Object({
  amount: Type.Optional(Type.Number({ minimum: 0, description: 'Defaults to the amount not refunded yet.' })),
});

const PaymentList = ListOf(Payment);

/** Registers the endpoints of payments: list, retrieve, refund. Beyond the specification. */
export const paymentRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/payments',
      { schema: { summary: 'List payments', querystring: ListQuery, response: { 200: PaymentList } } },
      (request) => listPayments(service, accountOf(request), request.query),
    );

    app.get(
      '/payments/:id',
      { schema: { summary: 'Retrieve a payment', params: Id, response: { 200: Payment } } },
      (request) => retrievePayment(service, accountOf(request), request.params.id),
    );

    app.post(
      '/payments/:id/refund',
      {
        schema: {
          summary: 'Refund a payment, in part or in full',
          params: Id,
          body: NewRefund,
          response: { 201: Refund },
        },
      },
      async (request, reply) => {
        const { params, body } = request;
        const refund = await refundPayment(service, callerOf(request), params.id, body.amount);
        return reply.status(201).send(refund);
      },
    );
  };
