import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import fastify, { type FastifyError, type FastifySerializerCompiler, LogController } from 'fastify';
import type { Logger } from '../log.ts';
import { lazily } from './lazily.ts';

/** The largest body that any route takes unless it says otherwise, in bytes. */
const BODY_LIMIT = 1024 * 1024;

const compileSchema = SerializerSelector()({}, {});

/** Makes what writes an answer of a route. */
const compileAnswer = ({ httpStatus = '', ...route }: Parameters<FastifySerializerCompiler<unknown>>[0]) =>
  compileSchema({ ...route, httpStatus });

/** The HTTP application, on which the parts register their routes. It doesn't listen by itself. */
export type App = ReturnType<typeof buildApp>;

/**
 * Builds the application with the manners that all routes share: one error shape, no query string in a log,
 * bounded bodies and requests.
 */
export function buildApp(options: { log: Logger }) {
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    // At a stop, what is being answered is answered; only idle connections are cut.
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      const path = pathOf(request.url);
      request.log.debug({ err: error, path }, 'request refused');
      const body = { error: { status: 400, message: `This address can't be read: ${path}` } };
      reply.raw.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    },
  })
    .setValidatorCompiler(lazily(TypeBoxValidatorCompiler))
    .setSerializerCompiler(lazily(compileAnswer))
    .withTypeProvider<TypeBoxTypeProvider>();

  // Nothing here takes plain text: it is of the wrong type, not of the wrong form.
  app.removeContentTypeParser('text/plain');

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    const path = pathOf(request.url);
    if (status >= 500) request.log.error({ err: error, method: request.method, path }, 'request failed');
    return reply.status(status).send({
      error: {
        status,
        message: status < 500 ? error.message : `Something went wrong on our side. Request ${request.id}.`,
      },
    });
  });

  app.setNotFoundHandler((request, reply) =>
    reply.status(404).send({
      error: {
        status: 404,
        message: `There is nothing at ${request.method} ${pathOf(request.url)}.`,
      },
    }),
  );

  return app;
}

/** An address without its query, which may hold what is secret. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
