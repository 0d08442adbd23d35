import { html, type SafeHtml } from '@remix-run/html-template';
import { english } from '../../i18n/index.ts';
import { onward } from '../../pages/onward.ts';
import { waitInWords } from '../api/wait-in-words.ts';
import { page } from '../oauth/pages.ts';
import type { Way } from '../oauth/sign-in-pages.ts';
import type { Attempt, Outcome } from './attempts.ts';

/** Renders the page that leads to the provider. */
export const onwardPage = (location: string): SafeHtml =>
  page(english.pages.shared.onward.title, onward(english, location));

export interface Ending {
  readonly outcome: Outcome | 'fault';
  readonly provider: string;
  /** Display name of the chat account that the visitor has signed in with. */
  readonly name: Attempt['name'];
  /** How a buyer gets a sign-in link, as the alternative. */
  readonly way: Way;
  /** Address to continue with, relative to the page. */
  readonly back: string;
  /** Seconds until the visitor can try again; 0 if at once. */
  readonly wait: number;
}

/** Renders the page that explains a failed sign-in and what to do. */
export function outcomePage(ending: Ending): { readonly status: number; readonly page: SafeHtml } {
  const { status, title, text } = WORDS[ending.outcome](ending);
  const shown = page(
    title,
    html`<h1>${title}</h1>
${text}
<a class="button" href="${ending.back}">${GO_BACK.includes(ending.outcome) ? 'Go back' : 'Try again'}</a>`,
  );
  return { status, page: shown };
}

/** Outcomes that trying again at once wouldn't change. */
const GO_BACK: readonly Ending['outcome'][] = ['unknown', 'taken', 'too often', 'signed in too often'];

interface Words {
  readonly status: number;
  readonly title: string;
  readonly text: SafeHtml;
}

const paragraph = (text: string): SafeHtml => html`<p class="soft">${text}</p>`;

const WORDS: Readonly<Record<Ending['outcome'], (ending: Ending) => Words>> = {
  denied: ({ provider }) => ({
    status: 403,
    title: 'You didn’t sign in',
    text: paragraph(`You didn’t give permission at ${provider}, so we don’t know which account is yours.`),
  }),
  over: () => ({
    status: 400,
    title: 'This sign-in is no longer valid',
    text: paragraph(
      'It was already used, took more than ten minutes, or was started in another browser. Nothing was changed.',
    ),
  }),
  unavailable: ({ provider }) => ({
    status: 503,
    title: `We can’t reach ${provider}`,
    text: paragraph('Nothing was changed. Please try again in a minute.'),
  }),
  unknown: ({ provider, name, way }) => ({
    status: 200,
    title: 'No purchases are connected to this account',
    text: html`<p>You signed in with ${provider} as <strong>${name}</strong>.</p>
<p class="soft">This account isn’t connected to any purchase yet. Entering it at checkout isn’t enough, because anyone can do that.</p>
<ul class="ways">
<li>Open your memberships in the browser you bought with, and connect the account there.</li>
${way === 'mailed' ? html`<li>Or get a sign-in link at the e-mail address you bought with, then connect the account.</li>` : ''}
<li>Do you have another account? Sign in with that one.</li>
</ul>`,
  }),
  taken: ({ provider, name }) => ({
    status: 409,
    title: 'This account belongs to another customer',
    text: html`<p>You signed in with ${provider} as <strong>${name}</strong>, which is already connected to another customer. Nothing was changed.</p>
<p class="soft">Is that customer you? Sign out, then sign in with that account to see its purchases. To combine both, contact the shop.</p>`,
  }),
  'not yours': () => ({
    status: 403,
    title: 'Nothing was connected',
    text: paragraph(
      'You were signed out, or someone has since confirmed that the purchase is theirs. Sign in again.',
    ),
  }),
  'too often': ({ provider, name, wait }) => ({
    status: 429,
    title: 'You’ve changed your chat account too often',
    text: html`<p>You signed in with ${provider} as <strong>${name}</strong>. Nothing was changed.</p>
<p class="soft">Your connected account can be changed five times in an hour. Please try again ${waitInWords(wait)}.</p>`,
  }),
  'signed in too often': ({ provider, name, wait }) => ({
    status: 429,
    title: 'You’ve signed in too often',
    text: html`<p>You signed in with ${provider} as <strong>${name}</strong>, but not here.</p>
<p class="soft">With a chat account you can sign in here thirty times in 24 hours. Please try again ${waitInWords(wait)}.</p>`,
  }),
  fault: () => ({
    // The failed request was logged and redirected here. This response itself is a success.
    status: 200,
    title: 'Something went wrong',
    text: paragraph('That was our fault, not yours. Please try again in a minute.'),
  }),
};
