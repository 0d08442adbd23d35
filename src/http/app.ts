import compress from '@fastify/compress';
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import { type TypeBoxTypeProvider, TypeBoxValidatorCompiler } from '@fastify/type-provider-typebox';
import fastify, {
  type FastifyError,
  type FastifyRequest,
  type FastifySerializerCompiler,
  LogController,
} from 'fastify';
import { DATABASE_RETRY_AFTER, isFull, isLate, isUnreachable } from '../database/unreachable.ts';
import { checkJsonSize } from '../json-size.ts';
import type { Logger } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { lazily } from './lazily.ts';

/** The largest body that any route takes unless it says otherwise, in bytes: all that is checked field by field. */
const BODY_LIMIT = 64 * 1024;

/**
 * Browsers take an answer for what it says it is, and for nothing else; and nobody on the way keeps it, unless its
 * route says that it may be kept.
 */
const MANNERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

const compileSchema = SerializerSelector()({}, {});

/** Makes what writes an answer of a route. */
const compileAnswer = ({ httpStatus = '', ...route }: Parameters<FastifySerializerCompiler<unknown>>[0]) =>
  compileSchema({ ...route, httpStatus });

/** The HTTP application, on which the parts register their routes. It doesn't listen by itself. */
export type App = ReturnType<typeof buildApp>;

export interface AppOptions {
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Proxies whose word on where a request comes from is taken: addresses, and networks in CIDR notation. */
  readonly trustedProxies?: readonly string[];
}

/**
 * Builds the application with the manners that all routes share: one error shape, no query string in a log,
 * bounded bodies and requests.
 */
export function buildApp(options: AppOptions) {
  const { trustedProxies = [], metrics } = options;
  const app = fastify({
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
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
      reply.raw.writeHead(400, UNREADABLE).end(JSON.stringify(body));
    },
  })
    .setValidatorCompiler(lazily(TypeBoxValidatorCompiler))
    .setSerializerCompiler(lazily(compileAnswer))
    .withTypeProvider<TypeBoxTypeProvider>();

  // Only routes that say so: compressing a secret beside what a stranger wrote tells the secret by its length (BREACH).
  app.register(compress, { global: false });
  app.addHook('onRequest', async (_request, reply) => void reply.headers(MANNERS));
  if (metrics)
    app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
      const labels = { method, route: routeOptions.url ?? 'none', status: reply.statusCode };
      metrics.requests.observe(labels, reply.elapsedTime / 1000);
    });

  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    checkJsonSize(body);
    void parseJson(request, body, done);
  });
  // Nothing here takes plain text: it is of the wrong type, not of the wrong form.
  app.removeContentTypeParser('text/plain');

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? (isUnreachable(error) ? 503 : 500);
    const path = pathOf(request.url);
    if (status >= 500) request.log.error({ err: error, method: request.method, path }, 'request failed');
    if (status === 503) reply.header('retry-after', DATABASE_RETRY_AFTER);
    return reply.status(status).send({ error: { status, message: messageOf(error, status, request) } });
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

/** What of an error may leave: nothing of a fault of ours but how to find it in the log. */
function messageOf(error: FastifyError, status: number, { id, routeOptions }: FastifyRequest): string {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return `The body must be at most ${(routeOptions.bodyLimit ?? BODY_LIMIT) / 1024} KiB.`;
  if (status < 500) return error.message;
  if (status === 503) return `${troubleOf(error)}. Try again in ${DATABASE_RETRY_AFTER} s. Request ${id}.`;
  return `Something went wrong on our side. Request ${id}.`;
}

/** What is wrong with the database. Where it had no time, whether it can be reached isn't known. */
function troubleOf(error: FastifyError): string {
  if (isFull(error)) return 'The disk of the database is full';
  return isLate(error) ? "The database didn't answer in time" : "The database can't be reached now";
}

/** Headers of the answer to an address that no part gets to see: nothing of it is run, framed or kept. */
const UNREADABLE = {
  ...{ 'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...{ 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' },
};

/** An address without its query, which may hold what is secret. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
