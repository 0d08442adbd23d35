import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { wordsOf } from '../../i18n/reader.ts';
import { messageIn } from '../../i18n/translated-error.ts';
import { CrossOriginRequest } from '../../pages/same-origin.ts';
import { asRefusal } from '../api/error-handler.ts';
import { openPageEdge } from '../api/page-edge.ts';
import { Refusal } from '../api/refusal.ts';
import { findMembershipView } from '../customer-pages/membership-view.ts';
import { cookieOf, findViewer, mayChange } from '../customer-pages/viewer.ts';
import { browserCookies, type Visitor } from '../oauth/cookies.ts';
import { membershipRequest, readDestination, requestedMembership, returnPath } from '../oauth/destination.ts';
import { OAUTH_STYLE_HASH, problemPage } from '../oauth/pages.ts';
import { isOurForm } from '../oauth/sessions.ts';
import { wayOf } from '../oauth/sign-in-pages.ts';
import type { Service } from '../service.ts';
import { OVER, takeChatAnswer } from './answer.ts';
import { beginAttempt, latestAnswered, OUTCOMES, type Wish } from './attempts.ts';
import { type Ending, onwardPage, outcomePage } from './pages.ts';
import type { SignInProvider } from './provider.ts';

const HTML = 'text/html; charset=utf-8';
const CALLBACK = '/oauth/chat/callback';

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const Form = Type.Object({
  request: Type.String({ maxLength: 8192 }),
  proof: Type.String({ maxLength: 100 }),
});
const Answer = Type.Object({ state: text(200), code: text(2000), error: text(200), iss: text(500) });
/** The outcome to show, if it isn't stored with a sign-in of this browser. */
const Why = Type.Object({ over: Type.Optional(Type.String()), fault: Type.Optional(Type.String()) });

/** Registers the pages to the chat account's provider and back: to sign in, or to connect the account. */
export const chatPages =
  (service: Service, provider: SignInProvider): FastifyPluginAsyncTypebox =>
  async (app) => {
    await openPageEdge(app, service, { styleHash: OAUTH_STYLE_HASH });
    app.setErrorHandler<FastifyError>(showProblem);
    const cookies = browserCookies(service);

    /**
     * Sends the browser to the provider by a page that refreshes itself, not by a redirect: browsers apply the form
     * page's `form-action` policy to every redirect after a form post, and the provider's own redirects are unknown.
     */
    const sendAway = async (request: FastifyRequest, reply: FastifyReply, browser: string, wish: Wish) => {
      const location = await beginAttempt(service, provider, browser, wish);
      const page = onwardPage(wordsOf(request), location);
      return send(reply.header('refresh', `0;url=${location}`), 200, page);
    };

    app.post('/oauth/chat', { schema: { body: Form } }, async (request, reply) => {
      const { browser } = cookies.read(request, reply);
      // Otherwise another site could sign a buyer in, and learn what the buyer does then.
      if (!isOurForm(browser, request.body.proof)) throw notOurs();
      const destination = await readDestination(service, request.body.request);
      if ('location' in destination) return reply.redirect(destination.location, 303);
      // Serialized again, so that it is a query string and nothing else.
      const query = String(new URLSearchParams(request.body.request));
      return sendAway(request, reply, browser, { accountId: destination.accountId, request: query });
    });

    app.post('/oauth/chat/connect', { schema: { body: Form } }, async (request, reply) => {
      const visitor = cookies.read(request, reply);
      if (!isOurForm(cookieOf(visitor), request.body.proof)) throw notOurs();
      const id = requestedMembership(request.body.request) ?? '';
      const owner = await ownerOf(service, visitor, id);
      if (!owner) throw notYours();
      return sendAway(request, reply, visitor.browser, { ...owner, request: membershipRequest(id) });
    });

    app.get(CALLBACK, { schema: { querystring: Answer } }, async (request, reply) => {
      const visitor = { ...cookies.read(request, reply), address: request.ip };
      const onward = await takeChatAnswer(service, provider, visitor, request.query);
      if (onward.session !== undefined) cookies.signIn(reply, onward.session);
      return reply.redirect(onward.location, 303);
    });

    app.get('/oauth/chat/outcome', { schema: { querystring: Why } }, async (request, reply) => {
      const { browser } = cookies.read(request, reply);
      const attempt = await latestAnswered(service, browser);
      const { over, fault } = request.query;
      const stored = OUTCOMES.find((outcome) => outcome === attempt?.outcome);
      const outcome = fault !== undefined ? 'fault' : over !== undefined || !stored ? 'over' : stored;
      const ending: Ending = {
        outcome,
        provider: provider.name,
        name: attempt?.name ?? null,
        way: wayOf(service),
        back: `../${returnPath(attempt?.request ?? membershipRequest())}`,
        wait: attempt?.retryAt ? secondsUntil(attempt.retryAt, service.clock.now()) : 0,
      };
      const { status, page } = outcomePage(wordsOf(request), ending);
      if (status === 429) reply.header('retry-after', ending.wait);
      return send(reply, status, page);
    });
  };

/**
 * Returns the user whose chat account may be set: the owner of the membership if the visitor may change it, or the
 * signed-in person if the request names no membership.
 */
async function ownerOf(service: Service, visitor: Visitor, id: string) {
  const viewer = await findViewer(service, visitor);
  if (id === '') return viewer.person && { accountId: viewer.person.accountId, userId: viewer.person.id };
  const view = await findMembershipView(service, viewer, id);
  if (!view || !mayChange(view.access)) return undefined;
  const { accountId, userId } = view.row;
  return { accountId, userId };
}

const secondsUntil = (moment: Date, now: Date): number =>
  Math.max(Math.ceil((moment.getTime() - now.getTime()) / 1000), 0);

const notOurs = () => new Refusal('forbidden', ({ refusals }) => refusals.otherBrowserOrSignedOut);
const notYours = () => new Refusal('forbidden', ({ refusals }) => refusals.onlyBuyerConnects);

const send = (reply: FastifyReply, status: number, page: object): FastifyReply =>
  reply.status(status).type(HTML).send(String(page));

/**
 * Shows an error. Errors of the callback redirect to the outcome page, so that the provider's parameters don't stay in
 * the address. Exceptions: cross-origin requests, and refusals with `retryAfter`, which can be retried by a reload.
 */
function showProblem(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asRefusal(thrown, reply);
  const status = error.statusCode ?? 500;
  const path = request.url.split('?', 1)[0];
  if (status >= 500) request.log.error({ err: error, method: request.method, path }, 'request failed');
  const canComeBack = error instanceof Refusal && error.retryAfter !== undefined;
  if (canComeBack) reply.header('retry-after', error.retryAfter);
  else if (path?.endsWith(CALLBACK) && !(error instanceof CrossOriginRequest))
    return reply.redirect(status >= 500 ? 'outcome?fault' : OVER.location, 303);
  const words = wordsOf(request);
  const { fault, startAgain } = words.pages.shared.problem;
  const message = status >= 500 && !canComeBack ? fault(request.id) : messageIn(words, error);
  return send(reply, status, problemPage(words, message, startAgain));
}
