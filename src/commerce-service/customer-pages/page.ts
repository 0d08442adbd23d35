import { html, type SafeHtml } from '@remix-run/html-template';
import { dayIn } from '../../i18n/format.ts';
import type { Words } from '../../i18n/index.ts';
import { type ChatCard, chatCard } from '../chat/card.ts';
import { titleOf } from '../checkout/words.ts';
import type { MembershipRow } from '../memberships/schema.ts';
import { formatMoney } from '../payments/money.ts';
import type { PaymentRow } from '../payments/schema.ts';
import { storedInWords } from '../payments/test-methods.ts';
import { actions } from './actions.ts';
import { layout } from './layout.ts';
import { type MembershipView, MOST_PAYMENTS, type Visible } from './membership-view.ts';
import { mayChange, type Viewer } from './viewer.ts';
import { accessInWords, chatInWords, paymentInWords, planInWords, standingInWords } from './words.ts';

/** Notice at the top of the page: the action just done, or the reason why it failed. */
export interface Message {
  readonly done?: string | undefined;
  readonly problem?: string | undefined;
}

export function membershipPage(
  words: Words,
  view: MembershipView,
  viewer: Viewer,
  { chat, ...message }: Message & { readonly chat: ChatCard | undefined },
): SafeHtml {
  const { customer, shared } = words.pages;
  const { row, next, access } = view;
  const { done, problem } = message;
  const forms = actions(words, view, viewer.proof);
  const why = accessInWords(words, view);
  return layout(
    words,
    `${titleOf(words, row.plan)} · ${customer.one}`,
    html`<main class="wide">
<nav><a href="../memberships">${customer.title}</a></nav>
${done === undefined ? '' : html`<p class="notice" role="status">${done}</p>`}
${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
<div class="columns">
<section class="card" aria-label="${shared.membership}">
<div class="heading"><h1>${titleOf(words, row.plan)}</h1>${badge(words, row)}</div>
${done === undefined ? html`<p class="text">${standingInWords(words, row, next)}</p>` : ''}
${why === undefined ? '' : html`<p class="notice">${why}</p>`}
${rows(facts(words, view))}
</section>
<div class="side">
${chat ? html`<section class="card" aria-label="${shared.chatAccount}">${chatCard(words, chat)}</section>` : ''}
${forms.length === 0 ? '' : html`<section class="card" aria-label="${customer.actions.label}">${forms}</section>`}
${mayChange(access) ? payments(words, view) : ''}
</div>
</div>
${signedInAs(words, viewer, row.id, '../oauth/sign-out')}
</main>`,
  );
}

export function membershipsPage(
  words: Words,
  { rows: all, page, hasMore }: Visible,
  viewer: Viewer,
  { done, chat }: Pick<Message, 'done'> & { readonly chat: ChatCard | undefined },
): SafeHtml {
  const { customer, shared } = words.pages;
  return layout(
    words,
    customer.title,
    html`<main class="list">
<h1>${customer.title}</h1>
${done === undefined ? '' : html`<p class="notice" role="status">${done}</p>`}
${all.length === 0 ? html`<section class="card"><p>${viewer.signedInBy === 'chat' ? customer.nothing.chat : customer.nothing.email}</p></section>` : ''}
${all.map(
  (row) => html`<a class="card choice" href="memberships/${row.id}">
<span class="heading"><strong>${titleOf(words, row.plan)}</strong>${badge(words, row)}</span>
<span class="soft">${customer.bought(planInWords(words, row), dayIn(words.locale, row.createdAt))}</span>
</a>`,
)}
${page > 1 || hasMore ? html`<p>${page > 1 ? html`<a href="memberships?page=${String(page - 1)}">${customer.previous}</a> ` : ''}${hasMore ? html`<a href="memberships?page=${String(page + 1)}">${customer.next}</a>` : ''}</p>` : ''}
${chat ? html`<section class="card" aria-label="${shared.chatAccount}">${chatCard(words, chat)}</section>` : ''}
${signedInAs(words, viewer, '', 'oauth/sign-out')}
</main>`,
  );
}

/** Renders the same page for a membership that doesn't exist, and for one that the viewer may not see. */
export function notFoundPage(words: Words, viewer: Viewer, id: string): SafeHtml {
  const { title, notFound } = words.pages.customer;
  return layout(
    words,
    notFound.title,
    html`<main class="list">
<section class="card">
<h1>${notFound.heading}</h1>
<p>${notFound.notYours} <strong>${viewer.name}</strong>. ${notFound.other}</p>
<p><a href="../memberships">${title}</a></p>
</section>
${signedInAs(words, viewer, id, '../oauth/sign-out')}
</main>`,
  );
}

