import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError } from 'fastify';
import Type from 'typebox';
import { wordsOf } from '../../i18n/reader.ts';
import { passOn } from '../api/error-handler.ts';
import { openPageEdge } from '../api/page-edge.ts';
import { Refusal } from '../api/refusal.ts';
import { readJsonBodies, tolerate } from '../api/tolerance.ts';
import { membershipCard } from '../customer-pages/chat-card.ts';
import { cookieOf } from '../customer-pages/viewer.ts';
import { isEmailProven } from '../customers/users.ts';
import { toJoinedEntry } from '../entries/schema.ts';
import { requireChatAccount } from '../memberships/community-chat.ts';
import { type ShownMembership, toMembership } from '../memberships/schema.ts';
import { browserCookies, type Visitor } from '../oauth/cookies.ts';
import { formProof } from '../oauth/sessions.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { Service } from '../service.ts';
import { Params, sendPage, showRefusal, wantsJson } from './answers.ts';
import { attemptsByRequest } from './attempts.ts';
import { fill, isPreview, withAnswers, withLink, withoutBlanks } from './form-data.ts';
import { giveawaysByRequest } from './giveaways.ts';
import { join } from './join.ts';
import { STYLE_HASH } from './layout.ts';
import { Joined, Order, Purchased } from './order.ts';
import { checkoutPage } from './page.ts';
import { findPlan, purchase } from './purchase.ts';
import { joinedPage, resultPage } from './result.ts';
import { viewCheckout, viewCheckoutByLink } from './view.ts';

/** Multiple of an API key's rate limit that an address gets. */
const CROWD = 10;

/** A page for browsers; for programs the membership, or the entry on the list. */
const RESPONSE = {
  200: Type.String(),
  201: Purchased,
  202: Joined,
};

const PAGE = {
  summary: 'Show the checkout page of a plan',
  description: 'Query parameters named like the purchase fields pre-fill the form.',
  params: Params,
  response: { 200: Type.String() },
};

const PURCHASE = {
  summary: 'Buy a plan, or join its waitlist or raffle',
  description:
    'With "Accept: application/json": 201 with the new membership, or 202 with the new entry in the waitlist or raffle. Forms sent by a browser get HTML pages.',
};

/** Registers the checkout page and the purchase, for browser forms and for programs. */
export const checkoutRoutes =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    // A crowd of buyers may share one address.
    await openPageEdge(app, service, { styleHash: STYLE_HASH, times: CROWD });
    readJsonBodies(app);
    const attemptsOf = attemptsByRequest(service.clock);
    const giveawayOf = giveawaysByRequest(service);
    app.addHook('preValidation', async (request) => {
      request.body = withAnswers(withLink(withoutBlanks(request.body), request.query));
      await tolerate(request);
    });
    app.setErrorHandler<FastifyError>((error, request, reply) =>
      wantsJson(request) ? passOn(error, reply) : showRefusal({ service, attemptsOf }, error, request, reply),
    );

    const cookies = browserCookies(service);
    const cardOf = (row: ShownMembership, visitor: Visitor) =>
      membershipCard(service, row, formProof(cookieOf(visitor)));

    app.get('/checkout/:plan_id', { schema: PAGE }, async (request, reply) => {
      // Sets the browser's cookie before the purchase, so that a form sent twice comes from the same browser.
      cookies.read(request, reply);
      const plan = await openPlan(service, request.params.plan_id);
      const filled = fill(service, request.query);
      const { view, problem } = await viewCheckoutByLink(service, plan, filled, attemptsOf(request, plan));
      const words = wordsOf(request);
      if (!problem) return sendPage(reply, 200, checkoutPage(words, view));
      const page = checkoutPage(words, view, ({ pages }) => pages.checkout.unchecked);
      return sendPage(reply.header('retry-after', problem.retryAfter), 429, page);
    });

    app.post(
      '/checkout/:plan_id',
      { schema: { ...PURCHASE, params: Params, body: Order, response: RESPONSE }, attachValidation: true },
      async (request, reply) => {
        const plan = await openPlan(service, request.params.plan_id);
        const { body, query } = request;
        const words = wordsOf(request);
        const attempts = attemptsOf(request, plan);
        const giveaway = giveawayOf(request);
        const from = { attempts, giveaway, visitor: cookies.read(request, reply), address: request.ip };
        // A preview may be only half filled in, so it comes before the validation error.
        if (isPreview(body)) {
          const view = await viewCheckout(service, plan, fill(service, query, body), attempts);
          return sendPage(reply, 200, checkoutPage(words, view));
        }
        if (request.validationError) throw request.validationError;
        requireChatAccount(service, body.community_chat_id);
        if (plan.releaseMethod !== 'buy_now' && body.claim === undefined) {
          const entry = toJoinedEntry(plan.id, body.email, await join(service, plan, body, from));
          if (wantsJson(request)) return reply.status(202).send({ entry });
          return sendPage(reply, 202, joinedPage(words, plan, entry));
        }
        const row = await purchase(service, plan.id, body, from);
        const membership = toMembership(row, { publicUrl: service.publicUrl });
        if (wantsJson(request)) return reply.status(201).send({ membership });
        const isTyped = !isEmailProven(row.user) && service.mail !== undefined;
        return sendPage(
          reply,
          200,
          resultPage(words, plan, membership, { isTyped, chat: cardOf(row, from.visitor) }),
        );
      },
    );
  };

async function openPlan(service: Service, idOrLink: string): Promise<PlanRow> {
  const plan = await findPlan(service, idOrLink);
  if (!plan) throw new Refusal('not found', ({ refusals }) => refusals.noPlan);
  return plan;
}
