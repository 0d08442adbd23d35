import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type from 'typebox';
import { passOn } from '../api/error-handler.ts';
import { limitByAddress } from '../api/rate-limit.ts';
import type { Service } from '../service.ts';
import { SCOPE_NAMES } from './client-schema.ts';
import { authenticateBuyers, meRoutes } from './me-routes.ts';
import { oauthPages } from './page-routes.ts';
import { tokenRoutes } from './token-routes.ts';

const Names = Type.Array(Type.String());

/** Authorization server metadata (RFC 8414), from which a library discovers all endpoints. */
const Metadata = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  scopes_supported: Names,
  response_types_supported: Names,
  response_modes_supported: Names,
  grant_types_supported: Names,
  token_endpoint_auth_methods_supported: Names,
  revocation_endpoint_auth_methods_supported: Names,
  code_challenge_methods_supported: Names,
  authorization_response_iss_parameter_supported: Type.Boolean(),
});

const PREFIXES = ['/v5', '/api/v5'];
const METHODS = ['client_secret_post', 'client_secret_basic'];

/** Registers OAuth 2: authorization, tokens, and the resources that access tokens open (below /v5 and /api/v5). */
export const oauth =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(discovery(service));
    await app.register(oauthPages(service));
    // Registered together, so that both prefixes share one rate limit.
    await app.register(async (tokens) => {
      await limitByAddress(tokens, service);
      const routes = tokenRoutes(service);
      for (const prefix of PREFIXES) await tokens.register(routes, { prefix });
    });
    await app.register(async (me) => {
      me.setErrorHandler((error, _request, reply) => passOn(error, reply));
      await authenticateBuyers(me, service);
      for (const prefix of PREFIXES) await me.register(meRoutes(service), { prefix });
    });
  };

const discovery =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    await limitByAddress(app, service);
    const { publicUrl } = service;
    app.get(
      '/.well-known/oauth-authorization-server',
      { schema: { summary: 'Describe the OAuth endpoints (RFC 8414)', response: { 200: Metadata } } },
      async () => ({
        issuer: publicUrl,
        authorization_endpoint: `${publicUrl}/oauth/authorize`,
        token_endpoint: `${publicUrl}/v5/oauth/token`,
        revocation_endpoint: `${publicUrl}/v5/oauth/revoke`,
        scopes_supported: [...SCOPE_NAMES],
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: METHODS,
        revocation_endpoint_auth_methods_supported: METHODS,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
      }),
    );
  };

/** Retention of expired tokens and unused consents, in milliseconds: reuse must still be recognised. */
const KEPT = 60 * 24 * 60 * 60 * 1000;

/** Deletes expired links and sessions, and tokens and consents past their retention. Idempotent. */
export async function pruneOAuth({ prisma }: Service, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - KEPT);
  await prisma.chatSignIn.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.signInLink.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.session.deleteMany({ where: { expiresAt: { lte: now } } });
  await prisma.oAuthToken.deleteMany({ where: { expiresAt: { lte: longAgo } } });
  await prisma.oAuthGrant.deleteMany({ where: { createdAt: { lte: longAgo }, tokens: { none: {} } } });
}
