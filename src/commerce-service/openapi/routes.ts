import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import Type, { type Static } from 'typebox';
import { PAGE_MANNERS } from '../../pages/headers.ts';
import { packOnce, REFERENCE_POLICY, referencePage } from './reference.ts';

const File = Type.Object({ file: Type.String() });

/** The description of the interface: for programs at `/openapi.json`, for people at `/docs`. */
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
      // Relative addresses on the page are those of /docs.
      pages.get('/docs/', (_request, reply) => reply.redirect('../docs', 308));
      pages.get<{ Params: Static<typeof File> }>(
        '/docs/:file',
        // Packed already: who takes no gzip gets it unpacked.
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

/** For a year, and without asking again: another content has another name. */
const IMMUTABLE = 'public, max-age=31536000, immutable';
