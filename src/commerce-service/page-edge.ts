import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { FORM, limitToForms } from '../pages/form.ts';
import { pageHeaders } from '../pages/headers.ts';
import { sameOriginOnly } from '../pages/same-origin.ts';
import { limitByAddress } from './rate-limit.ts';
import type { Service } from './service.ts';
import { validatorCompiler } from './validator.ts';

/**
 * Makes an edge one for people with a browser: cookies, small forms of our own pages only, closed and uncached pages,
 * and a limit per address. To be called before its routes are added.
 * @param options.styleHash of the style sheet of its pages
 * @param options.times how many times as often as the configuration says an address may ask
 */
export async function openPageEdge(
  app: FastifyInstance,
  service: Service,
  { styleHash, times }: { readonly styleHash: string; readonly times?: number },
): Promise<void> {
  await app.register(cookie);
  app.addHook('onRoute', limitToForms);
  await app.register(formbody, FORM);
  await app.register(helmet, pageHeaders(styleHash));
  app.addHook('onRequest', async (_request, reply) => {
    // Pages carry what somebody has typed, and links may carry a password.
    reply.header('cache-control', 'no-store');
  });
  // Before the limit: what other websites make browsers send uses up nobody's requests.
  app.addHook('onRequest', sameOriginOnly([service.publicUrl]));
  await limitByAddress(app, service, times);
  app.setValidatorCompiler(validatorCompiler);
}
