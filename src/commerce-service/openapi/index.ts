import type { FastifyInstance, RouteOptions } from 'fastify';
import type { Service } from '../service.ts';

/**
 * Collects the routes that are registered after it, and gives the description of all of them. It is built
 * when somebody asks for it, with all that this needs: a process that nobody asks pays nothing for it.
 */
export function collectRoutes(app: FastifyInstance, service: Service): () => Promise<object> {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  let description: Promise<object> | undefined;
  return () => {
    description ??= import('./build.ts').then(({ buildDescription }) => buildDescription(routes, service));
    return description;
  };
}
