import { html, type SafeHtml } from '@remix-run/html-template';
import { joinForm, passwordForm, purchaseForm } from './form.ts';
import { layout } from './layout.ts';
import type { CheckoutView } from './view.ts';
import { benefits, limits, priceTag, titleOf } from './words.ts';

/** Renders the page where a visitor buys a plan or joins its list. `problem` is the last attempt's error. */
export function checkoutPage(view: CheckoutView, problem?: string): SafeHtml {
  const { plan } = view.sale;
  return layout(
    `${titleOf(plan)} · Checkout`,
    html`<main class="two">
${summary(view)}
<section class="card" aria-label="Checkout">
${action(view, problem)}
</section>
</main>`,
  );
}

/** Renders the one action that the page currently offers. */
function action(view: CheckoutView, problem?: string): SafeHtml {
  const { sale, offer, filled, claim, isOpen } = view;
  const alert = problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`;
  if (offer.kind === 'closed') return html`<h2>${offer.title}</h2><p class="notice">${offer.reason}</p>`;
  if (!isOpen) {
    const wrong = html`<p class="problem" role="alert">This password is wrong. Check it and try again.</p>`;
    return html`<h2>This link has a password</h2>${filled.password === '' ? '' : wrong}
<p class="soft">Ask the person who sent you the link.</p>${passwordForm(sale.plan, filled)}`;
  }
  if (offer.kind === 'join') {
    const { title, text } = JOIN[offer.list];
    return html`<h2>${title}</h2><p class="soft">${text}</p>${alert}${joinForm(sale.plan, filled, offer.list)}`;
  }
  const place = html`<p class="notice">A place is reserved for you. You can use this link once.</p>`;
  // The alert already shows why a purchase was refused, so the promo code field doesn't repeat it.
  const { promoProblem, ...rest } = view;
  const form = purchaseForm(problem === promoProblem ? rest : view);
  return html`<h2>Your details</h2>${claim ? place : ''}${alert}${form}`;
}

const JOIN = {
  waitlist: {
    title: 'Join the waiting list',
    text: 'This plan is sold to people on its waiting list. When a place is yours, you get a link to buy it.',
  },
  raffle: {
    title: 'Enter the raffle',
    text: 'Winners are drawn from all entries. Each winner gets a link to buy.',
  },
};

function summary({ sale, offer }: CheckoutView): SafeHtml {
  const { plan } = sale;
  const { amount, before, period } = priceTag(sale);
  const texts = [plan.product?.description, plan.paymentLinkDescription].filter((text) => text);
  const was = html`<s><span class="aside">instead of </span>${before}</s> `;
  return html`<section class="summary" aria-label="What you get">
<h1>${titleOf(plan)}</h1>
<p class="price">${amount} <small>${before === undefined ? '' : was}${period}</small></p>
${texts.map((text) => html`<p class="text">${text}</p>`)}
<ul class="gets">${benefits(sale).map((line) => html`<li>${line}</li>`)}</ul>
<p class="hint">${offer.kind === 'closed' ? '' : limits(plan).join(' · ')}</p>
</section>`;
}
