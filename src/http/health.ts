import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** `GET /healthz`: the process is alive and answers. It asks nobody else, so that a slow database restarts nothing. */
export const health: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/healthz', async () => ({ status: 'ok' }));
};
