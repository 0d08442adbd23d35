import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { wordsOf } from '../../i18n/reader.ts';
import { messageIn } from '../../i18n/translated-error.ts';
import { Email } from '../../network/email.ts';
import { failureLimit } from '../../network/failure-limit.ts';
import { pageHeaders } from '../../pages/headers.ts';
import { asRefusal } from '../api/error-handler.ts';
import { tryOnce } from '../api/guard.ts';
import { openPageEdge } from '../api/page-edge.ts';
import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';
import { AuthorizationQuery } from './authorization-request.ts';
import { decide, showAuthorization } from './authorize.ts';
import { browserCookies } from './cookies.ts';
import { returnPath } from './destination.ts';
import { type Next, OAUTH_STYLE_HASH, problemPage } from './pages.ts';
import { endSession, isOurForm } from './sessions.ts';
import { goOnWithPurchase, signIn } from './sign-in.ts';
import { followLink, readLink } from './sign-in-links.ts';
import { followPage } from './sign-in-pages.ts';

const HTML = 'text/html; charset=utf-8';

const Request = Type.String({ maxLength: 8192 });
const Proof = Type.String({ maxLength: 100 });
const Token = Type.Object({ token: Type.String({ maxLength: 100 }) });
const SignInBody = Type.Object({
  request: Request,
  proof: Proof,
  email: Email,
  license_key: Type.Optional(Type.String({ maxLength: 100 })),
});
const Purchase = Type.Object({
  request: Request,
  proof: Proof,
  membership: Type.String({ maxLength: 100 }),
});
const Decision = Type.Object({
  request: Request,
  proof: Proof,
  decision: Type.Enum(['allow', 'deny']),
});

/** Limit of wrong license keys and links per IP address; the same as at the checkout. */
const FAILURES = { most: 30, window: 10 * 60_000 };

/** Registers the pages of the authorization flow: sign-in, consent, and the redirect at its end. */
export const oauthPages =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    await openPageEdge(app, service, { styleHash: OAUTH_STYLE_HASH });
    app.setErrorHandler<FastifyError>(showProblem);
    const cookies = browserCookies(service);
    const failures = failureLimit(service.clock, FAILURES);

    for (const url of ['/oauth/authorize', '/oauth/'])
      app.get(
        url,
        { schema: { summary: 'Ask a buyer for consent', querystring: AuthorizationQuery } },
        async (request, reply) => {
          const visitor = cookies.read(request, reply);
          return answer(reply, await showAuthorization(service, wordsOf(request), queryOf(request), visitor));
        },
      );

    // Form targets are relative to the two paths above and would be wrong with a different number of slashes.
    app.get('/oauth', { schema: { hide: true } }, (request, reply) =>
      reply.redirect(`oauth/authorize?${queryOf(request)}`),
    );
    app.get('/oauth/authorize/', { schema: { hide: true } }, (request, reply) =>
      reply.redirect(`../authorize?${queryOf(request)}`),
    );

    app.post('/oauth/authorize', { schema: { body: Decision } }, async (request, reply) => {
      const { body } = request;
      const { session } = cookies.read(request, reply);
      if (!isOurForm(session, body.proof)) throw notOurs();
      const visitor = { session, address: request.ip };
      return answer(reply, await decide(service, body.request, visitor, body.decision === 'allow'));
    });

    app.post('/oauth/sign-in', { schema: { body: SignInBody } }, async (request, reply) => {
      const visitor = cookies.read(request, reply);
      // Otherwise another site could sign a buyer in under another identity, and learn what the buyer does then.
      if (!isOurForm(visitor.browser, request.body.proof)) throw notThisBrowser();
      const hasKey = (request.body.license_key ?? '').trim() !== '';
      const { next, session } = await tryOnce(
        hasKey ? failures : undefined,
        request.ip,
        () => signIn(service, request.body, { ...visitor, ip: request.ip, words: wordsOf(request) }),
        (signedIn) => signedIn.session !== undefined,
      );
      if (session !== undefined) cookies.signIn(reply, session);
      return answer(reply, next);
    });

    app.post('/oauth/sign-in/purchase', { schema: { body: Purchase } }, async (request, reply) => {
      const visitor = cookies.read(request, reply);
      if (!isOurForm(visitor.browser, request.body.proof)) throw notThisBrowser();
      const from = { ...visitor, ip: request.ip };
      const { next, session } = await goOnWithPurchase(service, request.body, from);
      if (session !== undefined) cookies.signIn(reply, session);
      return answer(reply, next);
    });

    app.get('/oauth/sign-in', { schema: { querystring: Token } }, async (request, reply) => {
      const { token } = request.query;
      const visitor = cookies.read(request, reply);
      // Not counted: other websites can send their visitors here. Submitting the form is counted.
      const link = await readLink(service, token, visitor);
      if (link === 'gone') throw linkIsGone();
      if (link === 'of another browser') throw linkOfAnother();
      return answer(reply, { page: followPage(wordsOf(request), link, token) });
    });

    app.post('/oauth/sign-in/follow', { schema: { body: Token } }, async (request, reply) => {
      const from = { ...cookies.read(request, reply), ip: request.ip, words: wordsOf(request) };
      const follow = () => followLink(service, request.body.token, from);
      const signedIn = await tryOnce(failures, request.ip, follow, (done) => done !== undefined);
      if (!signedIn) throw linkIsGone();
      cookies.signIn(reply, signedIn.session);
      return answer(reply, { location: `../${returnPath(signedIn.request)}` });
    });

    app.post(
      '/oauth/sign-out',
      { schema: { body: Type.Object({ request: Request, proof: Proof }) } },
      async (request, reply) => {
        const { session } = cookies.read(request, reply);
        if (!isOurForm(session, request.body.proof)) throw notOurs();
        await endSession(service, session, request.ip);
        cookies.signOut(reply);
        return answer(reply, { location: returnPath(request.body.request) });
      },
    );
  };

const linkIsGone = () => new Refusal('not found', ({ refusals }) => refusals.linkGone);
const linkOfAnother = () => new Refusal('forbidden', ({ refusals }) => refusals.linkOfAnother);
const notThisBrowser = () => new Refusal('forbidden', ({ refusals }) => refusals.otherBrowserOrNoCookies);
const notOurs = () => new Refusal('forbidden', ({ refusals }) => refusals.signedOut);

/** Returns the raw query string, to continue with after the sign-in. */
const queryOf = (request: FastifyRequest): string => request.url.split('?').slice(1).join('?');

async function answer(reply: FastifyReply, next: Next): Promise<FastifyReply> {
  if ('location' in next) return reply.redirect(next.location, 303);
  // Browsers apply `form-action` to the redirect after a form post too, which leads to the application.
  if (next.formAction !== undefined) await reply.helmet(pageHeaders(OAUTH_STYLE_HASH, [next.formAction]));
  return reply.type(HTML).send(String(next.page));
}

function showProblem(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asRefusal(thrown, reply);
  const status = error.statusCode ?? 500;
  const path = request.url.split('?', 1)[0];
  const words = wordsOf(request);
  const { fault, later, startAgain, startAgainThen } = words.pages.shared.problem;
  if (error instanceof Refusal && error.retryAfter !== undefined) {
    const page = problemPage(words, error.text(words), startAgainThen);
    return reply.status(status).header('retry-after', error.retryAfter).type(HTML).send(String(page));
  }
  if (status >= 500) request.log.error({ err: error, method: request.method, path }, 'request failed');
  const page =
    status >= 500
      ? problemPage(words, fault(request.id), later)
      : problemPage(words, messageIn(words, error), startAgain);
  return reply.status(status).type(HTML).send(String(page));
}
