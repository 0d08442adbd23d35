import helmet from '@fastify/helmet';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { pageHeaders } from '../../pages/headers.ts';
import { DOCS_STYLE_HASH, docsPage } from './page.ts';

/** The description of the interface: for programs at `/openapi.json`, for people at `/docs`. */
export const openapiRoutes =
  (description: () => Promise<object>): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get('/openapi.json', description);

    await app.register(async (pages) => {
      await pages.register(helmet, pageHeaders(DOCS_STYLE_HASH));
      pages.get('/docs', async (_request, reply) =>
        reply.type('text/html; charset=utf-8').send(String(docsPage(await description()))),
      );
    });
  };
