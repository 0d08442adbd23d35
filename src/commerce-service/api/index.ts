import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { limitRate } from '../rate-limit.ts';
import type { Service } from '../service.ts';
import { tolerate } from '../tolerance.ts';
import { validatorCompiler } from '../validator.ts';
import { apiKeyRoutes } from './api-keys.ts';
import { authenticate, callerDecoration } from './authenticate.ts';
import { deliveryRoutes } from './deliveries.ts';
import { entryRoutes } from './entries.ts';
import { inWords } from './in-words.ts';
import { membershipRoutes } from './memberships.ts';
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
    app.setValidatorCompiler(validatorCompiler);
    app.setErrorHandler(inWords);
    const parseJson = app.getDefaultJsonParser('error', 'error');
    app.removeContentTypeParser('application/json');
    app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
      // Many clients name the type of a body also where they send none.
      body === '' ? done(null, {}) : parseJson(request, body, done),
    );
    await app.register(productRoutes(service));
    await app.register(planRoutes(service));
    await app.register(entryRoutes(service));
    await app.register(promoCodeRoutes(service));
    await app.register(membershipRoutes(service));
    await app.register(paymentRoutes(service));
    await app.register(webhookRoutes(service));
    await app.register(deliveryRoutes(service));
    await app.register(apiKeyRoutes(service));
  };
