import { html, type SafeHtml } from '@remix-run/html-template';
import type { PlanRow } from '../resources/plan.ts';
import { dueNow, isFree } from './terms.ts';
import { APPROVED_CARD, DECLINED_CARD } from './test-cards.ts';
import { callToAction, totalNow } from './words.ts';

/** What the form starts with; empty where nothing is known. */
export interface Filled {
  readonly email: string;
  readonly username: string;
  readonly community_chat_id: string;
  readonly quantity: string;
  readonly promo_code: string;
  readonly password: string;
  readonly checkout_session: string;
}

/** The form that buys a plan. It carries its session, so that sending it twice buys once. */
export const purchaseForm = (plan: PlanRow, filled: Filled): SafeHtml => html`
<form method="post" action="${plan.id}">
<input type="hidden" name="checkout_session" value="${filled.checkout_session}">
${field('email', 'E-mail', html`type="email" autocomplete="email" maxlength="254" required`, filled.email)}
${field('username', 'Username', html`autocomplete="username" maxlength="100"`, filled.username, OPTIONAL)}
${field('community_chat_id', 'Community chat id', html`autocomplete="off" maxlength="100" aria-describedby="chat-hint"`, filled.community_chat_id, CHAT)}
${plan.password === null ? '' : field('password', 'Password of this link', html`type="password" autocomplete="off" maxlength="200" required`, filled.password)}
${plan.allowMultipleQuantity ? field('quantity', 'Quantity', html`type="number" inputmode="numeric" min="1" max="10000" required`, filled.quantity) : ''}
${isFree(plan) ? '' : field('card_number', 'Card number', html`class="number" inputmode="numeric" autocomplete="cc-number" maxlength="40" placeholder="${APPROVED_CARD}" aria-describedby="card-hint" required`, '', CARD)}
<details${filled.promo_code === '' ? '' : html` open`}>
<summary>Have a promo code?</summary>
${field('promo_code', 'Promo code', html`autocomplete="off" maxlength="100"`, filled.promo_code)}
</details>
<p class="total"><span>${plan.allowMultipleQuantity && !dueNow(plan, 1).isZero() ? 'Due today, for each' : 'Due today'}</span><span>${totalNow(plan)}</span></p>
<button type="submit">${callToAction(plan)}</button>
</form>`;

interface Extra {
  readonly after?: SafeHtml;
  readonly hint?: SafeHtml;
}

const OPTIONAL: Extra = { after: html` <span>(optional)</span>` };

const CHAT: Extra = {
  ...OPTIONAL,
  hint: html`<p class="hint" id="chat-hint">The number of your account in the community’s chat, so that the purchase finds you there.</p>`,
};

const CARD: Extra = {
  hint: html`<p class="hint" id="card-hint">Test cards only, no money moves: <span class="number">${APPROVED_CARD}</span> is approved, <span class="number">${DECLINED_CARD}</span> declined.</p>`,
};

const field = (
  name: string,
  label: string,
  attributes: SafeHtml,
  value: string,
  extra: Extra = {},
): SafeHtml =>
  html`<div class="field">
<label for="${name}">${label}${extra.after}</label>
<input id="${name}" name="${name}" value="${value}" ${attributes}>
${extra.hint}
</div>`;
