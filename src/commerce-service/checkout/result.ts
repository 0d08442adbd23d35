import { html, type SafeHtml } from '@remix-run/html-template';
import type { Static } from 'typebox';
import { type ChatCard, chatCard } from '../chat/card.ts';
import type { JoinedEntry } from '../entries/schema.ts';
import type { Membership } from '../memberships/schema.ts';
import type { PlanRow } from '../plans/schema.ts';
import { dateInWords } from './dates.ts';
import { layout } from './layout.ts';
import { STATUS_IN_WORDS, titleOf } from './words.ts';

/** Renders the page for a visitor who has just joined a list, or had joined it before. */
export const joinedPage = (plan: PlanRow, entry: Static<typeof JoinedEntry>): SafeHtml =>
  layout(
    `${titleOf(plan)} · You’re on the list`,
    html`<main class="done"><section class="card" role="status">
<div class="tick" aria-hidden="true"></div>
<h1>${plan.releaseMethod === 'raffle' ? 'You’re in the raffle.' : 'You’re on the list.'}</h1>
<p class="text">${NEXT[entry.status]} Nothing was charged.</p>
<dl><div><dt>Plan</dt><dd>${titleOf(plan)}</dd></div>
<div><dt>E-mail</dt><dd>${entry.email}</dd></div>
${entry.id === null ? '' : html`<div><dt>Entry</dt><dd><code>${entry.id}</code></dd></div>`}</dl>
<p class="soft">Each e-mail address counts once and gets one place.</p>
</section></main>`,
  );

const NEXT = {
  waiting: 'When a place is yours, you will be sent a link to buy it. You can close this page.',
  accepted: 'A place is yours. To buy it, use the link that you are sent.',
  bought: 'Your place has already been used.',
  expired: 'Your place was reserved for a limited time, which has passed.',
  withdrawn: 'The shop has removed this entry from the list.',
};

/** @param isTyped whether the address was only typed, and can be proven */
export const resultPage = (
  plan: PlanRow,
  membership: Membership,
  { isTyped, chat }: { readonly isTyped: boolean; readonly chat: ChatCard | undefined },
): SafeHtml =>
  layout(
    `${titleOf(plan)} · Thank you`,
    html`<main class="done"><section class="card" role="status">
<div class="tick" aria-hidden="true"></div>
<h1>You’re in. Thank you!</h1>
<p class="text">${titleOf(plan)} is yours${NEXT_STEP[chat && !membership.community_chat ? 'connect' : 'none']}</p>
<dl>${receipt(membership).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<p class="text"><a href="${membership.manage_url}">Manage your membership</a></p>
${isTyped ? html`<p class="soft">For now, you can manage this purchase only in this browser. <a href="${membership.manage_url}?sign_in">Confirm that ${membership.email} is yours</a> to see it with all your purchases, wherever you sign in.</p>` : ''}
</section>
${chat ? html`<section class="card" aria-label="Chat account">${chatCard(chat)}</section>` : ''}
</main>`,
  );

const NEXT_STEP = {
  connect: '. One step is left: connect your chat account below to get your access in the community.',
  none: ', and your access is being set up right now. You can close this page.',
};

function receipt(membership: Membership): [name: string, value: string | SafeHtml][] {
  const { renewal_period_end, expires_at, community_chat, quantity, status } = membership;
  const next = status === 'trialing' ? 'Trial ends' : 'Renews on';
  return [
    ['Status', STATUS_IN_WORDS[status]],
    ['E-mail', membership.email],
    ...(quantity > 1 ? [['Quantity', String(quantity)] as [string, string]] : []),
    ...(community_chat
      ? [['Community chat', community_chat.username ?? community_chat.id] as [string, string]]
      : []),
    ...(renewal_period_end === null ? [] : [[next, dateInWords(renewal_period_end)] as [string, string]]),
    ...(expires_at === null ? [] : [['Ends', dateInWords(expires_at)] as [string, string]]),
    ['License key', html`<code>${membership.license_key}</code>`],
    ['Membership', html`<code>${membership.id}</code>`],
  ];
}

const messagePage = (title: string, message: string, advice: string): SafeHtml =>
  layout(
    title,
    html`<main class="done"><section class="card">
<h1>${title}</h1>
<p class="text">${message}</p>
<p class="soft">${advice}</p>
</section></main>`,
  );

/** Renders the page for a link that leads to no plan. */
export const emptyPage = (message: string): SafeHtml =>
  messagePage('Nothing to buy here', message, 'Check the link, or ask the person who sent it for a new one.');

/** Renders the page for a request that another website made the browser send. */
export const foreignPage = (message: string): SafeHtml =>
  messagePage('Not from our page', message, 'If a link brought you here, open it in a new window.');

/** Renders the page for a visitor who must wait, because of a limit or an overload. */
export const laterPage = (message: string): SafeHtml =>
  messagePage(
    'Please try again later',
    message,
    'Then go back and send the form again. You buy only once, even if you send it several times.',
  );

/** Renders the page for an internal error. */
export const faultPage = (requestId: string): SafeHtml =>
  messagePage(
    'Something went wrong',
    `That was our fault, not yours. If it happens again, tell us this request id: ${requestId}.`,
    'Go back and send the form again. You buy only once, even if you send it several times.',
  );
