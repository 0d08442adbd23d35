import { join } from 'node:path';
import { createSandbox, type Sandbox } from '../sandbox/index.ts';
import { listShop } from '../shop.ts';
import type { Ground } from './ground.ts';

/** The local community, with its page. */
export async function openSandbox(ground: Ground): Promise<Sandbox> {
  const { app, config, secrets, clock, log, commerce, opened } = ground;
  const sandbox = await createSandbox({
    clock,
    log,
    baseUrl: config.localUrl,
    publicUrl: config.publicUrl,
    token: secrets.sandboxToken,
    oauth: {
      clientSecret: secrets.sandboxClientSecret,
      redirectUris: [`${config.publicUrl}/link/discord/callback`],
    },
    file: join(config.dataDir, 'sandbox.db'),
    shop: () => listShop(commerce),
  });
  opened.defer(() => sandbox.close());
  await app.register(sandbox.routes);
  app.get('/', (_request, reply) => reply.redirect('/sandbox'));
  return sandbox;
}
