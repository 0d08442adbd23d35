import { html, type SafeHtml } from '@remix-run/html-template';
import type { Text, Words } from '../../i18n/index.ts';
import { joinForm, passwordForm, purchaseForm } from './form.ts';
import { layout } from './layout.ts';
import type { CheckoutView } from './view.ts';
import { benefits, limits, priceTag, titleOf } from './words.ts';

/** Renders the page where a visitor buys a plan or joins its list. `problem` is the last attempt's error. */
export function checkoutPage(words: Words, view: CheckoutView, problem?: Text): SafeHtml {
  const { plan } = view.sale;
  const { title } = words.pages.checkout;
  return layout(
    words,
    `${titleOf(words, plan)} · ${title}`,
    html`<main class="two">
${summary(words, view)}
<section class="card" aria-label="${title}">
${action(words, view, problem)}
</section>
</main>`,
  );
}

/** Renders the one action that the page currently offers. */
function action(words: Words, view: CheckoutView, problem?: Text): SafeHtml {
  const { closed, password, list, form } = words.pages.checkout;
  const { sale, offer, filled, claim, isOpen } = view;
  const said = problem?.(words);
  const alert = said === undefined ? '' : html`<p class="problem" role="alert">${said}</p>`;
  if (offer.kind === 'closed')
    return html`<h2>${closed[offer.why]}</h2><p class="notice">${offer.reason(words)}</p>`;
  if (!isOpen) {
    const wrong = html`<p class="problem" role="alert">${password.wrong}</p>`;
    return html`<h2>${password.title}</h2>${filled.password === '' ? '' : wrong}
<p class="soft">${password.ask}</p>${passwordForm(words, sale.plan, filled)}`;
  }
  if (offer.kind === 'join') {
    const { title, text } = list[offer.list];
    return html`<h2>${title}</h2><p class="soft">${text}</p>${alert}${joinForm(words, sale.plan, filled, offer.list)}`;
  }
  const place = html`<p class="notice">${form.place}</p>`;
  // The alert already shows why a purchase was refused, so the promo code field doesn't repeat it.
  const { promoProblem, ...rest } = view;
  const fields = purchaseForm(words, said === promoProblem?.(words) ? rest : view);
  return html`<h2>${form.details}</h2>${claim ? place : ''}${alert}${fields}`;
}

function summary(words: Words, { sale, offer }: CheckoutView): SafeHtml {
  const { plan } = sale;
  const { whatYouGet, insteadOf } = words.pages.checkout;
  const { amount, before, period } = priceTag(words, sale);
  const texts = [plan.product?.description, plan.paymentLinkDescription].filter((text) => text);
  const was = html`<s><span class="aside">${insteadOf} </span>${before}</s> `;
  return html`<section class="summary" aria-label="${whatYouGet}">
<h1>${titleOf(words, plan)}</h1>
<p class="price">${amount} <small>${before === undefined ? '' : was}${period}</small></p>
${texts.map((text) => html`<p class="text">${text}</p>`)}
<ul class="gets">${benefits(words, sale).map((line) => html`<li>${line}</li>`)}</ul>
<p class="hint">${offer.kind === 'closed' ? '' : limits(words, plan).join(' · ')}</p>
</section>`;
}
