import { expect } from 'vitest';
import { buildApp } from '../../src/http/app.ts';
import { createSandbox } from '../../src/sandbox/index.ts';
import { quietLog } from '../support/log.ts';
import { startSandbox, TOKEN } from './sandbox.ts';

/** The routes that are declared, as `GET /guilds/:guild_id`. */
export async function declaredRoutes(): Promise<string[]> {
  const { sandbox, clock, baseUrl } = await startSandbox();
  const twin = await createSandbox({ clock, log: quietLog, baseUrl, token: TOKEN, file: undefined });
  expect(twin.guildId).toBe(sandbox.guildId);
  const app = buildApp({ log: quietLog });
  const prefix = '/sandbox/api/v10';
  const found: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url.startsWith(prefix) && method !== 'HEAD') found.push(`${method} ${url.slice(prefix.length)}`);
  });
  await app.register(twin.routes);
  await app.ready();
  await app.close();
  await twin.close();
  return found;
}
