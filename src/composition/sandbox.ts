import { join } from 'node:path';
import { type CommerceService, callbackUrl } from '../commerce-service/index.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox/index.ts';
import type { Container } from './container.ts';
import { openShop } from './shop.ts';

/**
 * Opens the local community with its page.
 * @param service the built-in Commerce Service, where the page can buy and let time pass
 * @param special options that differ from the usual ones
 */
export async function openSandbox(
  container: Container,
  service?: CommerceService,
  special: Partial<Pick<SandboxOptions, 'take' | 'file'>> = {},
): Promise<Sandbox> {
  const { app, config, secrets, clock, log, opened } = container;
  const sandbox = await createSandbox({
    clock,
    log,
    baseUrl: config.localUrl,
    publicUrl: config.publicUrl,
    token: secrets.sandboxToken,
    oauth: {
      clientSecret: secrets.sandboxClientSecret,
      redirectUris: [`${config.publicUrl}/link/discord/callback`, callbackUrl(config.publicUrl)],
    },
    file: join(config.dataDir, 'sandbox.db'),
    shop: openShop(container, service),
    mailbox: container.mailbox,
    ...special,
  });
  opened.defer(() => sandbox.close());
  await app.register(sandbox.routes);
  app.get('/', (_request, reply) => reply.redirect('/sandbox'));
  return sandbox;
}
