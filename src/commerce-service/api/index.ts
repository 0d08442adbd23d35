import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Callers } from '../accounts/callers.ts';
import { accountRoutes } from '../accounts/routes.ts';
import { apiKeyRoutes } from '../api-keys/routes.ts';
import type { Resource } from '../api-keys/schema.ts';
import { checkoutSessionRoutes } from '../checkout-sessions/routes.ts';
import { customerRoutes } from '../customers/routes.ts';
import { deliveryRoutes } from '../deliveries/routes.ts';
import { entryRoutes } from '../entries/routes.ts';
import { membershipRoutes } from '../memberships/routes.ts';
import { oauthClientRoutes } from '../oauth/client-routes.ts';
import { paymentRoutes } from '../payments/routes.ts';
import { planRoutes } from '../plans/routes.ts';
import { productRoutes } from '../products/routes.ts';
import { promoCodeRoutes } from '../promo-codes/routes.ts';
import type { Service } from '../service.ts';
import { webhookRoutes } from '../webhooks/routes.ts';
import { authenticate, requireScope } from './authenticate.ts';
import { inWords } from './error-handler.ts';
import { hideSecrets } from './hide-secrets.ts';
import { carryOutOnce, noteError } from './idempotency-key.ts';
import { readJsonBodies, tolerate } from './tolerance.ts';
import { validatorCompiler } from './validator.ts';

/** Registers everything below /api/v2, with one authentication, one error format and one way to parse requests. */
export const apiV2 =
  (service: Service, callers: Callers): FastifyPluginAsyncTypebox =>
  async (app) => {
    await authenticate(app, service, callers);
    app.addHook('preValidation', tolerate);
    app.addHook('preSerialization', hideSecrets);
    app.setValidatorCompiler(validatorCompiler);
    app.setErrorHandler((error, request, reply) => {
      noteError(request, error);
      return inWords(error, request, reply);
    });
    readJsonBodies(app);
    const register = (resource: Resource, ...all: readonly FastifyPluginAsyncTypebox[]) =>
      app.register(async (part) => {
        requireScope(part, resource);
        carryOutOnce(part, service);
        for (const routes of all) await part.register(routes);
      });
    await register('products', productRoutes(service));
    await register('plans', planRoutes(service), entryRoutes(service), checkoutSessionRoutes(service));
    await register('promo_codes', promoCodeRoutes(service));
    await register('memberships', membershipRoutes(service), customerRoutes(service));
    await register('payments', paymentRoutes(service));
    await register('webhooks', webhookRoutes(service), deliveryRoutes(service));
    await register('account', accountRoutes(service));
    await register('api_keys', apiKeyRoutes(service, callers));
    await register('oauth_clients', oauthClientRoutes(service));
  };
