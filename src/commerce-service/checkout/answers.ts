import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import Value from 'typebox/value';
import { wordsOf } from '../../i18n/reader.ts';
import { messageIn } from '../../i18n/translated-error.ts';
import { CrossOriginRequest } from '../../pages/same-origin.ts';
import { asRefusal } from '../api/error-handler.ts';
import { Refusal } from '../api/refusal.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { Service } from '../service.ts';
import type { Attempts } from './attempts.ts';
import { fill } from './form-data.ts';
import { checkoutPage } from './page.ts';
import { findPlan } from './purchase.ts';
import { faultPage, noCheckoutPage } from './result.ts';
import { viewCheckout } from './view.ts';

export const Params = Type.Object({
  plan_id: Type.String({ description: 'Id of a plan (prefix plan_), or its short link.' }),
});

const HTML = 'text/html; charset=utf-8';

interface Checkout {
  readonly service: Service;
  readonly attemptsOf: (request: FastifyRequest, plan: PlanRow) => Attempts;
}

/** Shows an error on the checkout page, with the visitor's input kept, or on a page that says when to try again. */
export async function showRefusal(
  checkout: Checkout,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  try {
    return await showPage(checkout, asRefusal(error, reply), request, reply);
  } catch (thrown) {
    // Rendering the page checks the typed secrets again, which may exceed the failure limit.
    const another = asRefusal(thrown, reply);
    if (!(another instanceof Refusal)) throw another;
    return showPage(checkout, another, request, reply);
  }
}

async function showPage(
  { service, attemptsOf }: Checkout,
  error: FastifyError | Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const words = wordsOf(request);
  const status = error.statusCode ?? 500;
  if (error instanceof Refusal && error.retryAfter !== undefined)
    return sendPage(
      reply.header('retry-after', error.retryAfter),
      status,
      noCheckoutPage(words, 'later', error),
    );
  if (status >= 500) {
    request.log.error(
      { err: error, method: request.method, path: request.url.split('?', 1)[0] },
      'request failed',
    );
    return sendPage(reply, status, faultPage(words, request.id));
  }
  // Checks nothing for a request from another website, so that its links can't use up a visitor's failed attempts.
  if (error instanceof CrossOriginRequest)
    return sendPage(reply, status, noCheckoutPage(words, 'foreign', error));
  const plan = Value.Check(Params, request.params)
    ? await findPlan(service, request.params.plan_id)
    : undefined;
  if (!plan) return sendPage(reply, status, noCheckoutPage(words, 'nothing', error));
  const filled = fill(service, request.query, request.body);
  const view = await viewCheckout(service, plan, filled, attemptsOf(request, plan));
  return sendPage(
    reply,
    status,
    checkoutPage(words, view, () => messageIn(words, error)),
  );
}

export const sendPage = (reply: FastifyReply, status: number, page: SafeHtml): FastifyReply =>
  reply.status(status).type(HTML).serializer(String).send(page);

/** Reports whether to answer with JSON: if the client accepts it, or sends it and doesn't accept HTML. */
export function wantsJson({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '';
  if (accept.includes('application/json')) return true;
  return !accept.includes('text/html') && (headers['content-type'] ?? '').includes('application/json');
}
