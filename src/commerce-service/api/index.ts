import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { readJsonBodies } from '../json-body.ts';
import { limitRate } from '../rate-limit.ts';
import type { Service } from '../service.ts';
import { tolerate } from '../tolerance.ts';
import { validatorCompiler } from '../validator.ts';
import { accountRoutes } from './account.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { authenticate, callerDecoration } from './authenticate.ts';
import { deliveryRoutes } from './deliveries.ts';
import { entryRoutes } from './entries.ts';
import { hideSecrets } from './hide-secrets.ts';
import { inWords } from './in-words.ts';
import { membershipRoutes } from './memberships.ts';
import { oauthClientRoutes } from './oauth-clients.ts';
import { paymentRoutes } from './payments.ts';
import { planRoutes } from './plans.ts';
import { productRoutes } from './products.ts';
import { promoCodeRoutes } from './promo-codes.ts';
import { webhookRoutes } from './webhooks.ts';

/** Everything below /api/v2: one key, one error shape, one way to read a request. */
export const apiV2 =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    await limitRate(app, service, 'key');
    app.decorateRequest(callerDecoration);
    app.addHook('onRequest', authenticate(service));
    app.addHook('preValidation', tolerate);
    app.addHook('preSerialization', hideSecrets);
    app.setValidatorCompiler(validatorCompiler);
    app.setErrorHandler(inWords);
    readJsonBodies(app);
    await app.register(productRoutes(service));
    await app.register(planRoutes(service));
    await app.register(entryRoutes(service));
    await app.register(promoCodeRoutes(service));
    await app.register(membershipRoutes(service));
    await app.register(paymentRoutes(service));
    await app.register(webhookRoutes(service));
    await app.register(deliveryRoutes(service));
    await app.register(accountRoutes(service));
    await app.register(apiKeyRoutes(service));
    await app.register(oauthClientRoutes(service));
  };
