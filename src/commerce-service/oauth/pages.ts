import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';
import { layout, NARROW, readStyle } from '../../pages/layout.ts';
import { titleOf } from '../checkout/words.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

const STYLE = readStyle(NARROW);
export const OAUTH_STYLE_HASH = STYLE.hash;

/** Response to a browser: a redirect, or a page with a further target of its forms (`form-action`). */
export type Next = { readonly page: SafeHtml; readonly formAction?: string } | { readonly location: string };

/** Renders a narrow page around its content. */
export const page = (words: Words, title: string, content: SafeHtml): SafeHtml =>
  layout(
    words,
    { title, body: html`<main class="narrow"><section class="card">${content}</section></main>` },
    STYLE,
  );

export const hidden = (name: string, value: string): SafeHtml =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const alert = (problem: string | undefined): SafeHtml | string =>
  problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`;

/** The buyer who is asked: a person by name, or the buyer of one purchase. */
interface SignedIn {
  readonly name?: string;
  readonly purchase?: { readonly plan: PlanRow };
}

/** A link to a page, for a sentence of the catalogue, which has its label. */
export const linkTo =
  (path: string) =>
  (label: string): SafeHtml =>
    html`<a href="${path}">${label}</a>`;

/** Renders the page that asks a buyer to grant an application read access. */
export function consentPage(
  words: Words,
  { client, scopes, redirectUri }: AuthorizationRequest,
  { name, purchase, request, proof }: SignedIn & { readonly request: string; readonly proof: string },
): SafeHtml {
  const { consent } = words.pages.signIn;
  const who = purchase ? consent.purchase(titleOf(words, purchase.plan)) : consent.person(name);
  return page(
    words,
    consent.title(client.name),
    html`<h1>${consent.heading(client.name)}</h1>
<p>${who} ${consent.will(client.name)}</p>
<ul class="gets">${scopes.map((scope) => html`<li>${consent.scopes[scope]}</li>`)}</ul>
<p class="hint">${consent.cannot(new URL(redirectUri).host)}</p>
<form method="post" action="authorize">
${hidden('request', request)}${hidden('proof', proof)}
<div class="actions">
<button type="submit" name="decision" value="allow">${consent.allow}</button>
<button type="submit" name="decision" value="deny" class="quiet">${consent.deny}</button>
</div>
</form>
<form method="post" action="sign-out">
${hidden('request', request)}${hidden('proof', proof)}
<button type="submit" class="plain">${consent.another}</button>
</form>
<p class="hint">${consent.bought(linkTo('../memberships'))}</p>`,
  );
}

/** Renders an error page, for errors that can't be returned to an application. */
export function problemPage(words: Words, message: string, advice: string): SafeHtml {
  const { title } = words.pages.shared.problem;
  return page(
    words,
    title,
    html`<h1>${title}</h1>
<p class="text">${message}</p>
<p class="soft">${advice}</p>`,
  );
}
