import {
  type CommerceService,
  createCommerceService,
  type MailSender,
  smtpSender,
} from '../commerce-service/index.ts';
import { signInProvider } from '../discord/sign-in.ts';
import { isSnowflakeBy } from '../snowflake.ts';
import type { Container } from './container.ts';
import { chatApplication } from './guild-access.ts';
import { intakeUrlsOf } from './intake.ts';

/** Opens the Commerce Service, with a webhook to our own intake. */
export async function openCommerce(container: Container): Promise<CommerceService> {
  const { app, config, secrets, clock, log, metrics, database, jobs } = container;
  const mail = mailOf(container);
  const application = chatApplication(container);
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
    isChatAccount: (id) => isSnowflakeBy(id, clock.now()),
    operatorCredentials: secrets.commerceCredentials,
    ...(mail && { mail }),
    ...(application && { chat: signInProvider(application) }),
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

/** Chooses how buyers get mail: by the operator's SMTP server, into the sandbox's mailbox, or not at all. */
function mailOf({ config, mailbox }: Container): MailSender | undefined {
  if (config.mail) return smtpSender(config.mail);
  return mailbox && { send: mailbox.send, inboxUrl: `${config.publicUrl}/sandbox/mail` };
}
