import { html, type SafeHtml } from '@remix-run/html-template';

/** What stands beside a field, or below it. */
export interface Extra {
  readonly after?: SafeHtml;
  readonly hint?: SafeHtml;
}

/** A field that is sent along unseen; nothing for no value. */
export const hidden = (name: string, value: string): SafeHtml | '' =>
  value === '' ? '' : html`<input type="hidden" name="${name}" value="${value}">`;

/** A field with its label. */
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
