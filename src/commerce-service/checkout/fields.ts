import { html, type SafeHtml } from '@remix-run/html-template';

/** Content within a field's label, and below the field. */
export interface Extra {
  readonly after?: SafeHtml;
  readonly hint?: SafeHtml;
}

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
