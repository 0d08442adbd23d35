import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, noteOf } from '../failure.ts';
import type { Outcome } from '../journey.ts';
import { failurePage } from '../pages/failures.ts';
import { busyPage, onwardPage } from '../pages/journey.ts';
import type { linkCookies } from './session.ts';

/** How soon a browser asks again that comes with an answer which is being looked at, in seconds. */
const AGAIN = 1;

export const show = (reply: FastifyReply, page: SafeHtml): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(String(page));

export function showFailure(reply: FastifyReply, failure: Failure, base: string): FastifyReply {
  const { status, page } = failurePage(failure, base);
  return show(reply.status(status), page);
}

/** How the pages answer. @param base where they are, from the root of the host */
export function createAnswers(base: string, { session, note }: ReturnType<typeof linkCookies>) {
  /** What providers put into an address doesn't stay there: the browser is sent on to one without it. */
  const fail = (request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply => {
    const isCallback = request.routeOptions.url?.endsWith('/callback');
    // Whoever was too fast can send the same again; and another website leaves no note in anybody's browser.
    const isTold = failure.kind === 'too many' || failure.kind === 'forged';
    if (!isCallback || isTold) return showFailure(reply, failure, base);
    note.set(reply, noteOf(failure));
    return reply.redirect(`${base}/outcome`, 303);
  };
  const send = (request: FastifyRequest, reply: FastifyReply, outcome: Outcome): FastifyReply => {
    if (outcome.kind === 'busy') return show(reply.header('refresh', AGAIN), busyPage());
    if (outcome.kind !== 'onward') return fail(request, reply, outcome);
    session.set(reply, outcome.session);
    if (outcome.location === undefined) return reply.redirect(`${base}/journey`, 303);
    return sendAway(reply, outcome.location);
  };
  return { fail, send };
}

/**
 * Sends a browser to a provider by a page that goes on by itself: browsers hold every redirect that follows a form to
 * the policy of the form's page (`form-action`), and nobody knows where a provider redirects to.
 */
const sendAway = (reply: FastifyReply, location: string): FastifyReply =>
  show(reply.header('refresh', `0;url=${location}`), onwardPage(location));
