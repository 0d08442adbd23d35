import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import Type from 'typebox';
import { FORM, limitToForms } from '../../pages/form.ts';
import { sameOriginOnly } from '../../pages/same-origin.ts';
import type { LocalCommunity } from '../community.ts';
import { ownHostOnly } from '../page/host-guard.ts';
import {
  AuthorizationQuery,
  type OAuthApplication,
  readRequest,
  withCode,
  withRefusal,
} from './authorize.ts';
import { consentPage, refusalPage } from './consent-page.ts';
import type { Grants } from './grants.ts';

export interface OAuthContext {
  readonly community: LocalCommunity;
  readonly grants: Grants;
  readonly application: OAuthApplication;
  readonly baseUrls: readonly string[];
}

const Choice = Type.Object({
  user_id: Type.Optional(Type.String()),
  choice: Type.Enum(['authorize', 'cancel']),
});

/** Serves the page on which a user authorizes the application. */
export const oauthRoutes =
  (context: OAuthContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { community, grants } = context;
    const clientId = () => community.state.application.id;
    app.addHook('onRoute', limitToForms);
    await app.register(formbody, FORM);
    app.addHook('onRequest', ownHostOnly(context.baseUrls));
    app.addHook('onRequest', sameOriginOnly(context.baseUrls));
    const schema = { querystring: AuthorizationQuery };

    app.get('/oauth2/authorize', { schema }, async ({ query }, reply) => {
      const request = readRequest(query, clientId(), context.application);
      if (request.kind === 'wrong') return reply.redirect(request.location);
      if (request.kind === 'unusable') return sendPage(reply.status(400), refusalPage(request.message));
      const people = [...community.state.users.values()].filter(({ bot }) => !bot);
      const content = consentPage(community.state.application.name, request.scopes, people);
      return sendPage(reply, content, new URL(request.redirectUri).origin);
    });

    app.post('/oauth2/authorize', { schema: { ...schema, body: Choice } }, async ({ query, body }, reply) => {
      const request = readRequest(query, clientId(), context.application);
      if (request.kind === 'wrong') return reply.redirect(request.location);
      if (request.kind === 'unusable') return sendPage(reply.status(400), refusalPage(request.message));
      const { redirectUri, scopes, challenge } = request;
      if (body.choice === 'cancel') return reply.redirect(withRefusal(redirectUri, query.state));
      const user = community.user(body.user_id ?? '');
      if (!user || user.bot) return sendPage(reply.status(400), refusalPage('Nobody here has this id.'));
      const code = grants.issueCode({ userId: user.id, scopes, redirectUri, challenge });
      return reply.redirect(withCode(redirectUri, code, query.state), 303);
    });
  };

/** @param target origin that the form may redirect to. Browsers apply `form-action` to redirects, too. */
function sendPage(reply: FastifyReply, content: string, target = ''): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; form-action 'self' ${target}; frame-ancestors 'none'; base-uri 'none'`,
      // `sameOriginOnly` checks the form's Origin header, which browsers send as `null` under a no-referrer policy.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(content);
}
