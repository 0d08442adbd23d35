import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Words } from '../../i18n/index.ts';
import { wordsOf } from '../../i18n/reader.ts';
import { type Failure, noteOf } from '../failure.ts';
import type { Outcome } from '../journey.ts';
import { failurePage } from '../pages/failures.ts';
import { busyPage, onwardPage } from '../pages/journey.ts';
import type { linkCookies } from './session.ts';

/** Refresh interval of a browser whose answer is already being processed, in seconds. */
const AGAIN = 1;

export const show = (reply: FastifyReply, page: SafeHtml): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(String(page));

export function showFailure(words: Words, reply: FastifyReply, failure: Failure, base: string): FastifyReply {
  const { status, page } = failurePage(words, failure, base);
  return show(reply.status(status), page);
}

/** Creates the response functions of the pages. @param base path of the start page */
export function createAnswers(base: string, { session, note }: ReturnType<typeof linkCookies>) {
  /** Redirects away from callback addresses, so that codes don't stay in the address bar. */
  const fail = (request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply => {
    const isCallback = request.routeOptions.url?.endsWith('/callback');
    // A rate-limited browser can retry the same address. Another site must not be able to set our cookie.
    const isTold = failure.kind === 'too many' || failure.kind === 'forged';
    if (!isCallback || isTold) return showFailure(wordsOf(request), reply, failure, base);
    note.set(reply, noteOf(failure));
    return reply.redirect(`${base}/outcome`, 303);
  };
  const send = (request: FastifyRequest, reply: FastifyReply, outcome: Outcome): FastifyReply => {
    const words = wordsOf(request);
    if (outcome.kind === 'busy') return show(reply.header('refresh', AGAIN), busyPage(words));
    if (outcome.kind !== 'onward') return fail(request, reply, outcome);
    session.set(reply, outcome.session);
    if (outcome.location === undefined) return reply.redirect(`${base}/journey`, 303);
    return sendAway(words, reply, outcome.location);
  };
  return { fail, send };
}

/**
 * Sends the browser to a provider through a page that refreshes. A redirect wouldn't work: browsers apply `form-action`
 * of the form's page to every redirect that follows, and a provider's redirects are unknown.
 */
const sendAway = (words: Words, reply: FastifyReply, location: string): FastifyReply =>
  show(reply.header('refresh', `0;url=${location}`), onwardPage(words, location));
