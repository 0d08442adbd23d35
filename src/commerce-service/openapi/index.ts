import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyInstance, RouteOptions } from 'fastify';
import Type, { type Static } from 'typebox';
import { PAGE_MANNERS } from '../../pages/headers.ts';
import { limitByAddress } from '../api/rate-limit.ts';
import type { Service } from '../service.ts';
import { packedFile, packOnce, REFERENCE_POLICY, referencePage, sendPacked, shared } from './reference.ts';

/**
 * Collects all routes that are registered after this call.
 * @returns builds their description. Its dependencies are imported only then, so a process that never serves the
 *   description pays nothing for it.
 */
export function collectRoutes(app: FastifyInstance, service: Service): () => Promise<object> {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  return async () => {
    const { buildDescription } = await import('./build.ts');
    return buildDescription(routes, service);
  };
}

const File = Type.Object({ file: Type.String() });

/**
 * Serves the API's description: `/openapi.json` for programs, `/docs` for people. Everything is built and compressed
 * once, on the first request.
 */
export const openapiRoutes =
  (service: Service, describe: () => Promise<object>): FastifyPluginAsyncTypebox =>
  async (app) => {
    await limitByAddress(app, service);
    const readProgram = packOnce();
    const readDescription = shared(async () =>
      packedFile(await promisify(gzip)(JSON.stringify(await describe()))),
    );
    app.get('/openapi.json', async (request, reply) => {
      const description = await readDescription();
      // A client may keep it, but asks each time whether it has changed.
      reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache');
      return sendPacked(request, reply, description);
    });

    await app.register(async (pages) => {
      await pages.register(helmet, { ...PAGE_MANNERS, contentSecurityPolicy: REFERENCE_POLICY });
      pages.get('/docs', async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(String(referencePage(await readProgram()))),
      );
      // The page's relative addresses assume `/docs` without a trailing slash.
      pages.get('/docs/', (_request, reply) => reply.redirect('../docs', 308));
      pages.get<{ Params: Static<typeof File> }>(
        '/docs/:file',
        { schema: { params: File } },
        async (request, reply) => {
          const { name, content } = await readProgram();
          if (request.params.file !== name) return reply.callNotFound();
          reply.type('text/javascript; charset=utf-8').header('cache-control', IMMUTABLE);
          return sendPacked(request, reply, content);
        },
      );
    });
  };

/** Cached for a year without revalidation, since new content gets a new name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
