import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { wordsOf } from '../../i18n/reader.ts';
import { messageIn } from '../../i18n/translated-error.ts';
import { failureLimit } from '../../network/failure-limit.ts';
import { pageHeaders } from '../../pages/headers.ts';
import { asRefusal } from '../api/error-handler.ts';
import { tryOnce } from '../api/guard.ts';
import { openPageEdge } from '../api/page-edge.ts';
import { Refusal } from '../api/refusal.ts';
import { tolerate } from '../api/tolerance.ts';
import type { AccountAuthor } from '../audited.ts';
import { emailOf } from '../customers/users.ts';
import { cancelAtPeriodEnd, type Target } from '../memberships/changes.ts';
import { replaceKey } from '../memberships/licenses.ts';
import type { MembershipRow } from '../memberships/schema.ts';
import { browserCookies } from '../oauth/cookies.ts';
import { membershipRequest, readDestination } from '../oauth/destination.ts';
import { OAUTH_STYLE_HASH } from '../oauth/pages.ts';
import { isOurForm } from '../oauth/sessions.ts';
import { signInForm } from '../oauth/sign-in.ts';
import { signInPage } from '../oauth/sign-in-pages.ts';
import { payMembership, refillMembership } from '../payments/membership.ts';
import type { Service } from '../service.ts';
import { membershipCard, personCard } from './chat-card.ts';
import { MANAGE_STYLE_HASH } from './layout.ts';
import { findMembershipView, listVisible, type MembershipView } from './membership-view.ts';
import { membershipPage, membershipsPage, notFoundPage, problemPage } from './page.ts';
import { type Action, allows, cookieOf, findViewer, mayChange, type Viewer } from './viewer.ts';
import { connectedInWords, doneInWords } from './words.ts';

const ActionName = Type.Enum(['cancel', 'resume', 'refill', 'pay', 'replace-key']);
const DONE = [...ActionName.enum, 'connect'] as const;
const Params = Type.Object({ id: Type.String({ maxLength: 100 }) });
const Query = Type.Object({
  done: Type.Optional(Type.String()),
  page: Type.Optional(Type.String({ pattern: '^[1-9]\\d{0,3}$', description: 'Of the list, from 1.' })),
  sign_in: Type.Optional(
    Type.String({
      description: 'Shows the sign-in page even if the visitor can already view the membership.',
    }),
  ),
});
const Form = Type.Object({
  proof: Type.String({ maxLength: 100 }),
  card_number: Type.Optional(Type.String({ maxLength: 40 })),
  seen_end: Type.Optional(Type.String({ pattern: '^\\d{1,10}$', description: 'seconds' })),
});

/** Declined cards allowed per address and window (ms), as at the checkout: thieves try out many stolen cards. */
const DECLINES = { most: 30, window: 10 * 60_000 };

