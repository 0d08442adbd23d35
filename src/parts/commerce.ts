import { type CommerceService, createCommerceService } from '../commerce-service/index.ts';
import type { Ground } from './ground.ts';
import { intakeUrlsOf } from './intake-urls.ts';

/** The Commerce Service, which tells our own intake of what happens. */
export async function openCommerce(ground: Ground): Promise<CommerceService> {
  const { app, config, secrets, clock, log, metrics, database, jobs } = ground;
  const service = createCommerceService({
    prisma: database.prisma,
    send: jobs.send,
    clock,
    log,
    metrics,
    isAlone: database.isEmbedded,
    publicUrl: config.publicUrl,
    rateLimit: config.commerceRateLimit,
    signatureHeader: config.commerceSignatureHeader,
    privateHosts: config.commercePrivateHosts,
    ...(config.mail && { mail: config.mail }),
    // Where real people's roles are at stake, nobody becomes somebody else by typing an address.
    showSignInLinks: config.parts.has('sandbox') && !config.discord,
  });
  await service.prepare({
    apiKey: secrets.commerceApiKey,
    webhook: { url: intakeUrlsOf(config)[0], secret: secrets.commerceWebhookSecrets[0] },
    application: {
      clientId: secrets.commerceClientId,
      clientSecret: secrets.commerceClientSecret,
      name: 'Rolekeeper',
      redirectUris: [`${config.publicUrl}/link/commerce/callback`],
    },
  });
  await app.register(service.routes);
  return service;
}
