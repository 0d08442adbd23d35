import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';
import { IDENTITY } from '../../pages/identity.ts';
import { layout, NARROW, readStyle } from '../../pages/layout.ts';

const STYLE = readStyle(NARROW, IDENTITY, new URL('./linking.css', import.meta.url));
export const STYLE_HASH = STYLE.hash;

/** Wraps content in the page layout. @param step current step, from 1; beyond the last one, all are done */
export const page = (words: Words, title: string, content: SafeHtml, step?: number): SafeHtml =>
  layout(
    words,
    {
      title: `${title} · Rolekeeper`,
      body: html`<main class="narrow">
<p class="brand">${MARK}Rolekeeper</p>
${step === undefined ? '' : progress(words, step)}
<section class="card">${content}</section>
</main>`,
    },
    STYLE,
  );

function progress({ pages }: Words, current: number): SafeHtml {
  const { steps, stepDone } = pages.linking;
  const step = (name: string, index: number): SafeHtml => {
    const number = index + 1;
    if (number < current)
      return html`<li class="over"><span aria-hidden="true">✓</span>${name}<span class="said"> ${stepDone}</span></li>`;
    const now = number === current ? html` aria-current="step"` : '';
    return html`<li${now}><span aria-hidden="true">${number}</span>${name}</li>`;
  };
  return html`<ol class="steps" aria-label="${steps.label}">
${[steps.chat, steps.purchases, steps.confirm].map(step)}
</ol>`;
}

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
