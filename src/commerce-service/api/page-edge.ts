import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { IN_READERS_LANGUAGE } from '../../i18n/reader.ts';
import { FORM, limitToForms } from '../../pages/form.ts';
import { pageHeaders } from '../../pages/headers.ts';
import { sameOriginOnly } from '../../pages/same-origin.ts';
import type { Service } from '../service.ts';
import { limitByAddress } from './rate-limit.ts';
import { validatorCompiler } from './validator.ts';

/**
 * Prepares an application that serves pages: cookies, small forms from our own pages only, a strict content security
 * policy, no caching, and a rate limit per address. Call it before adding routes.
 * @param options.times multiple of the configured rate limit
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
    // Pages contain what visitors typed, and links may contain a password.
    reply.headers({ 'cache-control': 'no-store', ...IN_READERS_LANGUAGE });
  });
  // Before the rate limit, so that requests caused by other websites don't use up a visitor's allowance.
  app.addHook('onRequest', sameOriginOnly([service.publicUrl]));
  await limitByAddress(app, service, times);
  app.setValidatorCompiler(validatorCompiler);
}
