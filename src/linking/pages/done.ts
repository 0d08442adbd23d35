import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';
import type { Arrival, Arrivals } from '../arrivals.ts';
import { page } from './frame.ts';

/** Renders the final page, which shows the roles as they arrive. @param arrivals undefined if unknown at the moment */
export function donePage(
  words: Words,
  base: string,
  { chatName, commerceName }: { chatName: string; commerceName: string },
  arrivals: Arrivals | undefined,
): SafeHtml {
  const { done } = words.pages.linking;
  return page(
    words,
    done.title,
    html`<h1>${done.heading}</h1>
<p class="soft">${done.gets(chatName, commerceName)}</p>
<div class="arrivals" data-live="${base}/status" role="status">${arrivalsPart(words, arrivals)}</div>
<p class="hint" data-later role="status" hidden>${done.later}</p>
<noscript><p class="hint">${done.noScript}</p></noscript>
<p class="hint">${done.close}</p>
<script src="${base}/live.js" type="module"></script>`,
    4,
  );
}

/** Renders the part that `live.js` refreshes. `data-complete` stops the refreshing. */
export function arrivalsPart(words: Words, arrivals: Arrivals | undefined): SafeHtml {
  const { unknown, none, waiting } = words.pages.linking.done;
  if (!arrivals) return html`<p class="soft">${unknown}</p>`;
  const { roles, isComplete } = arrivals;
  const end = isComplete ? html`<span data-complete></span>` : '';
  if (roles.length === 0 && isComplete) return html`<p class="notice">${none}</p>${end}`;
  return html`<ul class="roles">${roles.map((arrival) => roleItem(words, arrival))}</ul>
${isComplete ? '' : html`<p class="hint">${waiting}</p>`}${end}`;
}

/** Replaces that part if the link ended while the page was open. */
export const endedPart = ({ pages }: Words): SafeHtml =>
  html`<p class="notice">${pages.linking.done.ended}</p><span data-complete></span>`;

function roleItem({ pages }: Words, { guild, role, isThere }: Arrival): SafeHtml {
  const { there, coming } = pages.linking.done;
  return html`<li class="${isThere ? 'there' : 'coming'}"><strong><bdi>${role}</bdi></strong><span class="hint">${isThere ? there(guild) : coming(guild)}</span></li>`;
}
