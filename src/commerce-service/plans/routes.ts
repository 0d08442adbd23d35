import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { accountOf, callerOf } from '../api/authenticate.ts';
import { ExpandQuery, IdFilter, OldProductFilter, PageQuery, UPDATE } from '../api/pagination.ts';
import { ListOf } from '../api/schema.ts';
import type { Service } from '../service.ts';
import { updatePlan } from './changes.ts';
import { NewPlan, NewQuickLink, PlanChange } from './new-plan-schema.ts';
import { createQuickLink } from './quick-links.ts';
import { Plan, PlanExpansion, PlanVisibility } from './schema.ts';
import { createPlan, listPlans, retrievePlan } from './service.ts';

const Expand = Type.Object(ExpandQuery(PlanExpansion));

const Id = Type.Object({ id: Type.String() });

const ListQuery = Type.Object({
  ...PageQuery,
  ...ExpandQuery(PlanExpansion),
  visibility: Type.Optional(PlanVisibility),
  product_id: IdFilter,
  access_pass_id: OldProductFilter,
});

const PlanList = ListOf(Plan);

/** Registers the endpoints of plans. Retrieve and update are beyond the specification. */
export const planRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/plans',
      {
        config: { needsBody: 'The body must be a JSON object: {} creates a plan with all defaults.' },
        schema: { body: NewPlan, querystring: Expand, response: { 201: Plan } },
      },
      async (request, reply) => {
        const plan = await createPlan(service, callerOf(request), request.body, request.query.expand);
        return reply.status(201).send(plan);
      },
    );

    app.post(
      '/plans/:mimic_plan_id/create_quick_link',
      {
        schema: {
          params: Type.Object({ mimic_plan_id: Type.String() }),
          body: NewQuickLink,
          querystring: Expand,
          response: { 201: Plan },
        },
      },
      async (request, reply) => {
        const { params, body, query } = request;
        const by = callerOf(request);
        const plan = await createQuickLink(service, by, params.mimic_plan_id, body, query.expand);
        return reply.status(201).send(plan);
      },
    );

    app.get(
      '/plans',
      { compress: {}, schema: { querystring: ListQuery, response: { 200: PlanList } } },
      (request) => listPlans(service, accountOf(request), request.query),
    );

    app.get(
      '/plans/:id',
      { schema: { summary: 'Retrieve a plan', params: Id, querystring: Expand, response: { 200: Plan } } },
      (request) => retrievePlan(service, accountOf(request), request.params.id, request.query.expand),
    );

    for (const method of UPDATE)
      app.route({
        method,
        url: '/plans/:id',
        config: { nulls: 'kept' },
        schema: {
          summary: 'Update a plan',
          params: Id,
          body: PlanChange,
          querystring: Expand,
          response: { 200: Plan },
        },
        handler: (request) => {
          const { params, body, query } = request;
          return updatePlan(service, callerOf(request), params.id, body, query.expand);
        },
      });
  };
