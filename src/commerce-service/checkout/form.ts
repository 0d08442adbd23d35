import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';
import type { PlanRow } from '../plans/schema.ts';
import { type Extra, field, hidden, optional, paymentFields } from './fields.ts';
import { answerName, type Filled, PREVIEW } from './form-data.ts';
import { mostUnits } from './order.ts';
import { questionFields } from './questions.ts';
import { dueNow, isFree, type Sale } from './terms.ts';
import type { CheckoutView } from './view.ts';
import { callToAction, savedNow, totalNow } from './words.ts';

/** Renders the purchase form. It contains its checkout session, so that sending it twice buys once. */
export const purchaseForm = (words: Words, view: CheckoutView): SafeHtml => {
  const { sale, filled, claim } = view;
  const { plan } = sale;
  return html`
<form method="post" action="${plan.id}">
<button class="enter" type="submit" tabindex="-1" aria-hidden="true"></button>
${hidden('checkout_session', filled.checkout_session)}${hidden('claim', filled.claim)}${hidden('session', filled.session)}${hidden('password', filled.password)}
${emailField(words, filled, claim !== undefined)}${chatFields(words, filled)}
${mostUnits(plan) > 1 && !claim ? quantityField(words, plan, filled) : ''}
${questionFields(words, plan, filled)}
${isFree({ ...sale, promo: null }) ? '' : promoField(words, view)}
${isFree(sale) ? '' : paymentFields(words, plan, filled)}
${totals(words, sale)}
<button type="submit">${callToAction(words, sale)}</button>
</form>`;
};

export function joinForm(words: Words, plan: PlanRow, filled: Filled, list: 'waitlist' | 'raffle'): SafeHtml {
  const { button, hint } = words.pages.checkout.list[list];
  return html`
<form method="post" action="${plan.id}">
${hidden('password', filled.password)}
${emailField(words, filled, false)}
<button type="submit">${button}</button>
<p class="hint">${hint}</p>
</form>`;
}

/** Renders the form that asks for a plan's password. It carries along everything typed before. */
export const passwordForm = (
  { pages }: Words,
  plan: PlanRow,
  { custom_fields, ...filled }: Filled,
): SafeHtml => html`
<form method="post" action="${plan.id}">
${Object.entries({ ...filled, password: '', [PREVIEW]: '1' }).map(([name, value]) => hidden(name, value))}
${Object.entries(custom_fields).map(([id, value]) => hidden(answerName(id), value))}
${field('password', pages.checkout.password.label, html`type="password" autocomplete="off" maxlength="200" required autofocus`, '')}
<button type="submit">${pages.shared.continue}</button>
</form>`;

/** @param isEntry whether the address is that of the entry whose link the buyer followed */
const emailField = ({ pages }: Words, { email, linked_email }: Filled, isEntry: boolean): SafeHtml => {
  const { filledIn, filledInForEntry } = pages.checkout.form;
  const isLinked = email !== '' && (isEntry || email === linked_email);
  return html`${hidden('linked_email', linked_email)}
${field(
  'email',
  pages.shared.email,
  html`type="email" autocomplete="email" maxlength="254" required${isEntry ? html` readonly` : ''}${isLinked ? html` aria-describedby="email-hint"` : ''}`,
  email,
  isLinked
    ? {
        hint: html`<p class="notice" id="email-hint">${isEntry ? filledInForEntry(email) : filledIn(email)}</p>`,
      }
    : {},
)}`;
};

const chatFields = (words: Words, filled: Filled): SafeHtml => html`
${field('username', words.pages.checkout.form.username, html`autocomplete="username" maxlength="100"`, filled.username, { after: optional(words) })}
${hidden('linked_chat_id', filled.linked_chat_id)}
${field('community_chat_id', words.pages.checkout.form.chatId, html`autocomplete="off" maxlength="100" aria-describedby="chat-hint"`, filled.community_chat_id, chatExtra(words, filled))}`;

/** Warns about a chat id from the link, which may name any account to receive the purchase. */
function chatExtra(words: Words, { community_chat_id: id, linked_chat_id }: Filled): Extra {
  const { chatHint, chatFilledIn } = words.pages.checkout.form;
  const isLinked = id !== '' && id === linked_chat_id;
  const hint = isLinked
    ? html`<p class="notice" id="chat-hint">${chatFilledIn(id)}</p>`
    : html`<p class="hint" id="chat-hint">${chatHint}</p>`;
  return { after: optional(words), hint };
}

/** The button shows the page again with the price of this quantity. */
const quantityField = (
  { pages }: Words,
  plan: PlanRow,
  { quantity }: Filled,
): SafeHtml => html`<div class="field">
<label for="quantity">${pages.shared.quantity}</label>
<div class="with-button">
<input id="quantity" name="quantity" value="${quantity}" type="number" inputmode="numeric" min="1" max="${mostUnits(plan)}" required>
<button class="quiet" type="submit" name="${PREVIEW}" value="1" formnovalidate>${pages.checkout.form.update}</button>
</div>
</div>`;

/** The button only shows the page with the discounted price. The purchase checks the code again. */
function promoField(words: Words, { sale, filled, promoProblem }: CheckoutView): SafeHtml {
  const { havePromo, apply, applied } = words.pages.checkout.form;
  const says = promoProblem?.(words) ?? (sale.promo ? applied(sale.promo.code) : '');
  return html`
<details${filled.promo_code === '' ? '' : html` open`}>
<summary>${havePromo}</summary>
<div class="field">
<label for="promo_code">${words.pages.shared.promoCode}</label>
<div class="with-button">
<input id="promo_code" name="promo_code" value="${filled.promo_code}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="100" aria-describedby="promo-says">
<button class="quiet" type="submit" name="${PREVIEW}" value="1" formnovalidate>${apply}</button>
</div>
<p id="promo-says" role="status" class="${promoProblem === undefined ? 'good' : 'bad'}">${says}</p>
</div>
</details>`;
}

function totals(words: Words, sale: Sale): SafeHtml {
  const { price, due, dueEach } = words.pages.checkout.form;
  const saved = savedNow(words, sale);
  const each = sale.quantity === 1 && mostUnits(sale.plan) > 1 && !dueNow(sale).isZero();
  return html`<dl class="totals">
${
  saved === undefined
    ? ''
    : html`<div><dt>${price}</dt><dd>${totalNow(words, { ...sale, promo: null })}</dd></div>
<div><dt>${words.pages.shared.promoCode} ${sale.promo?.code}</dt><dd class="good">−${saved}</dd></div>`
}
<div class="total"><dt>${each ? dueEach : due}</dt><dd>${totalNow(words, sale)}</dd></div>
</dl>`;
}
