import { html, type SafeHtml } from '@remix-run/html-template';
import type { Arrival, Arrivals } from '../arrivals.ts';
import { page } from './frame.ts';

/** Renders the final page, which shows the roles as they arrive. @param arrivals undefined if unknown at the moment */
export const donePage = (
  base: string,
  { chatName, commerceName }: { chatName: string; commerceName: string },
  arrivals: Arrivals | undefined,
): SafeHtml =>
  page(
    'Linked',
    html`<h1>Your accounts are linked</h1>
<p class="soft"><strong><bdi>${chatName}</bdi></strong> has what <strong><bdi>${commerceName}</bdi></strong> bought, now and from now on.</p>
<div class="arrivals" data-live="${base}/status" role="status">${arrivalsPart(arrivals)}</div>
<p class="hint" data-later role="status" hidden>It takes longer than usual. What is missing comes by itself; reload this page to look again.</p>
<noscript><p class="hint">Reload this page to see what has come since.</p></noscript>
<p class="hint">You can close this page. To end the link, use <code>/unlink</code> in the chat.</p>
<script src="${base}/live.js" type="module"></script>`,
    4,
  );

/** Renders the part that `live.js` refreshes. `data-complete` stops the refreshing. */
export function arrivalsPart(arrivals: Arrivals | undefined): SafeHtml {
  if (!arrivals)
    return html`<p class="soft">Your roles are on their way. They come by themselves, also when this page is closed.</p>`;
  const { roles, isComplete } = arrivals;
  const end = isComplete ? html`<span data-complete></span>` : '';
  if (roles.length === 0 && isComplete)
    return html`<p class="notice">No purchase gives a role at the moment. When you buy one that does, its role comes by itself.</p>${end}`;
  return html`<ul class="roles">${roles.map(roleItem)}</ul>
${isComplete ? '' : html`<p class="hint">On its way: a moment, or until you have joined the server.</p>`}${end}`;
}

/** Replaces that part if the link ended while the page was open. */
export const endedPart = (): SafeHtml =>
  html`<p class="notice">These accounts aren’t linked any more: the link was ended since, or the purchases were linked to another chat account.</p><span data-complete></span>`;

const roleItem = ({ guild, role, isThere }: Arrival): SafeHtml =>
  html`<li class="${isThere ? 'there' : 'coming'}"><strong><bdi>${role}</bdi></strong><span class="hint">${isThere ? 'yours' : 'on its way'} in <bdi>${guild}</bdi></span></li>`;