export function problemPage(words: Words, message: string, advice: string): SafeHtml {
  const { title } = words.pages.shared.problem;
  return layout(
    words,
    title,
    html`<main class="list"><section class="card">
<h1>${title}</h1>
<p class="text">${message}</p>
<p class="soft">${advice}</p>
</section></main>`,
  );
}

const badge = ({ pages }: Words, { status, valid }: MembershipRow): SafeHtml =>
  html`<span class="badge ${valid && status !== 'past_due' ? 'good' : status === 'past_due' || status === 'unresolved' ? 'bad' : ''}">${pages.shared.statuses[status]}</span>`;

function signedInAs(
  { pages }: Words,
  { person, name, licensed, proof }: Viewer,
  id: string,
  action: string,
): SafeHtml {
  const said = pages.customer;
  const signIn = html`<p class="who"><a href="?sign_in">${pages.shared.signIn}</a></p>`;
  if (!person && licensed === undefined) return signIn;
  const who = person ? html`${said.signedInAs} <strong>${name}</strong>` : said.withLicense;
  return html`<form class="who" method="post" action="${action}">
<input type="hidden" name="request" value="membership=${id}"><input type="hidden" name="proof" value="${proof}">
<span>${who}</span>
<button type="submit" class="plain">${said.signOut}</button>
</form>${person ? '' : signIn}`;
}

type Facts = readonly (readonly [name: string, value: string | SafeHtml])[];

const rows = (facts: Facts): SafeHtml =>
  html`<dl>${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;

function facts(words: Words, { row, next, can, access }: MembershipView): Facts {
  const { shared, customer } = words.pages;
  const said = customer.facts;
  const dateOf = (moment: Date): string => dayIn(words.locale, moment);
  const isOwners = mayChange(access);
  const { renewalPeriodEnd, expiresAt, pspPaymentMethod, plan } = row;
  const renews = (row.status === 'active' || row.status === 'trialing') && renewalPeriodEnd;
  const when = renews && dateOf(renews);
  const charge = formatMoney(next, plan.baseCurrency, words.locale);
  return [
    [said.plan, planInWords(words, row)],
    ...(row.quantity > 1 ? ([[shared.quantity, String(row.quantity)]] as const) : []),
    ...(when && row.cancelAtPeriodEnd ? ([[said.ends, when]] as const) : []),
    ...(when && !row.cancelAtPeriodEnd ? ([[said.nextCharge, said.charge(charge, when)]] as const) : []),
    ...(can.pay ? ([[said.overdue, charge]] as const) : []),
    ...(expiresAt ? ([[row.status === 'expired' ? said.ended : said.ends, dateOf(expiresAt)]] as const) : []),
    ...(row.promoCode ? ([[shared.promoCode, row.promoCode.code]] as const) : []),
    ...(isOwners && pspPaymentMethod && row.unclaimedSince === null
      ? ([[said.paidWith, storedInWords(words, pspPaymentMethod)]] as const)
      : []),
    ...(isOwners
      ? ([
          [shared.chatAccount, chatInWords(words, row)],
          [shared.licenseKey, html`<code>${row.licenseKey}</code>`],
        ] as const)
      : []),
    [said.bought, dateOf(row.createdAt)],
    [shared.membership, html`<code>${row.id}</code>`],
  ];
}

/** Whether somebody else may have paid. */
const isOthers = ({ unclaimedSince, claimedAt }: MembershipRow, { createdAt }: PaymentRow): boolean =>
  unclaimedSince !== null || (claimedAt !== null && createdAt < claimedAt);

function payments(words: Words, { payments: all, row }: MembershipView): SafeHtml {
  const { locale } = words;
  const { title, none, latest } = words.pages.customer.payments;
  return html`<section class="card" aria-label="${title}">
<h2>${title}</h2>
${
  all.length === 0
    ? html`<p class="soft">${none}</p>`
    : html`<ul class="payments">${all.map(
        (payment) => html`<li>
<span><strong>${formatMoney(payment.amount, payment.currency, locale)}</strong> <span class="soft">${dayIn(locale, payment.createdAt)}</span></span>
<span class="${payment.status === 'failed' ? 'bad' : 'soft'}">${paymentInWords(words, payment, isOthers(row, payment))}</span>
</li>`,
      )}</ul>`
}
${all.length === MOST_PAYMENTS ? html`<p class="hint">${latest(MOST_PAYMENTS)}</p>` : ''}
</section>`;
}
