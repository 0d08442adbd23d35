import { html, type SafeHtml } from '@remix-run/html-template';
import { toEpochSeconds } from '../../clock.ts';
import { dayIn } from '../../i18n/format.ts';
import type { Words } from '../../i18n/index.ts';
import { optional } from '../checkout/fields.ts';
import { newKeyClaims } from '../memberships/licenses.ts';
import { formatMoney } from '../payments/money.ts';
import { APPROVED_CARD, DECLINED_CARD, storedInWords } from '../payments/test-methods.ts';
import type { MembershipView } from './membership-view.ts';
import { type Action, mayChange } from './viewer.ts';

/** Renders a form for each action that is available now. */
export function actions(words: Words, view: MembershipView, proof: string): SafeHtml[] {
  const { can } = view;
  return [
    ...(can.pay ? [pay(words, view, proof)] : []),
    ...(can.refill ? [refill(words, view, proof)] : []),
    ...(can.resume ? [resume(words, view, proof)] : []),
    ...(can.cancel ? [cancel(words, view, proof)] : []),
    ...(can['replace-key'] ? [replaceKey(words, view, proof)] : []),
  ];
}

const form = ({ row }: MembershipView, action: Action, proof: string, content: SafeHtml): SafeHtml =>
  html`<form method="post" action="${row.id}/${action}">
<input type="hidden" name="proof" value="${proof}">
${content}
</form>`;

function pay(words: Words, view: MembershipView, proof: string): SafeHtml {
  const said = words.pages.customer.actions.pay;
  return html`<h2>${said.title}</h2>
${form(view, 'pay', proof, html`${cardField(words, view)}<button type="submit">${said.button(price(words, view))}</button>`)}`;
}

function refill(words: Words, view: MembershipView, proof: string): SafeHtml {
  const said = words.pages.customer.actions.refill;
  const { row, next } = view;
  const days = row.plan.expirationDays ?? 0;
  const seen = row.expiresAt ? String(toEpochSeconds(row.expiresAt)) : '';
  return html`<h2>${said.title}</h2>
<p class="soft">${row.status === 'expired' ? said.addsFromToday(days) : said.adds(days)}</p>
${form(
  view,
  'refill',
  proof,
  html`<input type="hidden" name="seen_end" value="${seen}">
${cardField(words, view)}<button type="submit">${next.isZero() ? said.free : said.button(price(words, view))}</button>`,
)}`;
}

function resume(words: Words, view: MembershipView, proof: string): SafeHtml {
  const said = words.pages.customer.actions.resume;
  return html`<h2>${said.title}</h2>
<p class="soft">${said.text}</p>
${form(view, 'resume', proof, html`${isOthers(view) ? cardField(words, view) : ''}<button type="submit">${said.button}</button>`)}`;
}

/** Renders the cancellation in two steps, so that buyers don't cancel by accident. */
function cancel(words: Words, view: MembershipView, proof: string): SafeHtml {
  const { title, button } = words.pages.customer.actions.cancel;
  return html`<details><summary>${title}</summary>
<p class="soft">${cancelWords(words, view)}</p>
${form(view, 'cancel', proof, html`<button type="submit" class="quiet">${button}</button>`)}
</details>`;
}

function replaceKey({ pages }: Words, view: MembershipView, proof: string): SafeHtml {
  const { title, text, claims, button } = pages.customer.actions.replaceKey;
  return html`<details><summary>${title}</summary>
<p class="soft">${text}${newKeyClaims(view.row) ? ` ${claims}` : ''}</p>
${form(view, 'replace-key', proof, html`<button type="submit" class="quiet">${button}</button>`)}
</details>`;
}

function cancelWords({ locale, pages }: Words, { row, can, access }: MembershipView): string {
  const { foreign, overdue, until } = pages.customer.actions.cancel;
  if (!mayChange(access)) return foreign;
  if (can.pay || !row.renewalPeriodEnd) return overdue;
  return until(dayIn(locale, row.renewalPeriodEnd));
}

const price = ({ locale }: Words, { row, next }: MembershipView): string =>
  formatMoney(next, row.plan.baseCurrency, locale);

/** Whether the card on file may be that of someone else, who bought in the owner's name. */
const isOthers = ({ row }: MembershipView): boolean => row.unclaimedSince !== null;

/** Renders the card field; nothing if nothing is charged. If left empty, the owner's card on file is charged. */
function cardField(words: Words, view: MembershipView): SafeHtml | '' {
  const { row, next } = view;
  if (next.isZero()) return '';
  const { card } = words.pages.customer.actions;
  const { methods } = words.pages.checkout;
  const onFile = !isOthers(view) && row.pspPaymentMethod && storedInWords(words, row.pspPaymentMethod);
  const label = onFile ? html`${card.another}${optional(words)}` : card.number;
  return html`<div class="field">
<label for="card_number">${label}</label>
<input id="card_number" name="card_number" inputmode="numeric" autocomplete="cc-number" maxlength="40" placeholder="${APPROVED_CARD}" aria-describedby="card-hint"${onFile ? '' : html` required`}>
<p class="hint" id="card-hint">${onFile ? `${card.onFile(onFile)} ` : ''}${methods.card.test} ${methods.approved(APPROVED_CARD, DECLINED_CARD)}</p>
</div>`;
}
