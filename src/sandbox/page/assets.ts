import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

const FOLDER = new URL('./assets/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The page's own files, under a policy that lets it load nothing else but pictures that messages show. */
export const assetRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'connect-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'https:'],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // The sandbox is served over plain HTTP on a laptop.
    strictTransportSecurity: false,
  });
  for (const file of await readdir(FOLDER, { recursive: true })) {
    const type = TYPES[extname(file)];
    if (type === undefined) continue;
    const path = file === 'page.html' ? '/' : `/${file}`;
    const content = await readFile(new URL(file, FOLDER));
    app.get(path, (_request, reply) => reply.type(type).header('cache-control', 'no-cache').send(content));
  }
};
