import { html, type SafeHtml } from '@remix-run/html-template';
import { type ChatCard, chatCard } from '../chat/card.ts';
import { titleOf } from '../checkout/words.ts';
import type { MembershipRow } from '../memberships/schema.ts';
import { formatMoney } from '../payments/money.ts';
import type { PaymentRow } from '../payments/schema.ts';
import { inWords } from '../payments/test-methods.ts';
import { actions } from './actions.ts';
import { layout } from './layout.ts';
import { type MembershipView, MOST_PAYMENTS, type Visible } from './membership-view.ts';
import { mayChange, type Viewer } from './viewer.ts';
import {
  accessInWords,
  chatInWords,
  dateOf,
  paymentInWords,
  planInWords,
  STATUS,
  standingInWords,
} from './words.ts';

/** Notice at the top of the page: the action just done, or the reason why it failed. */
export interface Message {
  readonly done?: string | undefined;
  readonly problem?: string | undefined;
}

export function membershipPage(
  view: MembershipView,
  viewer: Viewer,
  { chat, ...message }: Message & { readonly chat: ChatCard | undefined },
): SafeHtml {
  const { row, next, access } = view;
  const { done, problem } = message;
  const forms = actions(view, viewer.proof);
  const why = accessInWords(view);
  return layout(
    `${titleOf(row.plan)} · Your membership`,
    html`<main class="wide">
<nav><a href="../memberships">Your memberships</a></nav>
${done === undefined ? '' : html`<p class="notice" role="status">${done}</p>`}
${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<div class="columns">
<section class="card" aria-label="Membership">
<div class="heading"><h1>${titleOf(row.plan)}</h1>${badge(row)}</div>
${done === undefined ? html`<p class="text">${standingInWords(row, next)}</p>` : ''}
${why === undefined ? '' : html`<p class="notice">${why}</p>`}
${rows(facts(view))}
</section>
<div class="side">
${chat ? html`<section class="card" aria-label="Chat account">${chatCard(chat)}</section>` : ''}
${forms.length === 0 ? '' : html`<section class="card" aria-label="Change it">${forms}</section>`}
${mayChange(access) ? payments(view) : ''}
</div>
</div>
${signedInAs(viewer, row.id, '../oauth/sign-out')}
</main>`,
  );
}

export const membershipsPage = (
  { rows: all, page, hasMore }: Visible,
  viewer: Viewer,
  { done, chat }: Pick<Message, 'done'> & { readonly chat: ChatCard | undefined },
): SafeHtml =>
  layout(
    'Your memberships',
    html`<main class="list">
<h1>Your memberships</h1>
${done === undefined ? '' : html`<p class="notice" role="status">${done}</p>`}
${all.length === 0 ? html`<section class="card"><p>Nothing has been ${viewer.signedInBy === 'chat' ? 'connected to this chat account' : 'bought with this e-mail address'}.</p></section>` : ''}
${all.map(
  (row) => html`<a class="card choice" href="memberships/${row.id}">
<span class="heading"><strong>${titleOf(row.plan)}</strong>${badge(row)}</span>
<span class="soft">${planInWords(row)} · bought on ${dateOf(row.createdAt)}</span>
</a>`,
)}
${page > 1 || hasMore ? html`<p>${page > 1 ? html`<a href="memberships?page=${String(page - 1)}">Previous page</a> ` : ''}${hasMore ? html`<a href="memberships?page=${String(page + 1)}">Next page</a>` : ''}</p>` : ''}
${chat ? html`<section class="card" aria-label="Chat account">${chatCard(chat)}</section>` : ''}
${signedInAs(viewer, '', 'oauth/sign-out')}
</main>`,
  );

/** Renders the same page for a membership that doesn't exist, and for one that the viewer may not see. */
export const notFoundPage = (viewer: Viewer, id: string): SafeHtml =>
  layout(
    'Not found',
    html`<main class="list">
<section class="card">
<h1>There is no such membership</h1>
<p>Or it isn’t yours: you are signed in as <strong>${viewer.name}</strong>. If it belongs to another account or e-mail address of yours, sign in with that one.</p>
<p><a href="../memberships">Your memberships</a></p>
</section>
${signedInAs(viewer, id, '../oauth/sign-out')}
</main>`,
  );

