import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import Value from 'typebox/value';
import { pageHeaders } from '../page-headers.ts';
import { Refusal } from '../refusal.ts';
import { JoinedEntry, toJoinedEntry } from '../resources/entry.ts';
import { Membership, toMembership } from '../resources/membership.ts';
import type { PlanRow } from '../resources/plan.ts';
import type { Service } from '../service.ts';
import { tolerate } from '../tolerance.ts';
import { validatorCompiler } from '../validator.ts';
import { fill, isPreview, withLink, withoutBlanks } from './form-data.ts';
import { join } from './join.ts';
import { STYLE_HASH } from './layout.ts';
import { lookAt } from './look.ts';
import { Order } from './order.ts';
import { checkoutPage } from './page.ts';
import { findPlan, purchase } from './purchase.ts';
import { emptyPage, faultPage, joinedPage, resultPage } from './result.ts';

const HTML = 'text/html; charset=utf-8';

/** A page for a person; for a program what was bought, or the entry on the list that was joined. */
const RESPONSE = {
  200: Type.String(),
  201: Type.Object({ membership: Membership }),
  202: Type.Object({ entry: JoinedEntry }),
};

const Params = Type.Object({ plan_id: Type.String() });

/** The page where a plan is bought, and the purchase itself: for a browser's form and for programs. */
export const checkoutRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(formbody);
    await app.register(helmet, pageHeaders(STYLE_HASH));
    app.addHook('onRequest', async (_request, reply) => {
      // Pages carry what a buyer has typed, and links may carry a password.
      reply.header('cache-control', 'no-store');
    });
    app.addHook('preValidation', async (request) => {
      request.body = withLink(withoutBlanks(request.body), request.query);
      await tolerate(request);
    });
    app.setValidatorCompiler(validatorCompiler);
    app.setErrorHandler<FastifyError>((error, request, reply) => showRefusal(service, error, request, reply));

    app.get('/checkout/:plan_id', { schema: { params: Params } }, async (request, reply) => {
      const plan = await openPlan(service, request.params.plan_id);
      return sendPage(reply, 200, checkoutPage(await lookAt(service, plan, fill(service, request.query))));
    });

    app.post(
      '/checkout/:plan_id',
      { schema: { params: Params, body: Order, response: RESPONSE }, attachValidation: true },
      async (request, reply) => {
        const plan = await openPlan(service, request.params.plan_id);
        const { body, query } = request;
        // A preview may be of a form that is half filled in.
        if (isPreview(body))
          return sendPage(reply, 200, checkoutPage(await lookAt(service, plan, fill(service, query, body))));
        if (request.validationError) throw request.validationError;
        if (plan.releaseMethod !== 'buy_now' && body.claim === undefined) {
          const entry = await join(service, plan, body);
          if (wantsJson(request)) return reply.status(202).send({ entry: toJoinedEntry(entry) });
          return sendPage(reply, 202, joinedPage(plan, entry));
        }
        const row = await purchase(service, plan.id, body);
        const membership = toMembership(row, { publicUrl: service.publicUrl });
        if (wantsJson(request)) return reply.status(201).send({ membership });
        return sendPage(reply, 200, resultPage(plan, membership));
      },
    );
  };

async function openPlan(service: Service, idOrLink: string): Promise<PlanRow> {
  const plan = await findPlan(service, idOrLink);
  if (!plan) throw new Refusal('not found', 'There is no plan at this address.');
  return plan;
}

/** Answers a program in the one error shape, and a person with the page they were on, their words kept. */
async function showRefusal(
  service: Service,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const status = error.statusCode ?? 500;
  if (wantsJson(request)) throw error;
  if (status >= 500) {
    request.log.error(
      { err: error, method: request.method, path: request.url.split('?', 1)[0] },
      'request failed',
    );
    return sendPage(reply, status, faultPage(request.id));
  }
  const plan = Value.Check(Params, request.params)
    ? await findPlan(service, request.params.plan_id)
    : undefined;
  const filled = fill(service, request.query, request.body);
  const page = plan
    ? checkoutPage(await lookAt(service, plan, filled), error.message)
    : emptyPage(error.message);
  return sendPage(reply, status, page);
}

const sendPage = (reply: FastifyReply, status: number, page: SafeHtml): FastifyReply =>
  reply.status(status).type(HTML).serializer(String).send(page);

/** JSON is for those who ask for it, and for those who speak it and don't ask for a page. */
function wantsJson({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '';
  if (accept.includes('application/json')) return true;
  return !accept.includes('text/html') && (headers['content-type'] ?? '').includes('application/json');
}
