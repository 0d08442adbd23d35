import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';
import { TEST_METHODS } from '../payments/test-methods.ts';
import { acceptedMethods, type PaymentMethod, type PlanRow } from '../plans/schema.ts';
import type { Filled } from './form-data.ts';

/** Content within a field's label, and below the field. */
export interface Extra {
  readonly after?: SafeHtml;
  readonly hint?: SafeHtml;
}

/** Marks the label of a field that may stay empty. */
export const optional = ({ pages }: Words): SafeHtml => html` <span>${pages.shared.optional}</span>`;

/** Renders a hidden field; nothing for an empty value. */
export const hidden = (name: string, value: string): SafeHtml | '' =>
  value === '' ? '' : html`<input type="hidden" name="${name}" value="${value}">`;

export const field = (
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

/** Renders one payment method's field, or a choice of methods that shows only the chosen method's field. */
export function paymentFields(words: Words, plan: PlanRow, filled: Filled): SafeHtml | '' {
  const [first, ...others] = acceptedMethods(plan);
  if (first === undefined) return '';
  if (others.length === 0)
    return html`${hidden('payment_method', first)}${accountField(words, first, html`required`)}`;
  const methods = [first, ...others];
  const chosen = methods.find((method) => method === filled.payment_method) ?? first;
  return html`<fieldset class="methods"><legend>${words.pages.checkout.methods.legend}</legend>
${methods.map((method) => choice(words, method, method === chosen))}
</fieldset>`;
}

const choice = (words: Words, method: PaymentMethod, isChosen: boolean): SafeHtml => html`<div class="method">
<label><input type="radio" name="payment_method" value="${method}"${isChosen ? html` checked` : ''}> ${words.pages.checkout.methods[method].title}</label>
${accountField(words, method, html``)}
</div>`;

function accountField({ pages }: Words, method: PaymentMethod, more: SafeHtml): SafeHtml {
  const { methods } = pages.checkout;
  const { label, test } = methods[method];
  const { field: name, approved, declined } = TEST_METHODS[method];
  const typing =
    method === 'card' ? html`inputmode="numeric" autocomplete="cc-number"` : html`autocomplete="off"`;
  const hint = html`<p class="hint" id="${name}-hint">${test} ${methods.approved(approved, declined)}</p>`;
  return field(
    name,
    label,
    html`class="number" ${typing} spellcheck="false" maxlength="100" placeholder="${approved}" aria-describedby="${name}-hint" ${more}`,
    '',
    { hint },
  );
}
