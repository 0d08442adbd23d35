import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { PAGE_MANNERS } from '../../pages/headers.ts';
import { limitByAddress } from '../api/rate-limit.ts';
import type { Service } from '../service.ts';
import { packedFile, sendPacked, shared } from './packed-file.ts';
import { packOnce, REFERENCE_POLICY, referencePage } from './reference.ts';

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
