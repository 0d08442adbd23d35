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
        ...{ status: 200, title: 'Nothing was linked' },
        what: 'You stopped, so everything is as it was.',
        ...{ next: 'If you change your mind, begin again whenever you like.', again: 'Begin again' },
      };
    case 'expired':
      return {
        ...{ status: 400, title: 'This step is over' },
        what: 'It took more than ten minutes, or it was done already. Each step works once.',
        ...{ next: 'Nothing was linked by it. Begin again: it takes a minute.', again: 'Begin again' },
      };
    case 'other browser':
      return {
        ...{ status: 400, title: 'This was begun in another browser' },
        what: 'So that nobody can be tricked into linking somebody else’s account, all steps are taken in one browser, with cookies allowed.',
        next: 'If somebody sent you this address, close the page. If it was you, begin again here.',
        again: 'Begin here',
      };
    case 'mixed up':
      return {
        ...{ status: 400, title: 'This answer came from the wrong place' },
        what: 'Somebody else answered than the one you were sent to, so it wasn’t used.',
        next: 'Begin again. If it happens twice, tell the people who run this community.',
        again: 'Begin again',
      };
    case 'forged':
      return {
        ...{ status: 403, title: 'This form isn’t from this page' },
        what: 'It was sent by another site, or its page is an old one. Nothing was done.',
        ...{ next: 'Begin again from here.', again: 'Begin again' },
      };
    case 'wrong account':
      return {
        ...{ status: 403, title: 'That is another chat account' },
        what: html`You signed in as <bdi>${failure.name}</bdi>, but another account asked for this link.`,
        next: 'Switch to the account that typed /link and follow its link again. Or begin anew as the one you are now.',
        again: html`Begin as <bdi>${failure.name}</bdi>`,
      };
    case 'already linked':
      return {
        ...{ status: 409, title: 'Your chat account is linked already' },
        what: 'It is linked to the purchases of another e-mail address, and it can have only one.',
        next: 'To change that, type /unlink in the chat, then begin again.',
        again: 'Begin again',
      };
    case 'forbidden':
      return {
        ...{ status: 403, title: 'You can’t link just now' },
        what: `An admin of the community has forbidden it until ${day(failure.until)}.`,
        next: 'If you think that is a mistake, talk to the admins.',
      };
    case 'unsupported':
      return {
        ...{ status: 501, title: 'Purchases can’t be linked here' },
        what: 'The service where you bought doesn’t say who has signed in, and we don’t take anybody’s word for it.',
        next: 'Ask the people who run this community to give you your roles.',
      };
    case 'unavailable':
      return {
        ...{ status: 503, title: 'One of the services doesn’t answer' },
        what: 'Signing in works with two others, and one of them is out of reach at the moment. Nothing was linked.',
        ...{ next: 'Wait a minute, then begin again.', again: 'Begin again' },
      };
    case 'ended':
      return {
        ...{ status: 410, title: 'These accounts aren’t linked any more' },
        what: 'They were, and the link was ended since, or the purchases were linked to another chat account.',
        ...{ next: 'If that wasn’t you, begin again to link them anew.', again: 'Begin again' },
      };
    case 'unreadable':
      return {
        ...{ status: failure.status, title: 'This address leads nowhere' },
        what: 'It isn’t complete, or it isn’t one of this site’s. Nothing was done.',
        ...{ next: 'If somebody sent it to you, ask for it again. Or begin here.', again: 'Begin here' },
      };
    case 'fault':
      return {
        ...{ status: 500, title: 'Something went wrong' },
        what: 'That was our fault, not yours. Nothing was linked.',
        next: `Begin again in a minute. If it stays like this, tell the people who run this community: request ${failure.requestId}.`,
        again: 'Begin again',
      };
    case 'too many':
      return {
        ...{ status: 429, title: 'That was a bit fast' },
        what: 'There were too many tries from your address.',
        ...{ next: `Wait ${failure.seconds} seconds, then begin again.`, again: 'Begin again' },
      };
  }
}

const day = (moment: Date): string =>
  moment.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
