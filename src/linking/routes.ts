import { readFileSync } from 'node:fs';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimiter from '@fastify/rate-limit';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { IN_READERS_LANGUAGE, wordsOf } from '../i18n/reader.ts';
import { FORM, limitToForms } from '../pages/form.ts';
import { pageHeaders } from '../pages/headers.ts';
import { type CrossOriginRequest, sameOriginOnly } from '../pages/same-origin.ts';
import { isSnowflake } from '../snowflake.ts';
import { begin, chatReturned } from './chat-leg.ts';
import { commerceReturned, toCommerce } from './commerce-leg.ts';
import { cancel, confirm } from './decision.ts';
import { readNote } from './failure.ts';
import { findJourney } from './journey.ts';
import { startUrl } from './link-status.ts';
import { arrivalsPart, endedPart } from './pages/done.ts';
import { STYLE_HASH } from './pages/frame.ts';
import { startPage } from './pages/journey.ts';
import { formProof } from './proofs.ts';
import { SCOPES } from './providers.ts';
import { createAnswers, show, showFailure } from './routes/answers.ts';
import { failureOf, TooMany } from './routes/refusals.ts';
import { linkCookies } from './routes/session.ts';
import { arrivalsOf, isStillLinked, type ShowDeps, showJourney } from './routes/show-journey.ts';

/**
 * Requests allowed per minute for one address (for IPv6, a /64 network). A journey takes ten. Its final page polls
 * about sixty times in the first minute and has a limit of its own, enough for many people behind one address.
 */
const LIMIT = { pages: 60, news: 3_000 };

export type LinkRoutesDeps = ShowDeps & {
  readonly publicUrl: string;
  /** OAuth scopes that members are asked for at the chat platform. */
  readonly scopes: readonly string[];
  /** Overrides the number of requests per minute and address. */
  readonly limit?: number;
};

/** Timeout of a response that depends on the providers, in milliseconds. */
const PATIENCE = 20_000;

/** Not aborted when the browser disconnects: a step that has used up its code must be finished. */
const inTime = (): AbortSignal => AbortSignal.timeout(PATIENCE);

const HTML = 'text/html; charset=utf-8';
const SCRIPT = readFileSync(new URL('./pages/live.js', import.meta.url), 'utf8');

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const Answer = Type.Object({ state: text(200), code: text(2000), error: text(200), iss: text(500) });
const For = Type.Object({ for: Type.Optional(Type.Refine(Type.String(), isSnowflake)) });
const Proof = Type.Object({ proof: Type.String({ maxLength: 100 }) });

/** Serves the linking pages below `/link`. */
export const linkRoutes =
  (deps: LinkRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const base = `${new URL(`${deps.publicUrl}/`).pathname}link`;
    const cookies = linkCookies(deps.publicUrl);
    const { session, note } = cookies;
    const { fail, send } = createAnswers(base, cookies);
    await app.register(cookie);
    app.addHook('onRoute', limitToForms);
    await app.register(formbody, FORM);
    await app.register(helmet, pageHeaders(STYLE_HASH));
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', ...IN_READERS_LANGUAGE });
    });
    app.addHook('onRequest', sameOriginOnly([deps.publicUrl]));
    await app.register(rateLimiter, {
      max: deps.limit ?? LIMIT.pages,
      timeWindow: 60_000,
      errorResponseBuilder: (_request, { ttl }) => new TooMany(Math.ceil(ttl / 1000)),
    });
    app.setErrorHandler<FastifyError | CrossOriginRequest | TooMany>((error, request, reply) =>
      fail(request, reply, failureOf(error, request)),
    );

    app.get('/link', { schema: { querystring: For } }, async (request, reply) => {
      const { for: expected } = request.query;
      const elsewhere = canonicalStart(deps.publicUrl, request, expected);
      if (elsewhere !== undefined) return reply.redirect(elsewhere, 302);
      const letsIn = deps.scopes.includes(SCOPES.join);
      const start = { platform: deps.chat.name, letsIn, expectedUserId: expected };
      return show(reply, startPage(wordsOf(request), base, start));
    });

    app.post('/link/begin', { schema: { body: For } }, async (request, reply) =>
      send(request, reply, await begin(deps, request.body.for)),
    );

    app.get('/link/discord/callback', { schema: { querystring: Answer } }, async (request, reply) =>
      send(request, reply, await chatReturned(deps, session.read(request), request.query, inTime())),
    );

    app.post('/link/commerce', { schema: { body: Proof } }, async (request, reply) =>
      send(request, reply, await toCommerce(deps, session.read(request), request.body.proof, inTime())),
    );

    app.get('/link/commerce/callback', { schema: { querystring: Answer } }, async (request, reply) =>
      send(request, reply, await commerceReturned(deps, session.read(request), request.query, inTime())),
    );

    app.post('/link/confirm', { schema: { body: Proof } }, async (request, reply) =>
      send(
        request,
        reply,
        await confirm(deps, session.read(request), request.body.proof, request.ip, inTime()),
      ),
    );

    app.post('/link/cancel', { schema: { body: Proof } }, async (request, reply) =>
      send(request, reply, await cancel(deps, session.read(request), request.body.proof)),
    );

    app.get('/link/journey', async (request, reply) => {
      const words = wordsOf(request);
      const known = session.read(request);
      const journey = await findJourney(deps, known);
      if (!journey || known === undefined) return showFailure(words, reply, { kind: 'expired' }, base);
      return showJourney(deps, { words, reply }, { base, proof: formProof(known) }, journey, inTime());
    });

    app.get('/link/outcome', async (request, reply) =>
      showFailure(wordsOf(request), reply, readNote(note.read(request)) ?? { kind: 'expired' }, base),
    );

    const news = { rateLimit: { max: deps.limit ?? LIMIT.news } };
    app.get('/link/status', { config: news }, async (request, reply) => {
      const journey = await findJourney(deps, session.read(request));
      if (journey?.step !== 'done') return reply.status(404).type(HTML).send('');
      if (!(await isStillLinked(deps, journey))) return show(reply, endedPart(wordsOf(request)));
      return show(reply, arrivalsPart(wordsOf(request), await arrivalsOf(deps, journey, inTime())));
    });

    app.get('/link/live.js', (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(SCRIPT),
    );

    const nothing = async (request: FastifyRequest, reply: FastifyReply) =>
      showFailure(wordsOf(request), reply, { kind: 'unreadable', status: 404 }, base);
    app.all('/link/*', nothing);
    app.route({ method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], url: '/link', handler: nothing });
  };

/**
 * Returns the start page on our canonical host, for a browser that used another loopback name: cookies and redirect
 * addresses are bound to one host. Other hosts are never redirected, because behind a proxy the host name proves
 * nothing.
 */
function canonicalStart(publicUrl: string, { hostname }: FastifyRequest, expected: string | undefined) {
  const own = new URL(publicUrl).hostname;
  const isOther = own !== hostname && LOOPBACK.test(own) && LOOPBACK.test(hostname);
  return isOther ? startUrl(publicUrl, expected) : undefined;
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
