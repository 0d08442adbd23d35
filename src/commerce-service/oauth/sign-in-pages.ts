import { html, type SafeHtml } from '@remix-run/html-template';
import type { Service } from '../service.ts';
import { returnPath } from './destination.ts';
import { alert, hidden, page } from './pages.ts';

/** How a buyer gets a link: by mail, on the screen, or not at all. */
export type Way = 'mailed' | 'shown' | 'none';

/** Mail proves who somebody is, so where there is mail no link is shown. */
export const wayOf = ({ mail, showSignInLinks }: Service): Way =>
  mail ? 'mailed' : showSignInLinks ? 'shown' : 'none';

/** What the sign-in page starts with. */
export interface SignInForm {
  /** Who would like to know the buyer; undefined where buyers look after what is theirs. */
  readonly applicationName: string | undefined;
  /** Where the form leads, from the page's own address; as among the pages below `/oauth/` when left out. */
  readonly action?: string;
  /** What goes on afterwards: the query string of an authorization request, or a membership. */
  readonly request: string;
  readonly email: string;
  readonly way: Way;
  /** Shows that the form comes from this page, in this browser. */
  readonly proof: string;
}

const HINT: Readonly<Record<Way, string>> = {
  mailed: 'From the page that you saw after buying. Without it we mail you a link that signs you in.',
  shown: 'From the page that you saw after buying. Without it you get a link that signs you in.',
  none: 'From the page that you saw after buying. This service sends no mail, so the key is the way in.',
};

/** Asks who somebody is; with what was wrong when it was tried before. */
export const signInPage = (
  { applicationName, action = 'sign-in', request, email, way, proof }: SignInForm,
  problem?: string,
): SafeHtml =>
  page(
    'Sign in',
    html`<h1>Sign in</h1>
<p class="soft">${applicationName === undefined ? 'To look after your memberships, sign' : html`<strong>${applicationName}</strong> would like to know you. Sign`} in with the e-mail address that you bought with.</p>
${alert(problem)}
<form method="post" action="${action}">
${hidden('request', request)}${hidden('proof', proof)}
<div class="field">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${email}">
</div>
<div class="field">
<label for="license_key">License key${way === 'none' ? '' : html` <span>(optional)</span>`}</label>
<input id="license_key" name="license_key" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="100" placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX" aria-describedby="license-hint"${way === 'none' ? html` required` : ''}>
<p class="hint" id="license-hint">${HINT[way]}</p>
</div>
<button type="submit">Continue</button>
</form>
${applicationName === undefined ? '' : html`<p class="hint">Looking after a membership instead? See <a href="../memberships">your memberships</a>.</p>`}`,
  );

/** The link, on the screen: only where there is no mail and nothing to gain. */
export const linkPage = (email: string, link: string): SafeHtml =>
  page(
    'Your sign-in link',
    html`<h1>Your sign-in link</h1>
<p>This sandbox sends no mail. What <strong>${email}</strong> would find in the inbox is this:</p>
<a class="button" href="${link}">Open the link</a>
<p class="hint">It works once, within 15 minutes, in this browser.</p>`,
  );

/** Says that a link is on its way, also where it isn't: nobody learns whom we have written to. */
export const sentPage = (email: string, request: string): SafeHtml =>
  page(
    'Look into your inbox',
    html`<h1>Look into your inbox</h1>
<p>A link that signs you in is on its way to <strong>${email}</strong>.</p>
<p class="hint">It works once, within 15 minutes, in this browser. Nothing there after a minute or two? Look among the spam, or <a href="${returnPath(request)}">sign in with your license key</a>.</p>`,
  );

/** Only where links are on the screen: there it is no secret how many there are. */
export const tooManyLinksPage = (): SafeHtml =>
  page(
    'Enough links for now',
    html`<h1>Enough links for now</h1>
<p>Three links for this address are waiting to be opened. Open one of them, or wait until their 15 minutes are over.</p>`,
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
