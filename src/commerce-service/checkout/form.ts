import { html, type SafeHtml } from '@remix-run/html-template';
import type { PlanRow } from '../plans/schema.ts';
import { type Extra, field, hidden } from './fields.ts';
import { answerName, type Filled, PREVIEW } from './form-data.ts';
import { mostUnits } from './order.ts';
import { paymentFields } from './payment-fields.ts';
import { questionFields } from './questions.ts';
import { dueNow, isFree, type Sale } from './terms.ts';
import type { CheckoutView } from './view.ts';
import { callToAction, savedNow, totalNow } from './words.ts';

/** Renders the purchase form. It contains its checkout session, so that sending it twice buys once. */
export const purchaseForm = (view: CheckoutView): SafeHtml => {
  const { sale, filled, claim } = view;
  const { plan } = sale;
  return html`
<form method="post" action="${plan.id}">
<button class="enter" type="submit" tabindex="-1" aria-hidden="true"></button>
${hidden('checkout_session', filled.checkout_session)}${hidden('claim', filled.claim)}${hidden('session', filled.session)}${hidden('password', filled.password)}
${emailField(filled, claim !== undefined)}${chatFields(filled)}
${mostUnits(plan) > 1 && !claim ? quantityField(plan, filled) : ''}
${questionFields(plan, filled)}
${isFree({ ...sale, promo: null }) ? '' : promoField(view)}
${isFree(sale) ? '' : paymentFields(plan, filled)}
${totals(sale)}
<button type="submit">${callToAction(sale)}</button>
</form>`;
};

export const joinForm = (plan: PlanRow, filled: Filled, list: 'waitlist' | 'raffle'): SafeHtml => html`
<form method="post" action="${plan.id}">
${hidden('password', filled.password)}
${emailField(filled, false)}
<button type="submit">${list === 'waitlist' ? 'Join the waiting list' : 'Enter the raffle'}</button>
<p class="hint">${list === 'waitlist' ? 'Nothing is charged now, and you don’t have to buy later.' : 'Entering costs nothing. One entry per person.'}</p>
</form>`;

/** Renders the form that asks for a plan's password. It carries along everything typed before. */
export const passwordForm = (plan: PlanRow, { custom_fields, ...filled }: Filled): SafeHtml => html`
<form method="post" action="${plan.id}">
${Object.entries({ ...filled, password: '', [PREVIEW]: '1' }).map(([name, value]) => hidden(name, value))}
${Object.entries(custom_fields).map(([id, value]) => hidden(answerName(id), value))}
${field('password', 'Password', html`type="password" autocomplete="off" maxlength="200" required autofocus`, '')}
<button type="submit">Continue</button>
</form>`;

/** @param isEntry whether the address is that of the entry whose link the buyer followed */
const emailField = ({ email, linked_email }: Filled, isEntry: boolean): SafeHtml => {
  const isLinked = email !== '' && (isEntry || email === linked_email);
  return html`${hidden('linked_email', linked_email)}
${field(
  'email',
  'E-mail',
  html`type="email" autocomplete="email" maxlength="254" required${isEntry ? html` readonly` : ''}${isLinked ? html` aria-describedby="email-hint"` : ''}`,
  email,
  isLinked
    ? {
        hint: html`<p class="notice" id="email-hint">The link you followed filled this in. What you buy belongs to whoever reads the mail of <strong>${email}</strong>.${isEntry ? ' If that isn’t you, don’t buy here.' : ' If that isn’t you, enter your own address.'}</p>`,
      }
    : {},
)}`;
};

const chatFields = (filled: Filled): SafeHtml => html`
${field('username', 'Username', html`autocomplete="username" maxlength="100"`, filled.username, OPTIONAL)}
${hidden('linked_chat_id', filled.linked_chat_id)}
${field('community_chat_id', 'Community chat id', html`autocomplete="off" maxlength="100" aria-describedby="chat-hint"`, filled.community_chat_id, chatExtra(filled))}`;

/** Warns about a chat id from the link, which may name any account to receive the purchase. */
const chatExtra = ({ community_chat_id: id, linked_chat_id }: Filled): Extra =>
  id === '' || id !== linked_chat_id
    ? CHAT
    : {
        ...OPTIONAL,
        hint: html`<p class="notice" id="chat-hint">The link you followed filled this in. The account <strong>${id}</strong> gets what you buy. If it isn’t yours, enter your own account’s id or leave this empty.</p>`,
      };

/** The button shows the page again with the price of this quantity. */
const quantityField = (plan: PlanRow, { quantity }: Filled): SafeHtml => html`<div class="field">
<label for="quantity">Quantity</label>
<div class="with-button">
<input id="quantity" name="quantity" value="${quantity}" type="number" inputmode="numeric" min="1" max="${mostUnits(plan)}" required>
<button class="quiet" type="submit" name="${PREVIEW}" value="1" formnovalidate>Update</button>
</div>
</div>`;

/** The button only shows the page with the discounted price. The purchase checks the code again. */
const promoField = ({ sale, filled, promoProblem }: CheckoutView): SafeHtml => html`
<details${filled.promo_code === '' ? '' : html` open`}>
<summary>Have a promo code?</summary>
<div class="field">
<label for="promo_code">Promo code</label>
<div class="with-button">
<input id="promo_code" name="promo_code" value="${filled.promo_code}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="100" aria-describedby="promo-says">
<button class="quiet" type="submit" name="${PREVIEW}" value="1" formnovalidate>Apply</button>
</div>
<p id="promo-says" role="status" class="${promoProblem === undefined ? 'good' : 'bad'}">${promoProblem ?? (sale.promo ? `${sale.promo.code} is applied.` : '')}</p>
</div>
</details>`;

function totals(sale: Sale): SafeHtml {
  const saved = savedNow(sale);
  const each = sale.quantity === 1 && mostUnits(sale.plan) > 1 && !dueNow(sale).isZero();
  return html`<dl class="totals">
${
  saved === undefined
    ? ''
    : html`<div><dt>Price</dt><dd>${totalNow({ ...sale, promo: null })}</dd></div>
<div><dt>Promo code ${sale.promo?.code}</dt><dd class="good">−${saved}</dd></div>`
}
<div class="total"><dt>${each ? 'Due today, for each' : 'Due today'}</dt><dd>${totalNow(sale)}</dd></div>
</dl>`;
}

const OPTIONAL: Extra = { after: html` <span>(optional)</span>` };

const CHAT: Extra = {
  ...OPTIONAL,
  hint: html`<p class="hint" id="chat-hint">The id number of your account in the community’s chat. This account gets what you buy.</p>`,
};
