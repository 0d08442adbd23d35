import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Service } from '../service.ts';

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