export const problemPage = (message: string, advice: string): SafeHtml =>
  layout(
    'This didn’t work',
    html`<main class="list"><section class="card">
<h1>This didn’t work</h1>
<p class="text">${message}</p>
<p class="soft">${advice}</p>
</section></main>`,
  );

const badge = ({ status, valid }: MembershipRow): SafeHtml =>
  html`<span class="badge ${valid && status !== 'past_due' ? 'good' : status === 'past_due' || status === 'unresolved' ? 'bad' : ''}">${STATUS[status]}</span>`;

function signedInAs({ person, name, licensed, proof }: Viewer, id: string, action: string): SafeHtml {
  const signIn = html`<p class="who"><a href="?sign_in">Sign in</a></p>`;
  if (!person && licensed === undefined) return signIn;
  const who = person ? html`Signed in as <strong>${name}</strong>` : 'Viewing with a license key';
  return html`<form class="who" method="post" action="${action}">
<input type="hidden" name="request" value="membership=${id}"><input type="hidden" name="proof" value="${proof}">
<span>${who}</span>
<button type="submit" class="plain">Sign out</button>
</form>${person ? '' : signIn}`;
}

type Facts = readonly (readonly [name: string, value: string | SafeHtml])[];

const rows = (facts: Facts): SafeHtml =>
  html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

function facts({ row, next, can, access }: MembershipView): Facts {
  const isOwners = mayChange(access);
  const { renewalPeriodEnd, expiresAt, pspPaymentMethod, plan } = row;
  const renews = (row.status === 'active' || row.status === 'trialing') && renewalPeriodEnd;
  const when = renews && dateOf(renews);
  return [
    ['Plan', planInWords(row)],
    ...(row.quantity > 1 ? ([['Quantity', String(row.quantity)]] as const) : []),
    ...(when && row.cancelAtPeriodEnd ? ([['Ends', when]] as const) : []),
    ...(when && !row.cancelAtPeriodEnd
      ? ([['Next charge', `${formatMoney(next, plan.baseCurrency)} on ${when}`]] as const)
      : []),
    ...(can.pay ? ([['Overdue', formatMoney(next, plan.baseCurrency)]] as const) : []),
    ...(expiresAt ? ([[row.status === 'expired' ? 'Ended' : 'Ends', dateOf(expiresAt)]] as const) : []),
    ...(row.promoCode ? ([['Promo code', row.promoCode.code]] as const) : []),
    ...(isOwners && pspPaymentMethod && row.unclaimedSince === null
      ? ([['Paid with', inWords(pspPaymentMethod)]] as const)
      : []),
    ...(isOwners
      ? ([
          ['Chat account', chatInWords(row)],
          ['License key', html`<code>${row.licenseKey}</code>`],
        ] as const)
      : []),
    ['Bought', dateOf(row.createdAt)],
    ['Membership', html`<code>${row.id}</code>`],
  ];
}

/** Whether somebody else may have paid. */
const isOthers = ({ unclaimedSince, claimedAt }: MembershipRow, { createdAt }: PaymentRow): boolean =>
  unclaimedSince !== null || (claimedAt !== null && createdAt < claimedAt);

const payments = ({ payments: all, row }: MembershipView): SafeHtml =>
  html`<section class="card" aria-label="Payments">
<h2>Payments</h2>
${
  all.length === 0
    ? html`<p class="soft">Nothing has been charged so far.</p>`
    : html`<ul class="payments">${all.map(
        (payment) => html`<li>
<span><strong>${formatMoney(payment.amount, payment.currency)}</strong> <span class="soft">${dateOf(payment.createdAt)}</span></span>
<span class="${payment.status === 'failed' ? 'bad' : 'soft'}">${paymentInWords(payment, isOthers(row, payment))}</span>
</li>`,
      )}</ul>`
}
${all.length === MOST_PAYMENTS ? html`<p class="hint">Only the latest ${MOST_PAYMENTS} payments are shown.</p>` : ''}
</section>`;
