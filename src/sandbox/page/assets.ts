import { readFile } from 'node:fs/promises';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

const SCRIPT = 'text/javascript; charset=utf-8';

const FILES = [
  { path: '/', file: new URL('./assets/page.html', import.meta.url), type: 'text/html; charset=utf-8' },
  { path: '/page.css', file: new URL('./assets/page.css', import.meta.url), type: 'text/css; charset=utf-8' },
  { path: '/page.js', file: new URL('./assets/page.js', import.meta.url), type: SCRIPT },
  { path: '/dom.js', file: new URL('./assets/dom.js', import.meta.url), type: SCRIPT },
  { path: '/members.js', file: new URL('./assets/members.js', import.meta.url), type: SCRIPT },
  { path: '/activity.js', file: new URL('./assets/activity.js', import.meta.url), type: SCRIPT },
  { path: '/shop.js', file: new URL('./assets/shop.js', import.meta.url), type: SCRIPT },
] as const;

/** The page's own few files, under a policy that lets it load nothing else. */
export const assetRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'connect-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // The sandbox is served over plain HTTP on a laptop.
    strictTransportSecurity: false,
  });
  for (const { path, file, type } of FILES) {
    const content = await readFile(file);
    app.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
};
