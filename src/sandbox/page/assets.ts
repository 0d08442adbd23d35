import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

const FOLDER = new URL('./assets/', import.meta.url);

const TYPES: Readonly<Record<string, string | undefined>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Packages that the page's scripts import, and their ES modules, which lie beside the entry points for Node.js. */
const PACKAGES = { htm: 'htm.mjs', preact: 'preact.mjs', 'preact/hooks': 'hooks.mjs' };
const IMPORT = new RegExp(`(from ?["'])(${Object.keys(PACKAGES).join('|')})(["'])`, 'g');
const { resolve } = createRequire(import.meta.url);

/** The files of the page, read once: they are part of the program. */
const FILES = [
  ...readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((file) => ({ file, url: new URL(file, FOLDER) })),
  ...Object.entries(PACKAGES).map(([name, module]) => ({
    file: `modules/${name}.js`,
    url: new URL(module, pathToFileURL(resolve(name))),
  })),
].flatMap(({ file, url }) => {
  const type = TYPES[extname(file)];
  if (type === undefined) return [];
  const content = readFileSync(url, 'utf8');
  return [{ file, type, content: extname(file) === '.js' ? resolveImports(content, file) : content }];
});
const FILE_OF = new Map(FILES.map((one) => [one.file, one]));

/** Replaces the names of packages, which browsers can't resolve without an inline import map, by relative paths. */
function resolveImports(script: string, file: string): string {
  const up = '../'.repeat(file.split('/').length - 1);
  return script.replace(IMPORT, (_, before, name, after) => `${before}${up}modules/${name}.js${after}`);
}

const HASH = FILES.reduce(
  (hash, { file, content }) => hash.update(file).update(content),
  createHash('sha256'),
)
  .digest('hex')
  .slice(0, 16);

/** URL path of the files. It changes when any file changes, so that browsers can cache them forever. */
export const ASSETS = `/sandbox/assets-${HASH}`;

const PAGE = readFileSync(new URL('page.html', FOLDER), 'utf8').replaceAll(
  '"/sandbox/assets/',
  `"${ASSETS}/`,
);

/** Serves the page's files. Their policy allows only the page's own files, and images over HTTPS. */
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
  app.get('/', COMPRESSED, (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(PAGE),
  );
  app.get<{ Params: { '*': string } }>(`/assets-${HASH}/*`, COMPRESSED, (request, reply) => {
    const file = FILE_OF.get(request.params['*']);
    if (!file) return reply.callNotFound();
    return reply.type(file.type).header('cache-control', IMMUTABLE).send(file.content);
  });
};

const COMPRESSED = { compress: {} };

/** One year, without revalidation. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
