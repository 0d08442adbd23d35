import { readFileSync } from 'node:fs';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import rateLimiter from '@fastify/rate-limit';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyError, FastifyReply } from 'fastify';
import Type from 'typebox';
import { pageHeaders } from '../pages/headers.ts';
import type { WatchArrivals } from './arrivals.ts';
import { begin, chatReturned } from './chat-leg.ts';
import { commerceReturned, toCommerce } from './commerce-leg.ts';
import { cancel, confirm } from './decision.ts';
import { findJourney, type Journey, type JourneyDeps, type Outcome } from './journey.ts';
import { isMove } from './links.ts';
import { arrivalsPart, donePage } from './pages/done.ts';
import { STYLE_HASH } from './pages/frame.ts';
import { confirmPage, purchasesPage, startPage } from './pages/journey.ts';
import { formProof } from './proofs.ts';
import { type ForeignForm, ownFormsOnly, sendFailure, showError, TooMany } from './routes/refusals.ts';
import { sessionCookie } from './routes/session.ts';

/** Requests that an address may make in a minute: a journey takes ten, its last page asks for news more often. */
const LIMIT = { pages: 60, news: 300 };

export type LinkRoutesDeps = JourneyDeps & {
  readonly publicUrl: string;
  readonly arrivals: WatchArrivals;
  /** Requests per minute and address instead of the usual ones. */
  readonly limit?: number;
};

/** How long an answer may take that others have to be asked for, in milliseconds. */
const PATIENCE = 20_000;

/** Not until the browser goes away: what was begun with a code is finished. */
const inTime = (): AbortSignal => AbortSignal.timeout(PATIENCE);

const HTML = 'text/html; charset=utf-8';
const SCRIPT = readFileSync(new URL('./pages/live.js', import.meta.url), 'utf8');

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));
const Answer = Type.Object({ state: text(200), code: text(2000), error: text(200), iss: text(500) });
const UserId = Type.Optional(Type.String({ pattern: '^\\d{17,20}$' }));
const Proof = Type.Object({ proof: Type.String({ maxLength: 100 }) });

/** The pages of linking, from `/link` on. */
export const linkRoutes =
  (deps: LinkRoutesDeps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const base = `${new URL(`${deps.publicUrl}/`).pathname}link`;
    const session = sessionCookie(deps.publicUrl);
    await app.register(cookie);
    await app.register(formbody);
    await app.register(helmet, pageHeaders(STYLE_HASH));
    await app.register(rateLimiter, {
      max: deps.limit ?? LIMIT.pages,
      timeWindow: 60_000,
      errorResponseBuilder: (_request, { ttl }) => new TooMany(Math.ceil(ttl / 1000)),
    });
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store');
    });
    app.addHook('preHandler', ownFormsOnly);
    app.setErrorHandler<FastifyError | ForeignForm | TooMany>((error, request, reply) =>
      showError(error, request, reply, base),
    );

    const send = (reply: FastifyReply, outcome: Outcome) => {
      if (outcome.kind !== 'onward') return sendFailure(reply, outcome, base);
      session.set(reply, outcome.session);
      return reply.redirect(outcome.location ?? `${base}/journey`, 303);
    };

    app.get('/link', { schema: { querystring: Type.Object({ for: UserId }) } }, async ({ query }, reply) => {
      await mayLeadTo(reply, deps.chat.authorizePage);
      return reply.type(HTML).send(String(startPage(base, deps.chat.name, query.for)));
    });

    app.post('/link/begin', { schema: { body: Type.Object({ for: UserId }) } }, async ({ body }, reply) =>
      send(reply, await begin(deps, body.for)),
    );

    app.get('/link/discord/callback', { schema: { querystring: Answer } }, async (request, reply) =>
      send(reply, await chatReturned(deps, session.read(request), request.query, inTime())),
    );

    app.post('/link/commerce', { schema: { body: Proof } }, async (request, reply) =>
      send(reply, await toCommerce(deps, session.read(request), request.body.proof, inTime())),
    );

    app.get('/link/commerce/callback', { schema: { querystring: Answer } }, async (request, reply) =>
      send(reply, await commerceReturned(deps, session.read(request), request.query, inTime())),
    );

    app.post('/link/confirm', { schema: { body: Proof } }, async (request, reply) =>
      send(reply, await confirm(deps, session.read(request), request.body.proof)),
    );

    app.post('/link/cancel', { schema: { body: Proof } }, async (request, reply) =>
      send(reply, await cancel(deps, session.read(request), request.body.proof)),
    );

    app.get('/link/journey', async (request, reply) => {
      const known = session.read(request);
      const journey = await findJourney(deps, known);
      if (!journey || known === undefined) return send(reply, { kind: 'expired' });
      return showJourney(deps, reply, { base, proof: formProof(known) }, journey, inTime());
    });

    const news = { rateLimit: { max: deps.limit ?? LIMIT.news } };
    app.get('/link/status', { config: news }, async (request, reply) => {
      const journey = await findJourney(deps, session.read(request));
      if (journey?.step !== 'done') return reply.status(404).type(HTML).send('');
      return reply.type(HTML).send(String(arrivalsPart(await arrivalsOf(deps, journey, inTime()))));
    });

    app.get('/link/live.js', (_request, reply) =>
      reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(SCRIPT),
    );
  };

async function showJourney(
  deps: LinkRoutesDeps,
  reply: FastifyReply,
  place: { base: string; proof: string },
  journey: Journey,
  signal: AbortSignal,
): Promise<FastifyReply> {
  const { chatName, commerceName, commerceUserId, chatUserId } = journey;
  const names = { chatName: chatName ?? '', commerceName: commerceName ?? '' };
  switch (journey.step) {
    case 'chat':
      return reply.redirect(place.base, 303);
    case 'commerce': {
      const page = deps.commerce.authorizePage(await deps.commerce.offers(signal));
      await mayLeadTo(reply, page);
      return reply.type(HTML).send(String(purchasesPage(place, names.chatName)));
    }
    case 'confirm': {
      const moves = await isMove(deps.prisma, commerceUserId ?? '', chatUserId ?? '');
      return reply.type(HTML).send(String(confirmPage(place, { ...names, moves })));
    }
    case 'done': {
      await reply.helmet(livePageHeaders());
      const arrivals = await arrivalsOf(deps, journey, signal);
      return reply.type(HTML).send(String(donePage(place.base, names, arrivals)));
    }
  }
}

/** Undefined where the platform can't be asked for names just now: then the page says less. */
async function arrivalsOf(deps: LinkRoutesDeps, { chatUserId }: Journey, signal: AbortSignal) {
  try {
    return await deps.arrivals(chatUserId ?? '', signal);
  } catch (error) {
    deps.log.warn({ err: error }, 'linking: the names of roles are not known');
    return undefined;
  }
}

/** Browsers hold the redirect that follows a form to the page's policy: it leads to a provider. */
const mayLeadTo = (reply: FastifyReply, address: string) =>
  reply.helmet(pageHeaders(STYLE_HASH, [new URL(address).origin]));

/** One page has a script: it may run ours, and that may ask us. */
function livePageHeaders() {
  const headers = pageHeaders(STYLE_HASH);
  const own = { scriptSrc: ["'self'"], connectSrc: ["'self'"] };
  const { contentSecurityPolicy: policy } = headers;
  return {
    ...headers,
    contentSecurityPolicy: { ...policy, directives: { ...policy.directives, ...own } },
  };
}
