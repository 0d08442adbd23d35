import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';
import { onward } from '../../pages/onward.ts';
import { page } from '../oauth/pages.ts';
import type { Way } from '../oauth/sign-in-pages.ts';
import type { Attempt, Outcome } from './attempts.ts';

/** Renders the page that leads to the provider. */
export const onwardPage = (words: Words, location: string): SafeHtml =>
  page(words, words.pages.shared.onward.title, onward(words, location));

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
export function outcomePage(
  words: Words,
  ending: Ending,
): { readonly status: number; readonly page: SafeHtml } {
  const { goBack, tryAgain } = words.pages.chatAccount;
  const { status, title, text } = explain(words, ending);
  const shown = page(
    words,
    title,
    html`<h1>${title}</h1>
${text}
<a class="button" href="${ending.back}">${GO_BACK.includes(ending.outcome) ? goBack : tryAgain}</a>`,
  );
  return { status, page: shown };
}

/** Outcomes that trying again at once wouldn't change. */
const GO_BACK: readonly Ending['outcome'][] = ['unknown', 'taken', 'too often', 'signed in too often'];

interface Explanation {
  readonly status: number;
  readonly title: string;
  readonly text: SafeHtml;
}

const soft = (text: string): SafeHtml => html`<p class="soft">${text}</p>`;

function explain({ pages }: Words, { outcome, provider, name, way, wait }: Ending): Explanation {
  const { outcomes } = pages.chatAccount;
  const account = name ?? '';
  switch (outcome) {
    case 'denied': {
      const { title, text } = outcomes.denied;
      return { status: 403, title, text: soft(text(provider)) };
    }
    case 'over':
      return { status: 400, title: outcomes.over.title, text: soft(outcomes.over.text) };
    case 'unavailable': {
      const { title, text } = outcomes.unavailable;
      return { status: 503, title: title(provider), text: soft(text) };
    }
    case 'unknown': {
      const { title, who, text, openHere, byMail, another } = outcomes.unknown;
      const ways = html`<ul class="ways">
<li>${openHere}</li>
${way === 'mailed' ? html`<li>${byMail}</li>` : ''}
<li>${another}</li>
</ul>`;
      return { status: 200, title, text: html`<p>${who(provider, account)}</p>\n${soft(text)}\n${ways}` };
    }
    case 'taken': {
      const { title, who, text } = outcomes.taken;
      return { status: 409, title, text: html`<p>${who(provider, account)}</p>\n${soft(text)}` };
    }
    case 'not yours':
      return { status: 403, title: outcomes.notYours.title, text: soft(outcomes.notYours.text) };
    case 'too often':
    case 'signed in too often': {
      const { title, who, text } = outcome === 'too often' ? outcomes.tooOften : outcomes.signedInTooOften;
      return { status: 429, title, text: html`<p>${who(provider, account)}</p>\n${soft(text(wait))}` };
    }
    case 'fault':
      // The failed request was logged and redirected here. This response itself is a success.
      return { status: 200, title: outcomes.fault.title, text: soft(outcomes.fault.text) };
  }
}
