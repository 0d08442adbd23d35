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
<p class="soft"><strong><bdi>${chatName}</bdi></strong> gets the roles for everything <strong><bdi>${commerceName}</bdi></strong> has bought and will buy.</p>
<div class="arrivals" data-live="${base}/status" role="status">${arrivalsPart(arrivals)}</div>
<p class="hint" data-later role="status" hidden>This is taking longer than usual. Missing roles arrive automatically. Reload this page to check again.</p>
<noscript><p class="hint">Reload this page to see which roles have arrived.</p></noscript>
<p class="hint">You can close this page. To end the link, use <code>/unlink</code> in the chat.</p>
<script src="${base}/live.js" type="module"></script>`,
    4,
  );

/** Renders the part that `live.js` refreshes. `data-complete` stops the refreshing. */
export function arrivalsPart(arrivals: Arrivals | undefined): SafeHtml {
  if (!arrivals)
    return html`<p class="soft">Your roles are on their way. They arrive automatically, even if you close this page.</p>`;
  const { roles, isComplete } = arrivals;
  const end = isComplete ? html`<span data-complete></span>` : '';
  if (roles.length === 0 && isComplete)
    return html`<p class="notice">None of your purchases gives a role at the moment. When you buy one that does, its role arrives automatically.</p>${end}`;
  return html`<ul class="roles">${roles.map(roleItem)}</ul>
${isComplete ? '' : html`<p class="hint">Roles on their way arrive in a moment, or once you have joined the server.</p>`}${end}`;
}

/** Replaces that part if the link ended while the page was open. */
export const endedPart = (): SafeHtml =>
  html`<p class="notice">These accounts are no longer linked. The link was ended, or the purchases were linked to another chat account.</p><span data-complete></span>`;

const roleItem = ({ guild, role, isThere }: Arrival): SafeHtml =>
  html`<li class="${isThere ? 'there' : 'coming'}"><strong><bdi>${role}</bdi></strong><span class="hint">${isThere ? 'yours' : 'on its way'} in <bdi>${guild}</bdi></span></li>`;
