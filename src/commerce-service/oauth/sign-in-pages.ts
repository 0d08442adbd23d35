import { html, type SafeHtml } from '@remix-run/html-template';
import type { Prisma } from '../../database/index.ts';
import { dayIn } from '../../i18n/format.ts';
import type { Words } from '../../i18n/index.ts';
import { optional } from '../checkout/fields.ts';
import { titleOf } from '../checkout/words.ts';
import type { PlanRow } from '../plans/schema.ts';
import type { Service } from '../service.ts';
import { returnPath } from './destination.ts';
import { alert, hidden, linkTo, page } from './pages.ts';
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

/** Renders the sign-in page, with the problem of the previous attempt if there was one. */
export const signInPage = (words: Words, form: SignInForm, problem?: string): SafeHtml => {
  const { shared, signIn } = words.pages;
  const { applicationName, purchases } = form;
  const why =
    applicationName === undefined
      ? signIn.toManage(howTo(form))
      : signIn.forApplication(applicationName, howTo(form));
  return page(
    words,
    shared.signIn,
    html`<h1>${shared.signIn}</h1>
<p class="soft">${why}</p>
${alert(problem)}
${waysIn(words, form)}
${purchases.length === 0 ? '' : purchaseForms(words, form)}
${applicationName === undefined ? '' : html`<p class="hint">${signIn.manage(linkTo('../memberships'))}</p>`}`,
  );
};

function howTo({ way, provider }: SignInForm): 'email' | 'chat' | 'both' {
  if (provider === undefined) return 'email';
  return way === 'none' ? 'chat' : 'both';
}

function waysIn(words: Words, form: SignInForm): SafeHtml {
  const { or, noMail, notConnected, withLicense } = words.pages.signIn;
  const { applicationName, way, provider } = form;
  const isLooking = applicationName === undefined;
  if (provider === undefined)
    return isLooking || way === 'mailed' ? emailForm(words, form) : html`<p class="notice">${noMail}</p>`;
  if (way === 'mailed')
    return html`${emailForm(words, form)}
<p class="or">${or}</p>
${chatForm(words, form, provider, 'quiet')}`;
  return html`${chatForm(words, form, provider)}
<p class="notice">${notConnected}</p>
${isLooking ? html`<details${form.email === '' ? '' : html` open`}><summary>${withLicense}</summary>${emailForm(words, form)}</details>` : ''}`;
}

const chatForm = (
  { pages }: Words,
  { action = 'sign-in', request, proof }: SignInForm,
  provider: string,
  look?: 'quiet',
): SafeHtml => html`<form method="post" action="${action.replace(/sign-in$/, 'chat')}">
${hidden('request', request)}${hidden('proof', proof)}
<button type="submit"${look === undefined ? '' : html` class="${look}"`}>${pages.signIn.withChat(provider)}</button>
</form>`;

function emailForm(words: Words, form: SignInForm): SafeHtml {
  const { shared, signIn } = words.pages;
  const { applicationName, action = 'sign-in', request, email, proof } = form;
  return html`<form method="post" action="${action}">
${hidden('request', request)}${hidden('proof', proof)}
<div class="field">
<label for="email">${shared.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${email}"${applicationName === undefined ? '' : html` aria-describedby="link-hint"`}>
${applicationName === undefined ? '' : html`<p class="hint" id="link-hint">${signIn.byMail}</p>`}
</div>
${applicationName === undefined ? licenseField(words, form) : ''}
<button type="submit">${shared.continue}</button>
</form>`;
}

/** Renders one form per purchase, because the resulting session covers only that purchase. */
function purchaseForms(words: Words, { purchases, request, proof }: SignInForm): SafeHtml {
  const said = words.pages.signIn;
  return html`<h2>${said.purchases}</h2>
${purchases.map(
  (one) => html`<form method="post" action="sign-in/purchase">
${hidden('request', request)}${hidden('proof', proof)}${hidden('membership', one.id)}
<button type="submit" class="quiet">${said.purchase(titleOf(words, one.plan), dayIn(words.locale, one.createdAt))}</button>
</form>`,
)}`;
}

function licenseField(words: Words, { way, provider }: SignInForm): SafeHtml {
  const { views, orMail, noMail } = words.pages.signIn.license;
  const withoutMail = provider === undefined ? noMail : views;
  return html`<div class="field">
<label for="license_key">${words.pages.shared.licenseKey}${way === 'none' ? '' : optional(words)}</label>
<input id="license_key" name="license_key" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="100" placeholder="XXXXX-XXXXX-XXXXX-XXXXX-XXXXX" aria-describedby="license-hint"${way === 'none' ? html` required` : ''}>
<p class="hint" id="license-hint">${way === 'mailed' ? orMail : withoutMail}</p>
</div>`;
}

/** Renders the page shown after a link was requested. It is the same whether or not the address is known here. */
export function sentPage(
  words: Words,
  email: string,
  request: string,
  inboxUrl: string | undefined,
): SafeHtml {
  const { sent } = words.pages.signIn;
  return page(
    words,
    sent.title,
    html`<h1>${sent.title}</h1>
<p>${sent.onItsWay(email)}</p>
${inboxUrl === undefined ? '' : html`<p class="notice">${sent.sandbox(inboxUrl)}</p>`}
<p class="hint">${sent.hint(returnPath(request))}</p>`,
  );
}

/**
 * Renders the page shown when no further mail was sent: enough links are in the inbox. They work in this browser too,
 * even if they were requested in another one.
 */
export function waitingPage(
  words: Words,
  email: string,
  { mailedAt, expiresAt, now }: { readonly mailedAt: Date; readonly expiresAt: Date; readonly now: Date },
): SafeHtml {
  const { sent } = words.pages.signIn;
  const minutes = Math.floor((now.getTime() - mailedAt.getTime()) / 60_000);
  return page(
    words,
    sent.title,
    html`<h1>${sent.title}</h1>
<p>${sent.waiting(email, minutes, timeOf(mailedAt))}</p>
<p>${sent.until(timeOf(expiresAt))}</p>
<p class="hint">${sent.notYou}</p>`,
  );
}

/** Formats hours and minutes in UTC, because the reader's time zone is unknown. */
const timeOf = (moment: Date): string => `${moment.toISOString().slice(11, 16)} UTC`;

/** Renders the page of a link. A button is needed because mail programs open links to scan for malware. */
export function followPage(words: Words, { email, chatName }: OpenLink, token: string): SafeHtml {
  const { shared, signIn } = words.pages;
  const { as, adds, notYou } = signIn.follow;
  return page(
    words,
    shared.signIn,
    html`<h1>${shared.signIn}</h1>
<p>${as(email)}</p>
${chatName === undefined ? '' : html`<p class="notice">${adds(chatName, linkTo('../memberships'))}</p>`}
<form method="post" action="sign-in/follow">
${hidden('token', token)}
<button type="submit">${shared.signIn}</button>
</form>
<p class="hint">${notYou}</p>`,
  );
}
