import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { pageHeaders } from '../page-headers.ts';
import { limitRate } from '../rate-limit.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { validatorCompiler } from '../validator.ts';
import { AuthorizationQuery } from './authorization-request.ts';
import { decide, showAuthorization } from './authorize.ts';
import { followPage, type Next, OAUTH_STYLE_HASH, problemPage } from './pages.ts';
import { endSession, isOurForm, readSignInLink, useSignInLink } from './sessions.ts';
import { signIn } from './sign-in.ts';

const HTML = 'text/html; charset=utf-8';
const COOKIE = 'commerce_session';

const Request = Type.String({ maxLength: 8192 });
const Proof = Type.String({ maxLength: 100 });
const Token = Type.Object({ token: Type.String({ maxLength: 100 }) });
const SignInBody = Type.Object({
  request: Request,
  email: Type.String({
    pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$',
    maxLength: 254,
    description: 'an e-mail address',
  }),
  license_key: Type.Optional(Type.String({ maxLength: 100 })),
});
const Decision = Type.Object({
  request: Request,
  proof: Proof,
  decision: Type.Enum(['allow', 'deny']),
});

/** The pages of the authorization step: sign-in, consent, and back to the application. */
export const oauthPages =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(cookie);
    await app.register(formbody);
    await app.register(helmet, pageHeaders(OAUTH_STYLE_HASH));
    await limitRate(app, service, 'address');
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    app.setValidatorCompiler(validatorCompiler);
    app.setErrorHandler<FastifyError>(showProblem);
    const browser = sessionCookie(service);

    for (const url of ['/oauth/authorize', '/oauth/'])
      app.get(
        url,
        { schema: { summary: 'Ask a buyer to agree', querystring: AuthorizationQuery } },
        async (request, reply) =>
          answer(reply, await showAuthorization(service, queryOf(request), browser.read(request))),
      );

    app.post('/oauth/authorize', { schema: { body: Decision } }, async (request, reply) => {
      const { body } = request;
      const session = browser.read(request);
      if (session === undefined || !isOurForm(session, body.proof)) throw notOurs();
      return answer(reply, await decide(service, body.request, session, body.decision === 'allow'));
    });

    app.post('/oauth/sign-in', { schema: { body: SignInBody } }, async (request, reply) => {
      const { next, session } = await signIn(service, request.body);
      if (session !== undefined) browser.write(reply, session);
      return answer(reply, next);
    });

    app.get('/oauth/sign-in', { schema: { querystring: Token } }, async (request, reply) => {
      const { token } = request.query;
      const email = await readSignInLink(service, token);
      if (email === undefined) throw linkIsGone();
      return answer(reply, { page: followPage(email, token) });
    });

    app.post('/oauth/sign-in/follow', { schema: { body: Token } }, async (request, reply) => {
      const signedIn = await useSignInLink(service, request.body.token);
      if (!signedIn) throw linkIsGone();
      browser.write(reply, signedIn.session);
      return answer(reply, { location: `../authorize?${signedIn.request}` });
    });

    app.post(
      '/oauth/sign-out',
      { schema: { body: Type.Object({ request: Request, proof: Proof }) } },
      async (request, reply) => {
        const session = browser.read(request);
        if (session === undefined || !isOurForm(session, request.body.proof)) throw notOurs();
        await endSession(service, session);
        browser.forget(reply);
        return answer(reply, { location: `authorize?${new URLSearchParams(request.body.request)}` });
      },
    );
  };

const linkIsGone = () =>
  new Refusal(
    'not found',
    'This link has been used, or its 15 minutes are over. Go back and ask for another.',
  );
const notOurs = () => new Refusal('forbidden', 'You were signed out meanwhile. Go back and start again.');

/** The query string as it came, to go on with after the sign-in. */
const queryOf = (request: FastifyRequest): string => request.url.split('?').slice(1).join('?');

/** The session's cookie: no script reads it, and no other site's form sends it along. */
function sessionCookie({ publicUrl }: Service) {
  const options = {
    path: new URL(`${publicUrl}/oauth`).pathname,
    httpOnly: true,
    sameSite: 'lax' as const,
    secure: publicUrl.startsWith('https:'),
  };
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[COOKIE],
    write: (reply: FastifyReply, session: string) => reply.setCookie(COOKIE, session, options),
    forget: (reply: FastifyReply) => reply.clearCookie(COOKIE, options),
  };
}

async function answer(reply: FastifyReply, next: Next): Promise<FastifyReply> {
  if ('location' in next) return reply.redirect(next.location, 303);
  // Browsers hold the redirect that follows a form to the page's policy too: it leads to the application.
  if (next.formAction !== undefined) await reply.helmet(pageHeaders(OAUTH_STYLE_HASH, [next.formAction]));
  return reply.type(HTML).send(String(next.page));
}

function showProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  const path = request.url.split('?', 1)[0];
  if (status >= 500) request.log.error({ err: error, method: request.method, path }, 'request failed');
  const page =
    status >= 500
      ? problemPage(`That was our fault, not yours (${request.id}).`, 'Go back and try again in a minute.')
      : problemPage(error.message, 'Go back to the application that sent you here, and start again.');
  return reply.status(status).type(HTML).send(String(page));
}
