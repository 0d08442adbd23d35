import { html, type SafeHtml } from '@remix-run/html-template';
import { IDENTITY } from '../../pages/identity.ts';
import { layout, NARROW, readStyle } from '../../pages/layout.ts';

const STYLE = readStyle(NARROW, IDENTITY, new URL('./linking.css', import.meta.url));
export const STYLE_HASH = STYLE.hash;

const STEPS = ['Chat account', 'Purchases', 'Confirm'];

/** Wraps content in the page layout. @param step current step, from 1; beyond the last one, all are done */
export const page = (title: string, content: SafeHtml, step?: number): SafeHtml =>
  layout(
    `${title} · Rolekeeper`,
    html`<main class="narrow">
<p class="brand">${MARK}Rolekeeper</p>
${step === undefined ? '' : progress(step)}
<section class="card">${content}</section>
</main>`,
    STYLE,
  );

const progress = (current: number): SafeHtml => html`<ol class="steps" aria-label="Steps">
${STEPS.map((name, index) => progressStep(name, index + 1, current))}
</ol>`;

const progressStep = (name: string, number: number, current: number): SafeHtml => {
  if (number < current)
    return html`<li class="over"><span aria-hidden="true">✓</span>${name}<span class="said"> (done)</span></li>`;
  const now = number === current ? html` aria-current="step"` : '';
  return html`<li${now}><span aria-hidden="true">${number}</span>${name}</li>`;
};

/** Logo: two links of a chain. */
const MARK = html`<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="9" fill="var(--accent)"/><g fill="none" stroke="var(--on-accent)" stroke-width="2.6" stroke-linecap="round"><path d="M14 18a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7L16 10.3"/><path d="M18 14a4 4 0 0 0-5.7 0l-3.2 3.2a4 4 0 0 0 5.7 5.7L16 21.7"/></g></svg>`;

export const buttonForm = (
  action: string,
  fields: Readonly<Record<string, string>>,
  label: string,
  look: 'main' | 'quiet' | 'plain' = 'main',
): SafeHtml => html`<form method="post" action="${action}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit"${look === 'main' ? '' : html` class="${look}"`}>${label}</button>
</form>`;
