import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

/** `GET /healthz`: the process is alive. Checks nothing else, so that a slow database doesn't cause a restart. */
export const health: FastifyPluginAsyncTypebox = async (app) => {
  app.get('/healthz', async () => ({ status: 'ok' }));
};
