import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import Value from 'typebox/value';
import { newId } from '../ids.ts';
import { pageHeaders } from '../page-headers.ts';
import { Refusal } from '../refusal.ts';
import { Membership, toMembership } from '../resources/membership.ts';
import type { Service } from '../service.ts';
import { tolerate } from '../tolerance.ts';
import { validatorCompiler } from '../validator.ts';
import type { Filled } from './form.ts';
import { STYLE_HASH } from './layout.ts';
import { Order } from './order.ts';
import { checkoutPage, emptyPage, faultPage, resultPage } from './page.ts';
import { findPlan, purchase } from './purchase.ts';

const HTML = 'text/html; charset=utf-8';

/** A page for a person, the membership for a program. */
const RESPONSE = { 200: Type.String(), 201: Type.Object({ membership: Membership }) };

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
      request.body = withoutBlanks(request.body);
      await tolerate(request);
    });
    app.setValidatorCompiler(validatorCompiler);
    app.setErrorHandler<FastifyError>((error, request, reply) => showRefusal(service, error, request, reply));

    app.get('/checkout/:plan_id', { schema: { params: Params } }, async (request, reply) => {
      const plan = await findPlan(service, request.params.plan_id);
      if (!plan) throw new Refusal('not found', 'There is no plan at this address.');
      const page = checkoutPage(plan, fill(service, request.query));
      return reply.type(HTML).send(String(page));
    });

    app.post(
      '/checkout/:plan_id',
      { schema: { params: Params, body: Order, response: RESPONSE } },
      async (request, reply) => {
        const plan = await findPlan(service, request.params.plan_id);
        if (!plan) throw new Refusal('not found', 'There is no plan at this address.');
        const row = await purchase(service, plan.id, request.body);
        const membership = toMembership(row, { publicUrl: service.publicUrl });
        if (wantsJson(request)) return reply.status(201).send({ membership });
        return reply
          .status(200)
          .type(HTML)
          .send(String(resultPage(plan, membership)));
      },
    );
  };

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
  const filled = fill(service, { ...asRecord(request.query), ...asRecord(request.body) });
  const page = plan ? checkoutPage(plan, filled, error.message) : emptyPage(error.message);
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

const asRecord = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {});

/** What the form starts with. A card number is never sent back. */
function fill(service: Service, given: unknown): Filled {
  const text = (name: string): string => {
    const found = Object.entries(asRecord(given)).find(([key]) => key === name)?.[1];
    return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
  };
  const session = text('checkout_session');
  return {
    email: text('email'),
    username: text('username'),
    community_chat_id: text('community_chat_id'),
    quantity: text('quantity') || '1',
    promo_code: text('promo_code'),
    password: text('password'),
    checkout_session: Value.Check(Order.properties.checkout_session, session)
      ? session
      : newId(service.clock, 'checkout'),
  };
}

/** A form sends every field, as text: what was left empty is left out, and a number is one again. */
function withoutBlanks(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, name === 'quantity' && /^\d+$/.test(value) ? Number(value) : value]),
  );
}
