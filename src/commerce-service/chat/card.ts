import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../../i18n/index.ts';
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
export function chatCard({ pages }: Words, card: ChatCard): SafeHtml {
  const said = pages.chatAccount;
  const { provider, name, isProven } = card;
  if (isProven && name !== undefined)
    return html`<h2>${pages.shared.chatAccount}</h2>
${identity(said.connectedWith(provider), name)}
<p class="soft">${said.connected}</p>
${button(card, said.connectAnother, 'plain')}`;
  return html`<h2>${said.title}</h2>
${name === undefined ? '' : html`<p class="notice">${said.unconfirmed(name)}</p>`}
<p class="soft">${said.text(provider)}</p>
${button(card, said.connect(provider))}`;
}

const button = ({ action, membership, proof }: ChatCard, label: string, look?: 'plain'): SafeHtml =>
  html`<form method="post" action="${action}">
${hidden('request', membershipRequest(membership))}${hidden('proof', proof)}
<button type="submit"${look === undefined ? '' : html` class="${look}"`}>${label}</button>
</form>`;
