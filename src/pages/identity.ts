import { html, type SafeHtml } from '@remix-run/html-template';

export const IDENTITY = new URL('./identity.css', import.meta.url);

/** Renders an account: its name, with the first letter as a picture. @param kind label above the name */
export const identity = (kind: string, name: string): SafeHtml => html`<div class="identity">
<span class="initial" aria-hidden="true">${initialOf(name)}</span>
<p><span class="hint">${kind}</span><strong><bdi>${name}</bdi></strong></p>
</div>`;

/** Returns the first letter, digit or emoji of a name, skipping any other characters before it. */
const initialOf = (name: string): string =>
  /[\p{L}\p{N}\p{Extended_Pictographic}]/u.exec(name)?.[0].toUpperCase() ?? '?';
