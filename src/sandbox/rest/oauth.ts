import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { RESTPostOAuth2AccessTokenResult } from 'discord-api-types/v10';
import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import { FORM, limitToForms } from '../../pages/form.ts';
import { isSameSecret } from '../../same-secret.ts';
import { type Issued, TOKEN_LIFE } from '../oauth/grants.ts';
import type { RestContext } from './context.ts';

const optional = Type.Optional(Type.String());
const TokenForm = Type.Object({
  grant_type: optional,
  code: optional,
  redirect_uri: optional,
  code_verifier: optional,
  refresh_token: optional,
  token: optional,
  client_id: optional,
  client_secret: optional,
});
type TokenForm = Static<typeof TokenForm>;

/** Serves OAuth tokens. Accepts only forms: https://discord.com/developers/docs/topics/oauth2 */
export const oauthTokenRoutes =
  (context: RestContext): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addHook('onRoute', limitToForms);
    await app.register(formbody, FORM);
    const schema = { body: TokenForm };

    app.post('/oauth2/token', { schema }, async ({ body, headers }, reply) => {
      if (!isClient(context, body, headers.authorization)) return refuse(reply, 401, 'invalid_client');
      const { grants } = context.oauth;
      switch (body.grant_type) {
        case 'authorization_code': {
          const issued = grants.exchange(body.code ?? '', body.redirect_uri ?? '', body.code_verifier);
          return issued ? reply.send(toTokens(issued)) : refuse(reply, 400, 'invalid_grant', 'code');
        }
        case 'refresh_token': {
          const issued = grants.refresh(body.refresh_token ?? '');
          return issued ? reply.send(toTokens(issued)) : refuse(reply, 400, 'invalid_grant', 'refresh_token');
        }
        default:
          return refuse(reply, 400, 'unsupported_grant_type', 'grant_type');
      }
    });

    app.post('/oauth2/token/revoke', { schema }, async ({ body, headers }, reply) => {
      if (!isClient(context, body, headers.authorization)) return refuse(reply, 401, 'invalid_client');
      context.oauth.grants.revoke(body.token ?? '');
      return reply.send({});
    });
  };

/** Whether the client's credentials, in the form or as HTTP Basic, are the application's. */
function isClient({ oauth, community }: RestContext, form: TokenForm, authorization = ''): boolean {
  const [, basic = ''] = /^Basic (.+)$/.exec(authorization) ?? [];
  const given = basic ? Buffer.from(basic, 'base64').toString() : `${form.client_id}:${form.client_secret}`;
  const expected = `${community.state.application.id}:${oauth.application.clientSecret}`;
  return isSameSecret(given, expected);
}

const toTokens = ({ grant, accessToken, refreshToken }: Issued): RESTPostOAuth2AccessTokenResult => ({
  token_type: 'Bearer',
  access_token: accessToken,
  expires_in: TOKEN_LIFE,
  refresh_token: refreshToken,
  scope: grant.scopes.join(' '),
});

/** https://www.rfc-editor.org/rfc/rfc6749#section-5.2. The library has no type for it. */
interface OAuthError {
  readonly error: 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';
  readonly error_description?: string;
}

function refuse(
  reply: FastifyReply,
  status: 400 | 401,
  error: OAuthError['error'],
  field?: string,
): FastifyReply {
  const body: OAuthError = {
    error,
    ...(field !== undefined && { error_description: `Invalid "${field}" in request.` }),
  };
  return reply.status(status).send(body);
}
