import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { PAGE_MANNERS } from '../../pages/headers.ts';
import { packOnce, REFERENCE_POLICY, referencePage } from './reference.ts';

const File = Type.Object({ file: Type.String() });

/** Serves the API's description: `/openapi.json` for programs, `/docs` for people. */
export const openapiRoutes =
  (description: () => Promise<object>): FastifyPluginAsyncTypebox =>
  async (app) => {
    const readProgram = packOnce();
    app.get('/openapi.json', { compress: {} }, description);

    await app.register(async (pages) => {
      await pages.register(helmet, { ...PAGE_MANNERS, contentSecurityPolicy: REFERENCE_POLICY });
      pages.get('/docs', async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(String(referencePage(await readProgram()))),
      );
      // The page's relative addresses assume `/docs` without a trailing slash.
      pages.get('/docs/', (_request, reply) => reply.redirect('../docs', 308));
      pages.get<{ Params: Static<typeof File> }>(
        '/docs/:file',
        // Already gzipped. Clients that don't accept gzip get it decompressed.
        { compress: { encodings: ['gzip'], inflateIfDeflated: true }, schema: { params: File } },
        async (request, reply) => {
          const { file, gzipped } = await readProgram();
          if (request.params.file !== file) return reply.callNotFound();
          return reply
            .type('text/javascript; charset=utf-8')
            .header('cache-control', IMMUTABLE)
            .send(gzipped);
        },
      );
    });
  };

/** Cached for a year without revalidation, since new content gets a new name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
