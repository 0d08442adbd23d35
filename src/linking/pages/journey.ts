import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';
import { identity } from '../../pages/identity.ts';
import { onward } from '../../pages/onward.ts';
import { buttonForm, page } from './frame.ts';

/** `base` is the path of the start page, `proof` the token that shows that a form is from one of our pages. */
export interface Place {
  readonly base: string;
  readonly proof: string;
}

export interface Start {
  readonly platform: string;
  /** Whether we ask members for permission to add them to the server. */
  readonly letsIn: boolean;
  /** Chat account that asked for the link, if known. */
  readonly expectedUserId: string | undefined;
}

export function startPage(words: Words, base: string, { platform, letsIn, expectedUserId }: Start): SafeHtml {
  const { start } = words.pages.linking;
  return page(
    words,
    start.title,
    html`<h1>${start.heading}</h1>
<p class="soft">${start.text}</p>
<ol class="plan">
<li>${start.chat(platform)}</li>
<li>${start.purchases}</li>
<li>${start.confirm}</li>
</ol>
${buttonForm(`${base}/begin`, expectedUserId === undefined ? {} : { for: expectedUserId }, start.button(platform))}
${letsIn ? html`<p class="hint">${start.letsIn}</p>` : ''}
<p class="hint">${start.safe}</p>`,
    1,
  );
}

/** Renders the page that forwards the browser to the provider. */
export const onwardPage = (words: Words, location: string): SafeHtml =>
  page(words, words.pages.shared.onward.title, onward(words, location));

/** Renders the page shown while an answer is already being processed. */
export function busyPage(words: Words): SafeHtml {
  const { title } = words.pages.shared.onward;
  return page(
    words,
    title,
    html`<h1>${title}</h1>
<p class="soft" role="status">${words.pages.linking.busy}</p>`,
  );
}

/** Renders the second step: the chat account is known, the purchases come next. */
export function purchasesPage(words: Words, { base, proof }: Place, chatName: string): SafeHtml {
  const { purchases } = words.pages.linking;
  return page(
    words,
    purchases.title,
    html`<h1>${purchases.heading}</h1>
${identity(purchases.account, chatName)}
<p class="soft">${purchases.text}</p>
${buttonForm(`${base}/commerce`, { proof }, purchases.button)}
${buttonForm(`${base}/cancel`, { proof }, purchases.stop, 'plain')}`,
    2,
  );
}

/** Renders both accounts with a confirm button. @param moves whether another chat account has the purchases now */
export function confirmPage(
  words: Words,
  { base, proof }: Place,
  { chatName, commerceName, moves }: { chatName: string; commerceName: string; moves: boolean },
): SafeHtml {
  const { confirm } = words.pages.linking;
  return page(
    words,
    confirm.title,
    html`<h1>${confirm.heading}</h1>
<div class="pair">
${identity(confirm.chat, chatName)}
${identity(confirm.purchases, commerceName)}
</div>
${moves ? html`<p class="notice">${confirm.moves}</p>` : ''}
<div class="actions">
${buttonForm(`${base}/confirm`, { proof }, confirm.button)}
${buttonForm(`${base}/cancel`, { proof }, confirm.refuse, 'quiet')}
</div>
<p class="hint">${confirm.hint}</p>`,
    3,
  );
}
