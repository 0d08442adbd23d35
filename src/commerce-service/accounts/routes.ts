import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import { UPDATE } from '../api/pagination.ts';
import type { Service } from '../service.ts';
import { Account, AccountChange, Company } from './schema.ts';
import { retrieveAccount, retrieveCompany, updateAccount } from './service.ts';

/** Registers the endpoints of the account: retrieve, update. Beyond the specification. */
export const accountRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/account',
      { schema: { summary: 'Retrieve the account', response: { 200: Account } } },
      (request) => retrieveAccount(service, accountOf(request)),
    );

    app.get(
      '/company',
      { schema: { summary: 'Retrieve the company', response: { 200: Company } } },
      (request) => retrieveCompany(service, accountOf(request)),
    );

    for (const method of UPDATE)
      app.route({
        method,
        url: '/account',
        config: { nulls: 'kept' },
        schema: {
          summary: 'Update the account',
          description: 'Past-due memberships are then updated one by one, each with its event.',
          body: AccountChange,
          response: { 200: Account },
        },
        handler: (request) => updateAccount(service, callerOf(request), request.body),
      });
  };
