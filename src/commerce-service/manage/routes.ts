import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { pageHeaders } from '../../pages/headers.ts';
import { cancelAtPeriodEnd } from '../membership-changes.ts';
import { browserCookies } from '../oauth/cookies.ts';
import { membershipRequest, readDestination } from '../oauth/destination.ts';
import { OAUTH_STYLE_HASH } from '../oauth/pages.ts';
import { findUser, formProof, isOurForm } from '../oauth/sessions.ts';
import { signInPage, wayOf } from '../oauth/sign-in-pages.ts';
import { asRefusal } from '../pass-on.ts';
import { payMembership, refillMembership } from '../payments/membership.ts';
import { limitRate } from '../rate-limit.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { tolerate } from '../tolerance.ts';
import { validatorCompiler } from '../validator.ts';
import { MANAGE_STYLE_HASH } from './layout.ts';
import { membershipPage, membershipsPage, notFoundPage, problemPage } from './page.ts';
import { type Action, findStanding, listOwn } from './standing.ts';
import { doneInWords } from './words.ts';

const ActionName = Type.Enum(['cancel', 'resume', 'refill', 'pay']);
const Params = Type.Object({ id: Type.String({ maxLength: 100 }) });
const Form = Type.Object({
  proof: Type.String({ maxLength: 100 }),
  card_number: Type.Optional(Type.String({ maxLength: 40 })),
  seen_end: Type.Optional(Type.String({ pattern: '^\\d{1,10}$', description: 'seconds' })),
});

/** The pages on which buyers look after what they have bought. */
export const managePages =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(cookie);
    await app.register(formbody);
    await app.register(helmet, pageHeaders(MANAGE_STYLE_HASH));
    await limitRate(app, service, 'address');
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    app.addHook('preValidation', tolerate);
    app.setValidatorCompiler(validatorCompiler);
    app.setErrorHandler<FastifyError>(showProblem);
    const cookies = browserCookies(service);

    /** Who is looking; undefined after a sign-in page was sent. */
    async function viewerOf(request: FastifyRequest, reply: FastifyReply) {
      const { session } = cookies.read(request, reply);
      const user = session === undefined ? undefined : await findUser(service, session);
      return user && session !== undefined
        ? { user, email: user.email, proof: formProof(session) }
        : undefined;
    }

    async function askToSignIn(request: FastifyRequest, reply: FastifyReply, id?: string) {
      const { browser } = cookies.read(request, reply);
      const destination = membershipRequest(id);
      await readDestination(service, destination);
      await reply.helmet(pageHeaders(OAUTH_STYLE_HASH));
      const action = id === undefined ? 'oauth/sign-in' : '../oauth/sign-in';
      const form = { applicationName: undefined, action, request: destination, email: '' };
      return send(reply, 200, signInPage({ ...form, way: wayOf(service), proof: formProof(browser) }));
    }

    app.get('/memberships', async (request, reply) => {
      const viewer = await viewerOf(request, reply);
      if (!viewer) return askToSignIn(request, reply);
      return send(reply, 200, membershipsPage(await listOwn(service, viewer.user.id), viewer));
    });

    app.get(
      '/memberships/:id',
      { schema: { params: Params, querystring: Type.Object({ done: Type.Optional(Type.String()) }) } },
      async (request, reply) => {
        const { id } = request.params;
        const viewer = await viewerOf(request, reply);
        if (!viewer) return askToSignIn(request, reply, id);
        const standing = await findStanding(service, viewer.user.id, id);
        if (!standing) return send(reply, 404, notFoundPage(viewer, id));
        const action = ActionName.enum.find((name) => name === request.query.done);
        const done = action && doneInWords(action, standing);
        return send(reply, 200, membershipPage(standing, viewer, { done }));
      },
    );

    app.post(
      '/memberships/:id/:action',
      { schema: { params: Type.Object({ ...Params.properties, action: ActionName }), body: Form } },
      async (request, reply) => {
        const { id, action } = request.params;
        const { session } = cookies.read(request, reply);
        const viewer = isOurForm(session, request.body.proof) ? await viewerOf(request, reply) : undefined;
        if (!viewer) throw notOurs();
        const standing = await findStanding(service, viewer.user.id, id);
        if (!standing) return send(reply, 404, notFoundPage(viewer, id));
        try {
          await act(service, { accountId: viewer.user.accountId, id }, action, request.body);
        } catch (error) {
          if (!(error instanceof Refusal) || error.statusCode >= 500) throw error;
          const now = (await findStanding(service, viewer.user.id, id)) ?? standing;
          return send(reply, error.statusCode, membershipPage(now, viewer, { problem: error.message }));
        }
        return reply.redirect(`../${id}?done=${action}`, 303);
      },
    );
  };

function act(
  service: Service,
  target: { readonly accountId: string; readonly id: string },
  action: Action,
  { card_number, seen_end }: Static<typeof Form>,
): Promise<unknown> {
  const cardNumber = card_number?.trim() || undefined;
  switch (action) {
    case 'cancel':
      return cancelAtPeriodEnd(service, target, true);
    case 'resume':
      return cancelAtPeriodEnd(service, target, false);
    case 'refill':
      return refillMembership(service, target, { cardNumber, seenEnd: Number(seen_end ?? 0) });
    case 'pay':
      return payMembership(service, target, cardNumber);
  }
}

const notOurs = () =>
  new Refusal('forbidden', 'You were signed out meanwhile, or this form isn’t from this page.');

const send = (reply: FastifyReply, status: number, page: SafeHtml): FastifyReply =>
  reply.status(status).type('text/html; charset=utf-8').send(String(page));

function showProblem(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asRefusal(thrown, reply);
  const status = error.statusCode ?? 500;
  const path = request.url.split('?', 1)[0];
  if (error instanceof Refusal && error.retryAfter !== undefined)
    reply.header('retry-after', error.retryAfter);
  else if (status >= 500) {
    request.log.error({ err: error, method: request.method, path }, 'request failed');
    const message = `That was our fault, not yours (${request.id}).`;
    return send(reply, status, problemPage(message, 'Go back, reload the page and see what it says.'));
  }
  return send(reply, status, problemPage(error.message, 'Go back, reload the page and try again.'));
}
