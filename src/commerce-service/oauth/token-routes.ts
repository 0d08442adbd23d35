import formbody from '@fastify/formbody';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { errorCode } from '../../errors.ts';
import { english } from '../../i18n/index.ts';
import { FORM, formTooLarge, limitToForms } from '../../pages/form.ts';
import { passOn } from '../api/error-handler.ts';
import { createGuard } from '../api/guard.ts';
import { tolerate } from '../api/tolerance.ts';
import { validatorCompiler } from '../api/validator.ts';
import type { Service } from '../service.ts';
import { authenticateClient, type Client, type ClientCredentials } from './clients.ts';
import { exchangeCode, refresh } from './grants.ts';
import { OAuthError } from './oauth-error.ts';
import { type ClientAuthor, clientAuthor, revokeToken } from './tokens.ts';

const CLIENT = {
  client_id: Type.String({ maxLength: 512, description: 'Client id of the application.' }),
  client_secret: Type.String({ maxLength: 512, description: 'Client secret of the application.' }),
};

/** Body of the token endpoint. PKCE and refresh tokens are beyond the specification. */
const TokenRequest = Type.Object({
  grant_type: Type.String({
    description: 'authorization_code, or refresh_token (beyond the specification).',
  }),
  code: Type.Optional(
    Type.String({ maxLength: 512, description: 'The authorization code. For authorization_code.' }),
  ),
  ...CLIENT,
  redirect_uri: Type.Optional(
    Type.String({
      maxLength: 2048,
      description: 'The same as in the authorization request. For authorization_code.',
    }),
  ),
  code_verifier: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._~-]{43,128}$',
      description: '43 to 128 letters, digits and -._~ (required if a code_challenge was sent)',
    }),
  ),
  refresh_token: Type.Optional(
    Type.String({ maxLength: 512, description: 'The newest refresh token. For refresh_token.' }),
  ),
  scope: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'Subset of the agreed scopes, for the new access_token. For refresh_token.',
    }),
  ),
});

const Tokens = Type.Object({
  access_token: Type.String({ description: 'For "Authorization: Bearer" on the endpoints below /v5/me.' }),
  token_type: Type.Enum(['Bearer']),
  expires_in: Type.Integer({ description: 'Seconds until access_token expires.' }),
  refresh_token: Type.String({ description: 'Works once, within 30 days.' }),
  scope: Type.String({ description: 'Scopes of access_token, separated by spaces.' }),
});

/** Registers the token and revocation endpoints, for JSON and forms, with the errors of RFC 6749, 5.2. */
export const tokenRoutes = (service: Service): FastifyPluginAsyncTypebox => {
  const authorOf = clientsByRequest(service);
  return async (app) => {
    app.addHook('onRoute', limitToForms);
    await app.register(formbody, FORM);
    app.addHook('preValidation', async (request) => {
      await tolerate(request);
      request.body = withBasicCredentials(request);
    });
    app.setValidatorCompiler(validatorCompiler);
    app.setErrorHandler<FastifyError | OAuthError>(showError);
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    });

    app.post(
      '/oauth/token',
      {
        schema: {
          summary: 'Exchange an authorization code, or a refresh token, for an access token',
          body: TokenRequest,
          response: { 200: Tokens },
        },
      },
      async (request) => {
        const by = await authorOf(request);
        const { body } = request;
        const need = (name: 'code' | 'redirect_uri' | 'refresh_token'): string => {
          const value = body[name];
          if (value === undefined) throw new OAuthError('invalid_request', `${name} is required.`);
          return value;
        };
        switch (body.grant_type) {
          case 'authorization_code': {
            const { code_verifier } = body;
            const exchange = { code: need('code'), redirect_uri: need('redirect_uri') };
            return exchangeCode(service, by, { ...exchange, ...(code_verifier && { code_verifier }) });
          }
          case 'refresh_token': {
            const { scope } = body;
            return refresh(service, by, {
              refresh_token: need('refresh_token'),
              ...(scope && { scope }),
            });
          }
          default:
            throw new OAuthError(
              'unsupported_grant_type',
              'grant_type must be one of: authorization_code, refresh_token.',
            );
        }
      },
    );

    app.post(
      '/oauth/revoke',
      {
        schema: {
          summary: 'Revoke a token (RFC 7009)',
          description:
            'Revokes an access token alone, or a refresh token with every token of the same consent. Unknown tokens also get 200.',
          body: Type.Object({
            ...CLIENT,
            token: Type.String({ maxLength: 512, description: 'The access or refresh token to revoke.' }),
            token_type_hint: Type.Optional(Type.String({ description: 'Ignored.' })),
          }),
          response: { 200: Type.Object({}) },
        },
      },
      async (request) => {
        await revokeToken(service, await authorOf(request), request.body.token);
        return {};
      },
    );
  };
};

/**
 * Returns a function that authenticates the application of a request and limits failures by IP address. An invalid code
 * or token doesn't count as a failure: trying one takes an application's secret, and any browser can hand an
 * application a made-up code.
 */
function clientsByRequest(service: Service) {
  const guard = createGuard<Client>(service.clock, ({ id }) => id);
  return async ({ ip, body }: FastifyRequest<{ Body: ClientCredentials }>): Promise<ClientAuthor> => {
    const credential = `${body.client_id} ${body.client_secret}`;
    const client = await guard.check(ip, credential, () => authenticateClient(service, body));
    if (!client) throw new OAuthError('invalid_client', 'client_id or client_secret is wrong.');
    return clientAuthor(client, ip);
  };
}

/**
 * Copies the client's credentials from an HTTP Basic header, which libraries prefer, into the body. Each part is
 * form-encoded (RFC 6749, 2.3.1).
 */
function withBasicCredentials({ headers, body }: FastifyRequest): unknown {
  const encoded = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined || typeof body !== 'object' || body === null) return body;
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const decode = (text: string) => new URLSearchParams(`text=${text}`).get('text') ?? '';
  return { ...body, client_id: decode(id), client_secret: decode(rest.join(':')) };
}

/**
 * Reports errors in the format of the OAuth standard, which libraries parse and which is incompatible with our own.
 * Errors 429 and 5xx keep our own format.
 */
function showError(error: FastifyError | OAuthError, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500;
  if (status >= 500 || status === 429) return passOn(error, reply);
  if (status === 401 && /^Basic /i.test(request.headers.authorization ?? ''))
    reply.header('www-authenticate', 'Basic realm="commerce"');
  const code = error instanceof OAuthError ? error.error : 'invalid_request';
  const isTooLarge = errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE';
  return reply
    .status(status)
    .send({ error: code, error_description: isTooLarge ? formTooLarge(english) : error.message });
}
