import { html, type SafeHtml } from '@remix-run/html-template';
import type { Membership } from '../resources/membership.ts';
import type { PlanRow } from '../resources/plan.ts';
import { type Filled, purchaseForm } from './form.ts';
import { layout } from './layout.ts';
import { closedBecause } from './terms.ts';
import { benefits, dateInWords, limits, priceTag, STATUS_IN_WORDS, titleOf } from './words.ts';

/** The page where a plan is bought; with what was wrong when it was tried before. */
export function checkoutPage(plan: PlanRow, filled: Filled, problem?: string): SafeHtml {
  const closed = closedBecause(plan);
  const alert = problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`;
  const open = html`<h2>Your details</h2>${alert}${purchaseForm(plan, filled)}`;
  return layout(
    `${titleOf(plan)} · Checkout`,
    html`<main class="two">
${summary(plan)}
<section class="card" aria-label="Checkout">
${closed === undefined ? open : html`<h2>Not on sale</h2><p class="notice">${closed}</p>`}
</section>
</main>`,
  );
}

function summary(plan: PlanRow): SafeHtml {
  const { amount, period } = priceTag(plan);
  const texts = [plan.product?.description, plan.paymentLinkDescription].filter((text) => text);
  return html`<section class="summary" aria-label="What you get">
<h1>${titleOf(plan)}</h1>
<p class="price">${amount} <small>${period}</small></p>
${texts.map((text) => html`<p class="text">${text}</p>`)}
<ul class="gets">${benefits(plan).map((line) => html`<li>${line}</li>`)}</ul>
<p class="hint">${limits(plan).join(' · ')}</p>
</section>`;
}

/** What a buyer sees after the purchase. */
export const resultPage = (plan: PlanRow, membership: Membership): SafeHtml =>
  layout(
    `${titleOf(plan)} · Thank you`,
    html`<main class="done"><section class="card" role="status">
<div class="tick" aria-hidden="true"></div>
<h1>You’re in. Thank you!</h1>
<p class="text">${titleOf(plan)} is yours, and your access is being set up right now. You can close this page.</p>
<dl>${receipt(membership).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</section></main>`,
  );

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

/** A page with a message and nothing else. */
const messagePage = (title: string, message: string, advice: string): SafeHtml =>
  layout(
    title,
    html`<main class="done"><section class="card">
<h1>${title}</h1>
<p class="text">${message}</p>
<p class="soft">${advice}</p>
</section></main>`,
  );

/** Where there is nothing to buy. */
export const emptyPage = (message: string): SafeHtml =>
  messagePage('Nothing to buy here', message, 'Check the link, or ask whoever sent it to you for a new one.');

/** When something broke that the buyer can do nothing about. */
export const faultPage = (requestId: string): SafeHtml =>
  messagePage(
    'Something went wrong',
    `That was our fault, not yours. If it happens again, tell us this: ${requestId}.`,
    'Go back and send the form once more: it buys once, however often it is sent.',
  );
