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
import { lazily } from '../lazily.ts';
import { checkJsonSize } from '../network/json-size.ts';
import { WEBSOCKET_PATH } from '../network/websocket-path.ts';
import type { Logger } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import { refuseExpectation, requireLength } from './require-length.ts';

/** Default limit of request bodies, in bytes, for bodies that are validated field by field. */
const BODY_LIMIT = 64 * 1024;

/** Headers of every response: browsers must not guess its type, and it isn't cached unless its route allows that. */
const MANNERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };

const compileSchema = SerializerSelector()({}, {});

const compileAnswer = ({ httpStatus = '', ...route }: Parameters<FastifySerializerCompiler<object>>[0]) =>
  compileSchema({ ...route, httpStatus });

const validatorCompiler = lazily(TypeBoxValidatorCompiler);
const serializerCompiler = lazily(compileAnswer);

/** The HTTP application, to which the parts add their routes. It doesn't listen by itself. */
export type App = ReturnType<typeof buildApp>;

export interface AppOptions {
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Proxies whose forwarding headers are trusted: IP addresses, and networks in CIDR notation. */
  readonly trustedProxies?: readonly string[];
}

/** Builds the application: one error format, no query strings in logs, bounded bodies and durations. */
export function buildApp(options: AppOptions) {
  const { trustedProxies = [], metrics } = options;
  const app = fastify({
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    // Elsewhere the header `Upgrade` is ignored, as HTTP allows. Otherwise Node would leave the socket open.
    http: { shouldUpgradeCallback: ({ url = '' }) => pathOf(url) === WEBSOCKET_PATH },
    // On shutdown, requests in progress are finished; only idle connections are closed.
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      const path = pathOf(request.url);
      request.log.debug({ err: error, path }, 'request refused');
      const body = { error: { status: 400, message: `This address can't be read: ${path}` } };
      // Node would read a body to its end otherwise, to find the next request.
      reply.raw.writeHead(400, { ...UNREADABLE, connection: 'close' }).end(JSON.stringify(body));
    },
  })
    .setValidatorCompiler(validatorCompiler)
    .setSerializerCompiler(serializerCompiler)
    .withTypeProvider<TypeBoxTypeProvider>();

  // Compression is opt-in per route: compressing a secret together with external input reveals the secret by length
  // (BREACH).
  app.register(compress, { global: false });
  app.addHook('onRequest', async (_request, reply) => void reply.headers(MANNERS));
  app.addHook('onRequest', requireLength);
  app.server.on('checkExpectation', refuseExpectation);
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
  // No route takes plain text, so it should fail as an unsupported media type rather than as an invalid body.
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

/** Returns the public message of an error. A server-side fault reveals only the request id, to find it in the log. */
function messageOf(error: FastifyError, status: number, { id, routeOptions }: FastifyRequest): string {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return `The body must be at most ${(routeOptions.bodyLimit ?? BODY_LIMIT) / 1024} KiB.`;
  if (status < 500) return error.message;
  if (status === 503) return `${troubleOf(error)}. Try again in ${DATABASE_RETRY_AFTER} s. Request ${id}.`;
  return `Something went wrong on our side. Request ${id}.`;
}

/** Describes the database fault. After a timeout it is unknown whether the database is reachable. */
function troubleOf(error: FastifyError): string {
  if (isFull(error)) return 'The disk of the database is full';
  return isLate(error) ? "The database didn't answer in time" : "The database can't be reached";
}

/** Headers of the response to an unreadable URL: it must not be executed, framed or cached. */
const UNREADABLE = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
};

/** Returns a URL without its query, which may contain secrets. */
const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';
