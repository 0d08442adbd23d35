import { html, type SafeHtml } from '@remix-run/html-template';
import { BASE_CSS, layout, readStyle } from '../checkout/layout.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { SCOPES } from './scopes.ts';

const STYLE = readStyle(BASE_CSS, new URL('./oauth.css', import.meta.url));
export const OAUTH_STYLE_HASH = STYLE.hash;

/** What a browser is answered: a page, with where its forms lead besides this service; or where to go. */
export type Next = { readonly page: SafeHtml; readonly formAction?: string } | { readonly location: string };

const page = (title: string, content: SafeHtml): SafeHtml =>
  layout(title, html`<main class="narrow"><section class="card">${content}</section></main>`, STYLE);

const hidden = (name: string, value: string): SafeHtml =>
  html`<input type="hidden" name="${name}" value="${value}">`;

const alert = (problem: string | undefined): SafeHtml | string =>
  problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`;

/** What the sign-in page starts with. */
export interface SignInForm {
  readonly applicationName: string;
  /** The query string of the authorization request that goes on afterwards. */
  readonly request: string;
  readonly email: string;
  /** Whether a link can be had; else the license key is the only way. */
  readonly offersLink: boolean;
}

/** Asks who somebody is; with what was wrong when it was tried before. */
export const signInPage = (
  { applicationName, request, email, offersLink }: SignInForm,
  problem?: string,
): SafeHtml =>
  page(
    'Sign in',
    html`<h1>Sign in</h1>
<p class="soft"><strong>${applicationName}</strong> would like to know you. Sign in with the e-mail address that you bought with.</p>
${alert(problem)}
<form method="post" action="sign-in">
${hidden('request', request)}
<div class="field">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${email}">
</div>
<div class="field">
<label for="license_key">License key${offersLink ? html` <span>(optional)</span>` : ''}</label>
<input id="license_key" name="license_key" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="100" placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX" aria-describedby="license-hint"${offersLink ? '' : html` required`}>
<p class="hint" id="license-hint">From the page that you saw after buying. ${offersLink ? 'Without it you get a link that signs you in.' : ''}</p>
</div>
<button type="submit">Continue</button>
</form>`,
  );

/** The link, on the screen: only where there is no mail and nothing to gain. */
export const linkPage = (email: string, link: string): SafeHtml =>
  page(
    'Your sign-in link',
    html`<h1>Your sign-in link</h1>
<p>This sandbox sends no mail. What <strong>${email}</strong> would find in the inbox is this:</p>
<a class="button" href="${link}">Open the link</a>
<p class="hint">It works once, within 15 minutes.</p>`,
  );

/** Follows a link: it takes a press of a button, as mail programs open links to look for malware. */
export const followPage = (email: string, token: string): SafeHtml =>
  page(
    'Sign in',
    html`<h1>Sign in</h1>
<p>You are about to sign in as <strong>${email}</strong> in this browser.</p>
<form method="post" action="sign-in/follow">
${hidden('token', token)}
<button type="submit">Sign in</button>
</form>
<p class="hint">If you didn’t ask for this, close the page.</p>`,
  );

/** Asks a buyer whether an application may look. */
export const consentPage = (
  { client, scopes, redirectUri }: AuthorizationRequest,
  { email, request, proof }: { email: string; request: string; proof: string },
): SafeHtml =>
  page(
    `Allow ${client.name}?`,
    html`<h1>Allow ${client.name} to look?</h1>
<p>You are signed in as <strong>${email}</strong>. <strong>${client.name}</strong> could then:</p>
<ul class="scopes">${scopes.map((scope) => html`<li>${SCOPES[scope]}</li>`)}</ul>
<p class="hint">It can change nothing and buy nothing. You go back to <strong>${new URL(redirectUri).host}</strong>.</p>
<form method="post" action="authorize">
${hidden('request', request)}${hidden('proof', proof)}
<div class="actions">
<button type="submit" name="decision" value="allow">Allow</button>
<button type="submit" name="decision" value="deny" class="quiet">Don’t allow</button>
</div>
</form>
<form method="post" action="sign-out">
${hidden('request', request)}${hidden('proof', proof)}
<button type="submit" class="plain">Not you? Sign in with another address</button>
</form>`,
  );

/** Says what is wrong, where nobody can be sent back. */
export const problemPage = (message: string, advice: string): SafeHtml =>
  page(
    'This didn’t work',
    html`<h1>This didn’t work</h1>
<p class="text">${message}</p>
<p class="soft">${advice}</p>`,
  );