/** Registers the pages where buyers manage their memberships. */
export const managePages =
  (service: Service): FastifyPluginAsyncTypebox =>
  async (app) => {
    await openPageEdge(app, service, { styleHash: MANAGE_STYLE_HASH });
    app.addHook('preValidation', tolerate);
    app.setErrorHandler<FastifyError>(showProblem);
    const cookies = browserCookies(service);
    const declines = failureLimit(service.clock, DECLINES);

    const cardOf = ({ row, access }: MembershipView, { proof }: Viewer) =>
      mayChange(access) ? membershipCard(service, row, proof) : undefined;
    const viewerOf = (request: FastifyRequest, reply: FastifyReply) =>
      findViewer(service, cookies.read(request, reply));

    async function askToSignIn(request: FastifyRequest, reply: FastifyReply, id?: string, email = '') {
      const { browser } = cookies.read(request, reply);
      const returnTo = membershipRequest(id);
      const destination = await readDestination(service, returnTo);
      if ('location' in destination) return reply.redirect(destination.location);
      await reply.helmet(pageHeaders(OAUTH_STYLE_HASH));
      const action = id === undefined ? 'oauth/sign-in' : '../oauth/sign-in';
      const form = await signInForm(service, destination, { request: returnTo, browser, email });
      return send(reply, 200, signInPage(wordsOf(request), { ...form, action }));
    }

    app.get('/memberships', { schema: { querystring: Query } }, async (request, reply) => {
      const viewer = await viewerOf(request, reply);
      const page = Number(request.query.page ?? 1);
      const all = await listVisible(service, viewer, page);
      // Beyond the last page, as after memberships have gone.
      if (page > 1 && all.rows.length === 0) return reply.redirect('memberships', 303);
      const isNobody = all.rows.length === 0 && !viewer.person;
      if (isNobody || request.query.sign_in !== undefined) return askToSignIn(request, reply);
      const words = wordsOf(request);
      const { person } = viewer;
      const done = person && request.query.done === 'connect' ? connectedInWords(words, person) : undefined;
      const message = { done, chat: personCard(service, viewer) };
      return send(reply, 200, membershipsPage(words, all, viewer, message));
    });

    app.get(
      '/memberships/:id',
      { schema: { params: Params, querystring: Query } },
      async (request, reply) => {
        const { id } = request.params;
        const viewer = await viewerOf(request, reply);
        const view = await findMembershipView(service, viewer, id);
        const isNobody = !view && !viewer.person;
        if (isNobody || request.query.sign_in !== undefined)
          return askToSignIn(request, reply, id, view && typedEmail(view));
        const words = wordsOf(request);
        if (!view) return send(reply, 404, notFoundPage(words, viewer, id));
        const action = DONE.find((name) => name === request.query.done);
        const done = action && doneInWords(words, action, view);
        return send(reply, 200, membershipPage(words, view, viewer, { done, chat: cardOf(view, viewer) }));
      },
    );

    app.post(
      '/memberships/:id/:action',
      { schema: { params: Type.Object({ ...Params.properties, action: ActionName }), body: Form } },
      async (request, reply) => {
        const { id, action } = request.params;
        const words = wordsOf(request);
        const visitor = cookies.read(request, reply);
        if (!isOurForm(cookieOf(visitor), request.body.proof)) throw notOurs();
        const viewer = await findViewer(service, visitor);
        const view = await findMembershipView(service, viewer, id);
        if (!view) return send(reply, 404, notFoundPage(words, viewer, id));
        try {
          const target = {
            by: authorOf(request, view),
            id,
            allows: (row: MembershipRow) => allows(viewer, row, action),
          };
          const takesCard = action === 'pay' || action === 'refill' || action === 'resume';
          const declined = await tryOnce(
            takesCard ? declines : undefined,
            request.ip,
            () => unlessDeclined(act(service, target, action, request.body)),
            (refusal) => refusal === undefined,
          );
          if (declined) throw declined;
        } catch (error) {
          if (!(error instanceof Refusal) || error.statusCode >= 500) throw error;
          const now = (await findMembershipView(service, viewer, id)) ?? view;
          const message = { problem: error.text(words), chat: cardOf(now, viewer) };
          if (error.retryAfter !== undefined) reply.header('retry-after', error.retryAfter);
          return send(reply, error.statusCode, membershipPage(words, now, viewer, message));
        }
        return reply.redirect(`../${id}?done=${action}`, 303);
      },
    );
  };

/** @returns the refusal of a declined card (402); throws every other error */
async function unlessDeclined(work: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.statusCode === 402) return error;
    throw error;
  }
}

function act(
  service: Service,
  target: Target,
  action: Action,
  { card_number, seen_end }: Static<typeof Form>,
): Promise<unknown> {
  const cardNumber = card_number?.trim() || undefined;
  switch (action) {
    case 'cancel':
      return cancelAtPeriodEnd(service, target, true);
    case 'resume':
      return cancelAtPeriodEnd(service, target, false, cardNumber);
    case 'refill':
      return refillMembership(service, target, { cardNumber, seenEnd: Number(seen_end ?? 0) });
    case 'pay':
      return payMembership(service, target, cardNumber);
    case 'replace-key':
      return replaceKey(service, target);
  }
}

/** Returns the membership's owner as an audit log author, with the viewer's proof of access. */
const authorOf = ({ ip }: FastifyRequest, { row, access }: MembershipView): AccountAuthor => ({
  accountId: row.accountId,
  actor: { kind: 'customer', id: row.userId },
  address: ip,
  proof: access,
});

/** Returns the typed address to prefill the sign-in form; empty unless this browser bought the membership. */
const typedEmail = ({ access, row }: MembershipView): string =>
  access === 'purchase' ? emailOf(row.user) : '';

const notOurs = () => new Refusal('forbidden', ({ refusals }) => refusals.signedOutOrForeign);

const send = (reply: FastifyReply, status: number, page: SafeHtml): FastifyReply =>
  reply.status(status).type('text/html; charset=utf-8').send(String(page));

function showProblem(thrown: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asRefusal(thrown, reply);
  const status = error.statusCode ?? 500;
  const path = request.url.split('?', 1)[0];
  const words = wordsOf(request);
  const { fault, reload, reloadToSee } = words.pages.shared.problem;
  if (error instanceof Refusal && error.retryAfter !== undefined)
    reply.header('retry-after', error.retryAfter);
  else if (status >= 500) {
    request.log.error({ err: error, method: request.method, path }, 'request failed');
    return send(reply, status, problemPage(words, fault(request.id), reloadToSee));
  }
  return send(reply, status, problemPage(words, messageIn(words, error), reload));
}
