import Type from 'typebox';
import { systemClock } from '../../src/clock.ts';
import { listOf, PageQuery } from '../../src/commerce-service/api/pagination.ts';
import { ListOf } from '../../src/commerce-service/api/schema.ts';
import { validatorCompiler } from '../../src/commerce-service/api/validator.ts';
import { newId } from '../../src/commerce-service/ids.ts';
import { Membership } from '../../src/commerce-service/memberships/schema.ts';
import { NewPlan } from '../../src/commerce-service/plans/new-plan-schema.ts';
import { Plan } from '../../src/commerce-service/plans/schema.ts';
import { buildApp } from '../../src/http/app.ts';
import { createLog } from '../../src/observability/log.ts';
import { answer } from '../helper.ts';

// The baseline: the same framework and schemas with an array in memory, without accounts, rules or a database.
const Question = Type.Object({ port: Type.Integer(), plan: Plan, membership: Membership });

answer(Question, async ({ port, plan, membership }) => {
  const plans: Plan[] = [];
  const memberships: Membership[] = [];
  const app = buildApp({ log: createLog('silent') });
  app.setValidatorCompiler(validatorCompiler);
  app.post(
    '/api/v2/plans',
    { schema: { body: NewPlan, response: { 201: Plan } } },
    async (_request, reply) => {
      const made = { ...plan, id: newId(systemClock, 'plan') };
      plans.unshift(made);
      return reply.status(201).send(made);
    },
  );
  app.post(
    '/checkout/:plan_id',
    { schema: { response: { 201: Type.Object({ membership: Membership }) } } },
    async (_request, reply) => {
      const made = { ...membership, id: newId(systemClock, 'membership') };
      memberships.unshift(made);
      return reply.status(201).send({ membership: made });
    },
  );
  const list = { querystring: Type.Object(PageQuery), response: { 200: ListOf(Membership) } };
  app.get('/api/v2/memberships', { schema: list }, async ({ query }) => {
    const start = (query.page - 1) * query.per;
    return listOf(query, memberships.length, memberships.slice(start, start + query.per));
  });
  await app.listen({ host: '127.0.0.1', port });
  return {};
});
