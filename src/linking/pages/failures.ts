import { html, type SafeHtml } from '@remix-run/html-template';
import type { Failure } from '../failure.ts';
import { page } from './frame.ts';

/** Page that explains a failure and what to do next, with its HTTP status. */
export interface FailurePage {
  readonly status: number;
  readonly page: SafeHtml;
}

interface Words {
  readonly status: number;
  readonly title: string;
  readonly what: string | SafeHtml;
  readonly next: string;
  /** Label of the button that starts over; left out if starting over doesn't help. */
  readonly again?: string | SafeHtml;
}

/** @param base path of the start page */
export function failurePage(failure: Failure, base: string): FailurePage {
  const { status, title, what, next, again } = wordsFor(failure);
  const content = html`<h1>${title}</h1>
<p>${what}</p>
<p class="soft">${next}</p>
${again === undefined ? '' : html`<a class="button" href="${base}">${again}</a>`}`;
  return { status, page: page(title, content) };
}

function wordsFor(failure: Failure): Words {
  switch (failure.kind) {
    case 'denied':
      return {
        status: 200,
        title: 'Nothing was linked',
        what: 'You stopped, so nothing has changed.',
        next: 'If you change your mind, begin again at any time.',
        again: 'Begin again',
      };
    case 'expired':
      return {
        status: 400,
        title: 'This step has expired',
        what: 'It took more than ten minutes, or it was already done. Each step works once.',
        next: 'Nothing was linked by it. Begin again; it takes a minute.',
        again: 'Begin again',
      };
    case 'other browser':
      return {
        status: 400,
        title: 'You started in another browser',
        what: 'To keep anyone from being tricked into linking another person’s account, all steps must happen in one browser with cookies allowed.',
        next: 'If someone sent you this link, close the page. If you started this yourself, begin again here.',
        again: 'Begin here',
      };
    case 'mixed up':
      return {
        status: 400,
        title: 'This answer came from the wrong service',
        what: 'A different service answered than the one we sent you to, so the answer wasn’t used.',
        next: 'Begin again. If it happens twice, tell the people who run this community.',
        again: 'Begin again',
      };
    case 'forged':
      return {
        status: 403,
        title: 'This form isn’t from this page',
        what: 'Another site sent it, or your page is out of date. Nothing was done.',
        next: 'Begin again from here.',
        again: 'Begin again',
      };
    case 'wrong account':
      return {
        status: 403,
        title: 'That is a different chat account',
        what: html`You signed in as <bdi>${failure.name}</bdi>, but another account asked for this link.`,
        next: 'Switch to the account that typed /link and follow its link again. Or begin again with this account.',
        again: html`Begin as <bdi>${failure.name}</bdi>`,
      };
    case 'already linked':
      return {
        status: 409,
        title: 'Your chat account is linked already',
        what: 'It is linked to the purchases of another e-mail address, and an account can have only one link.',
        next: 'To change that, type /unlink in the chat, then begin again.',
        again: 'Begin again',
      };
    case 'forbidden':
      return {
        status: 403,
        title: 'You can’t link right now',
        what: `An admin of the community has blocked it until ${day(failure.until)}.`,
        next: 'If you think that is a mistake, talk to the admins.',
      };
    case 'too often':
      return {
        status: 429,
        title: 'You have linked too often',
        what: 'A person can link six times within an hour. Nothing was linked this time.',
        next: `You can link again at ${time(failure.until)} UTC. To end a link, type /unlink in the chat at any time.`,
      };
    case 'unsupported':
      return {
        status: 501,
        title: 'Purchases can’t be linked here',
        what: 'The service where you bought doesn’t tell us who signed in, so we can’t check that the purchases are yours.',
        next: 'Ask the people who run this community to give you your roles.',
      };
    case 'unavailable':
      return {
        status: 503,
        title: 'A service isn’t responding',
        what: 'Linking needs two other services, and one of them can’t be reached at the moment. Nothing was linked.',
        next: 'Wait a minute, then begin again.',
        again: 'Begin again',
      };
    case 'ended':
      return {
        status: 410,
        title: 'These accounts are no longer linked',
        what: 'The link was ended, or the purchases were linked to another chat account.',
        next: 'If that wasn’t you, begin again to link them once more.',
        again: 'Begin again',
      };
    case 'unreadable':
      return {
        status: failure.status,
        title: 'This address doesn’t work',
        what: 'It is incomplete, or it doesn’t belong to this site. Nothing was done.',
        next: 'If someone sent it to you, ask them to send it again. Or begin here.',
        again: 'Begin here',
      };
    case 'fault':
      return {
        status: 500,
        title: 'Something went wrong',
        what: 'That was our fault, not yours. Nothing was linked.',
        next: `Begin again in a minute. If it happens again, tell the people who run this community, and mention request ${failure.requestId}.`,
        again: 'Begin again',
      };
    case 'too many':
      return {
        status: 429,
        title: 'Too many attempts',
        what: 'There were too many attempts from your network address.',
        next: `Wait ${failure.seconds} seconds, then begin again.`,
        again: 'Begin again',
      };
  }
}

/** Formats the time of day, rounded up to the minute. */
const time = (moment: Date): string => new Date(moment.getTime() + 59_999).toISOString().slice(11, 16);

const day = (moment: Date): string =>
  moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
