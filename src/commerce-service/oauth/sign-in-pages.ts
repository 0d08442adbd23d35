import { html, type SafeHtml } from '@remix-run/html-template';
import { toEpochSeconds } from '../../clock.ts';
import type { Prisma } from '../../database/index.ts';
import { dateInWords } from '../checkout/dates.ts';
import { titleOf } from '../checkout/words.ts';
import type { PlanRow } from '../plans/schema.ts';
import { plural } from '../plural.ts';
import type { Service } from '../service.ts';
import { returnPath } from './destination.ts';
import { alert, hidden, page } from './pages.ts';
import type { OpenLink } from './sign-in-links.ts';

/** How a buyer gets a sign-in link: by mail, or not at all if the service sends no mail. */
export type Way = 'mailed' | 'none';

export const wayOf = ({ mail }: Service): Way => (mail ? 'mailed' : 'none');

export interface SignInForm {
  /** The application that requests access; undefined if the buyer signs in to manage memberships. */
  readonly applicationName: string | undefined;
  /** Target of the form, relative to the page. `sign-in` by default, which fits the pages below `/oauth/`. */
  readonly action?: string;
  /** What the sign-in leads to: the query string of an authorization request, or a result of `membershipRequest`. */
  readonly request: string;
  readonly email: string;
  /** Purchases made in this browser that the buyer can continue with, latest first. */
  readonly purchases: readonly (Prisma.MembershipGetPayload<object> & { readonly plan: PlanRow })[];
  readonly way: Way;
  /** Display name of the chat account provider; undefined if there is none. */
  readonly provider?: string;
  /** CSRF token: proves that the form comes from this page in this browser. */
  readonly proof: string;
}

const HINT: Readonly<Record<Way, string>> = {
  mailed:
    'It lets you view its own membership. Leave it empty to get a sign-in link by e-mail, which also lets you make changes.',
  none: 'It lets you view its own membership. This service sends no mail, so use the browser you bought with to make changes.',
};

/** Renders the sign-in page, with the problem of the previous attempt if there was one. */
export const signInPage = (form: SignInForm, problem?: string): SafeHtml => {
  const { applicationName, purchases } = form;
  const why =
    applicationName === undefined
      ? 'To manage your memberships, sign'
      : html`<strong>${applicationName}</strong> wants to know who you are. Sign`;
  return page(
    'Sign in',
    html`<h1>Sign in</h1>
<p class="soft">${why} in ${howTo(form)}.</p>
${alert(problem)}
${waysIn(form)}
${purchases.length === 0 ? '' : purchaseForms(form)}
${applicationName === undefined ? '' : html`<p class="hint">Want to manage a membership instead? See <a href="../memberships">your memberships</a>.</p>`}`,
  );
};

function howTo({ way, provider }: SignInForm): string {
  if (provider === undefined) return 'with the e-mail address you bought with';
  return way === 'none'
    ? 'with the chat account you connected to your purchase'
    : 'with the e-mail address you bought with, or with the chat account you connected to your purchase';
}

function waysIn(form: SignInForm): SafeHtml {
  const { applicationName, way, provider } = form;
  const isLooking = applicationName === undefined;
  if (provider === undefined) return isLooking || way === 'mailed' ? emailForm(form) : NO_MAIL;
  if (way === 'mailed')
    return html`${emailForm(form)}
<p class="or">or</p>
${chatForm(form, provider, 'quiet')}`;
  return html`${chatForm(form, provider)}
<p class="notice">Not connected yet? Open this page in the browser you bought with, and connect the account there. This service sends no mail, so it can’t confirm e-mail addresses.</p>
${isLooking ? html`<details${form.email === '' ? '' : html` open`}><summary>View a membership with its license key</summary>${emailForm(form)}</details>` : ''}`;
}

const NO_MAIL = html`<p class="notice">This service sends no mail, so it can’t confirm e-mail addresses. Open this page in the browser you bought with.</p>`;

const chatForm = (
  { action = 'sign-in', request, proof }: SignInForm,
  provider: string,
  look?: 'quiet',
): SafeHtml => html`<form method="post" action="${action.replace(/sign-in$/, 'chat')}">
${hidden('request', request)}${hidden('proof', proof)}
<button type="submit"${look === undefined ? '' : html` class="${look}"`}>Sign in with ${provider}</button>
</form>`;

