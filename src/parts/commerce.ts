import { type CommerceService, createCommerceService } from '../commerce-service/index.ts';
import type { Sandbox } from '../sandbox/index.ts';
import type { Ground } from './ground.ts';
import { intakeUrls } from './intake-urls.ts';

/** The Commerce Service, which tells our own intake of what happens. */
export async function openCommerce(ground: Ground, sandbox: Sandbox | undefined): Promise<CommerceService> {
  const { app, config, secrets, clock, log, database, jobs } = ground;
  const service = createCommerceService({
    prisma: database.prisma,
    send: jobs.send,
    clock,
    log,
    isAlone: database.isEmbedded,
    publicUrl: config.publicUrl,
    rateLimit: config.commerceRateLimit,
    signatureHeader: config.commerceSignatureHeader,
    privateHosts: config.commercePrivateHosts,
    ...(config.mail && { mail: config.mail }),
    // Where real people's roles are at stake, nobody becomes somebody else by typing an address.
    showSignInLinks: sandbox !== undefined && !config.discord,
  });
  await service.prepare({
    apiKey: secrets.commerceApiKey,
    webhook: { url: intakeUrls(config).intakeUrl, secret: secrets.commerceWebhookSecrets[0] },
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
