import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { accountOf } from '../api/authenticate.ts';
import { IdFilter, PageQuery } from '../api/pagination.ts';
import { ListOf } from '../api/schema.ts';
import type { Service } from '../service.ts';
import { User } from './schema.ts';
import { listCustomers, retrieveCustomer } from './service.ts';

const Id = Type.Object({ id: Type.String({ description: 'Id, prefix user_.' }) });
const ListQuery = Type.Object({ ...PageQuery, email: IdFilter });

const UserList = ListOf(User);

/** Registers the endpoints of customers (all buyers) and members (with access now). Beyond the specification. */
export const customerRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const role of ['customer', 'member'] as const) {
      app.get(
        `/${role}s`,
        {
          schema: {
            summary: role === 'member' ? 'List members: customers who have access now' : 'List customers',
            querystring: ListQuery,
            response: { 200: UserList },
          },
        },
        (request) => listCustomers(service, accountOf(request), role, request.query),
      );

      app.get(
        `/${role}s/:id`,
        { schema: { summary: `Retrieve a ${role}`, params: Id, response: { 200: User } } },
        (request) => retrieveCustomer(service, accountOf(request), role, request.params.id),
      );
    }
  };