function emailForm(form: SignInForm): SafeHtml {
  const { applicationName, action = 'sign-in', request, email, proof } = form;
  return html`<form method="post" action="${action}">
${hidden('request', request)}${hidden('proof', proof)}
<div class="field">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${email}"${applicationName === undefined ? '' : html` aria-describedby="link-hint"`}>
${applicationName === undefined ? '' : html`<p class="hint" id="link-hint">We mail you a sign-in link.</p>`}
</div>
${applicationName === undefined ? licenseField(form) : ''}
<button type="submit">Continue</button>
</form>`;
}

/** Renders one form per purchase, because the resulting session covers only that purchase. */
const purchaseForms = ({
  purchases,
  request,
  proof,
}: SignInForm): SafeHtml => html`<h2>Or continue with a purchase from this browser</h2>
${purchases.map(
  (one) => html`<form method="post" action="sign-in/purchase">
${hidden('request', request)}${hidden('proof', proof)}${hidden('membership', one.id)}
<button type="submit" class="quiet">${titleOf(one.plan)}, bought on ${dateInWords(toEpochSeconds(one.createdAt))}</button>
</form>`,
)}`;

const licenseField = ({ way, provider }: SignInForm): SafeHtml => html`<div class="field">
<label for="license_key">License key${way === 'none' ? '' : html` <span>(optional)</span>`}</label>
<input id="license_key" name="license_key" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="100" placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX" aria-describedby="license-hint"${way === 'none' ? html` required` : ''}>
<p class="hint" id="license-hint">${provider === undefined || way === 'mailed' ? HINT[way] : 'It lets you view its own membership, but not change it.'}</p>
</div>`;

/** Renders the page shown after a link was requested. It is the same whether or not the address is known here. */
export const sentPage = (email: string, request: string, inboxUrl: string | undefined): SafeHtml =>
  page(
    'Check your inbox',
    html`<h1>Check your inbox</h1>
<p>A sign-in link is on its way to <strong>${email}</strong>.</p>
${inboxUrl === undefined ? '' : html`<p class="notice">This sandbox sends no real mail. Find the message in its <a href="${inboxUrl}">mailbox</a>.</p>`}
<p class="hint">The link works once, within 15 minutes, in this browser. Nothing there after a minute or two? Check your spam folder, or <a href="${returnPath(request)}">go back</a>.</p>`,
  );

/**
 * Renders the page shown when no further mail was sent: enough links are in the inbox. They work in this browser too,
 * even if they were requested in another one.
 */
export function waitingPage(
  email: string,
  { mailedAt, expiresAt, now }: { readonly mailedAt: Date; readonly expiresAt: Date; readonly now: Date },
): SafeHtml {
  const minutes = Math.floor((now.getTime() - mailedAt.getTime()) / 60_000);
  const ago = minutes < 1 ? 'just now' : plural(minutes, 'a minute ago', `${minutes} minutes ago`);
  return page(
    'Check your inbox',
    html`<h1>Check your inbox</h1>
<p>No new mail was sent. Several sign-in links were already sent to <strong>${email}</strong>, the latest ${ago}, at ${timeOf(mailedAt)}.</p>
<p>The latest link also works in this browser, until ${timeOf(expiresAt)}. After that you can request a new one.</p>
<p class="hint">Didn’t request those mails? Then someone else typed your address. They can’t sign in without a link from your inbox.</p>`,
  );
}

/** Formats hours and minutes in UTC, because the reader's time zone is unknown. */
const timeOf = (moment: Date): string => `${moment.toISOString().slice(11, 16)} UTC`;

/** Renders the page of a link. A button is needed because mail programs open links to scan for malware. */
export const followPage = ({ email, chatName }: OpenLink, token: string): SafeHtml =>
  page(
    'Sign in',
    html`<h1>Sign in</h1>
<p>You are about to sign in as <strong>${email}</strong> in this browser.</p>
${chatName === undefined ? '' : html`<p class="notice">This browser is signed in with the chat account <strong>${chatName}</strong>. Signing in adds the address to it: ${chatName} gets the roles of everything bought with the address. If that isn’t your account, sign out on <a href="../memberships">your memberships</a> first.</p>`}
<form method="post" action="sign-in/follow">
${hidden('token', token)}
<button type="submit">Sign in</button>
</form>
<p class="hint">If you didn’t request this, close the page.</p>`,
  );
