import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';

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
