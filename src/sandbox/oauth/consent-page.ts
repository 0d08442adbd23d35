import { html } from '@remix-run/html-template';
import { simplePage } from '../page/simple-page.ts';
import type { User } from '../records.ts';

const MEANINGS: Readonly<Record<string, string>> = {
  identify: 'know your username and picture',
  email: 'know your email address',
  guilds: 'know what servers you are in',
  'guilds.join': 'join servers for you',
  'guilds.members.read': 'read your member info in a server',
  'role_connections.write': 'update your connection for linked roles',
};

/** Renders the page that asks for consent. Users pick their account, since the sandbox has no passwords. */
export const consentPage = (
  application: string,
  scopes: readonly string[],
  people: readonly User[],
): string =>
  simplePage(
    `Authorize ${application}`,
    html`<form method="post" class="card">
<h1>${application} wants to access your account</h1>
<p>It would be able to:</p>
<ul>${scopes.map((scope) => html`<li>${MEANINGS[scope] ?? scope}</li>`)}</ul>
<p><label for="user">You are</label>
<select id="user" name="user_id" required>
${people.map(({ id, username, displayName }) => html`<option value="${id}">${displayName ?? username} (@${username})</option>`)}
</select></p>
<p><button name="choice" value="authorize">Authorize</button>
<button name="choice" value="cancel" class="secondary" formnovalidate>Cancel</button></p>
</form>`,
  );

/** Renders the page for an invalid authorization request. */
export const refusalPage = (message: string): string =>
  simplePage(
    'This link does not work',
    html`<section class="card"><h1>This link does not work</h1><p>${message}</p>
<p class="quiet">It is the application that sent you here that has to mend it.</p></section>`,
  );
