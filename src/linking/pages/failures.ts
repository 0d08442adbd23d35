import { html, type SafeHtml } from '@remix-run/html-template';
import { dayIn } from '../../i18n/format.ts';
import type { Words } from '../../i18n/index.ts';
import type { Failure } from '../failure.ts';
import { page } from './frame.ts';

/** Page that explains a failure and what to do next, with its HTTP status. */
export interface FailurePage {
  readonly status: number;
  readonly page: SafeHtml;
}

interface Explanation {
  readonly status: number;
  readonly text: { readonly title: string; readonly what: string | SafeHtml; readonly next: string };
  /** Label of the button that starts over; left out if starting over doesn't help. */
  readonly again?: string | SafeHtml;
}

/** @param base path of the start page */
export function failurePage(words: Words, failure: Failure, base: string): FailurePage {
  const { status, text, again } = explain(words, failure);
  const { title, what, next } = text;
  const content = html`<h1>${title}</h1>
<p>${what}</p>
<p class="soft">${next}</p>
${again === undefined ? '' : html`<a class="button" href="${base}">${again}</a>`}`;
  return { status, page: page(words, title, content) };
}

function explain({ locale, pages }: Words, failure: Failure): Explanation {
  const { failures, again, beginHere } = pages.linking;
  switch (failure.kind) {
    case 'denied':
      return { status: 200, text: failures.denied, again };
    case 'expired':
      return { status: 400, text: failures.expired, again };
    case 'other browser':
      return { status: 400, text: failures.otherBrowser, again: beginHere };
    case 'mixed up':
      return { status: 400, text: failures.mixedUp, again };
    case 'forged':
      return { status: 403, text: failures.forged, again };
    case 'wrong account': {
      const text = failures.wrongAccount(failure.name);
      return { status: 403, text, again: text.again };
    }
    case 'already linked':
      return { status: 409, text: failures.alreadyLinked, again };
    case 'forbidden':
      return { status: 403, text: failures.forbidden(dayIn(locale, failure.until)) };
    case 'too often':
      return { status: 429, text: failures.tooOften(time(failure.until)) };
    case 'unsupported':
      return { status: 501, text: failures.unsupported };
    case 'unavailable':
      return { status: 503, text: failures.unavailable, again };
    case 'ended':
      return { status: 410, text: failures.ended, again };
    case 'unreadable':
      return { status: failure.status, text: failures.unreadable, again: beginHere };
    case 'fault':
      return { status: 500, text: failures.fault(failure.requestId), again };
    case 'too many':
      return { status: 429, text: failures.tooMany(failure.seconds), again };
  }
}

/** Formats the time of day, rounded up to the minute. */
const time = (moment: Date): string => new Date(moment.getTime() + 59_999).toISOString().slice(11, 16);
