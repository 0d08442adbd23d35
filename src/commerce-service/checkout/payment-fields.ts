import { html, type SafeHtml } from '@remix-run/html-template';
import { TEST_METHODS } from '../payments/test-methods.ts';
import { acceptedMethods, type PaymentMethod, type PlanRow } from '../plans/schema.ts';
import { field, hidden } from './fields.ts';
import type { Filled } from './form-data.ts';

/** Renders one payment method's field, or a choice of methods that shows only the chosen method's field. */
export function paymentFields(plan: PlanRow, filled: Filled): SafeHtml | '' {
  const [first, ...others] = acceptedMethods(plan);
  if (first === undefined) return '';
  if (others.length === 0)
    return html`${hidden('payment_method', first)}${accountField(first, html`required`)}`;
  const methods = [first, ...others];
  const chosen = methods.find((method) => method === filled.payment_method) ?? first;
  return html`<fieldset class="methods"><legend>Pay by</legend>
${methods.map((method) => choice(method, method === chosen))}
</fieldset>`;
}

const choice = (method: PaymentMethod, isChosen: boolean): SafeHtml => html`<div class="method">
<label><input type="radio" name="payment_method" value="${method}"${isChosen ? html` checked` : ''}> ${TEST_METHODS[method].title}</label>
${accountField(method, html``)}
</div>`;

function accountField(method: PaymentMethod, more: SafeHtml): SafeHtml {
  const { field: name, label, approved, declined, plural } = TEST_METHODS[method];
  const typing =
    method === 'card' ? html`inputmode="numeric" autocomplete="cc-number"` : html`autocomplete="off"`;
  const hint = html`<p class="hint" id="${name}-hint">Test ${plural} only, no money moves: <span class="number">${approved}</span> is approved, <span class="number">${declined}</span> declined.</p>`;
  return field(
    name,
    label,
    html`class="number" ${typing} spellcheck="false" maxlength="100" placeholder="${approved}" aria-describedby="${name}-hint" ${more}`,
    '',
    { hint },
  );
}
