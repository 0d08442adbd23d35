import { html, type SafeHtml } from '@remix-run/html-template';

/** The style of an account on a page. */
export const IDENTITY = new URL('./identity.css', import.meta.url);

/** An account as people recognise it: its name, with its first letter as a picture. @param kind what it is */
export const identity = (kind: string, name: string): SafeHtml => html`<div class="identity">
<span class="initial" aria-hidden="true">${initialOf(name)}</span>
<p><span class="hint">${kind}</span><strong><bdi>${name}</bdi></strong></p>
</div>`;

/** The first letter, digit or picture of a name, whatever stands before it unseen. */
const initialOf = (name: string): string =>
  /[\p{L}\p{N}\p{Extended_Pictographic}]/u.exec(name)?.[0].toUpperCase() ?? '?';
