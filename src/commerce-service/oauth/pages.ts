import { html, type SafeHtml } from '@remix-run/html-template';
import { english } from '../../i18n/index.ts';
import { layout, NARROW, readStyle } from '../../pages/layout.ts';
import { titleOf } from '../checkout/words.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { SCOPES } from './scopes.ts';

const STYLE = readStyle(NARROW);
export const OAUTH_STYLE_HASH = STYLE.hash;

/** Response to a browser: a redirect, or a page with a further target of its forms (`form-action`). */
export type Next = { readonly page: SafeHtml; readonly formAction?: string } | { readonly location: string };

/** Renders a narrow page around its content. */
export const page = (title: string, content: SafeHtml): SafeHtml =>
  layout(
    english,
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

/** Renders the page that asks a buyer to grant an application read access. */
export const consentPage = (
  { client, scopes, redirectUri }: AuthorizationRequest,
  { name, purchase, request, proof }: SignedIn & { readonly request: string; readonly proof: string },
): SafeHtml =>
  page(
    `Allow ${client.name}?`,
    html`<h1>Allow ${client.name} to see your data?</h1>
<p>${
      purchase
        ? html`You continue with one purchase from this browser: <strong>${titleOf(purchase.plan)}</strong>.`
        : html`You are signed in as <strong>${name}</strong>.`
    } <strong>${client.name}</strong> will be able to:</p>
<ul class="gets">${scopes.map((scope) => html`<li>${SCOPES[scope]}</li>`)}</ul>
<p class="hint">It can’t change or buy anything. Afterwards you return to <strong>${new URL(redirectUri).host}</strong>.</p>
<form method="post" action="authorize">
${hidden('request', request)}${hidden('proof', proof)}
<div class="actions">
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="quiet">Don’t allow</button>
</div>
</form>
<form method="post" action="sign-out">
${hidden('request', request)}${hidden('proof', proof)}
<button type="submit" class="plain">Not you? Sign in as somebody else</button>
</form>
<p class="hint">You can see what you have bought in <a href="../memberships">your memberships</a>.</p>`,
  );

/** Renders an error page, for errors that can't be returned to an application. */
export const problemPage = (message: string, advice: string): SafeHtml =>
  page(
    'This didn’t work',
    html`<h1>This didn’t work</h1>
<p class="text">${message}</p>
<p class="soft">${advice}</p>`,
  );
