import { html, type SafeHtml } from '@remix-run/html-template';
import { identity } from '../../pages/identity.ts';
import { membershipRequest } from '../oauth/destination.ts';
import { hidden } from '../oauth/pages.ts';

export interface ChatCard {
  readonly provider: string;
  /** Display name of the account; undefined if there is none. */
  readonly name: string | undefined;
  /** Whether its owner has signed in with the account. */
  readonly isProven: boolean;
  readonly action: string;
  /** Id of the membership; empty for all memberships of a person. */
  readonly membership: string;
  /** CSRF token: proves that the form comes from our own page. */
  readonly proof: string;
}

/** Renders the connected chat account, or the button to connect one. */
export function chatCard(card: ChatCard): SafeHtml {
  const { provider, name, isProven } = card;
  if (isProven && name !== undefined)
    return html`<h2>Chat account</h2>
${identity(`Connected with ${provider}`, name)}
<p class="soft">Your access in the community goes to this account. Sign in with it to open this page from any browser.</p>
${button(card, 'Connect another account', 'plain')}`;
  return html`<h2>Connect your chat account</h2>
${name === undefined ? '' : html`<p class="notice">You entered <strong>${name}</strong>, but haven’t confirmed yet that it is yours.</p>`}
<p class="soft">Sign in with ${provider} once. Your access in the community then goes to that account, and you can open this page from any browser.</p>
${button(card, `Connect with ${provider}`)}`;
}

const button = ({ action, membership, proof }: ChatCard, label: string, look?: 'plain'): SafeHtml =>
  html`<form method="post" action="${action}">
${hidden('request', membershipRequest(membership))}${hidden('proof', proof)}
<button type="submit"${look === undefined ? '' : html` class="${look}"`}>${label}</button>
</form>`;
