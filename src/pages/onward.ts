import { html, type SafeHtml } from '@remix-run/html-template';
import type { Words } from '../i18n/index.ts';

/**
 * Renders the page that is sent with a redirect to another site. Its link is for browsers that don't follow redirects.
 * @param location absolute URL of the target
 */
export function onward({ pages }: Words, location: string): SafeHtml {
  const { title, text, button } = pages.shared.onward;
  return html`<h1>${title}</h1>
<p class="soft">${text(new URL(location).host)}</p>
<a class="button" href="${location}">${button}</a>`;
}
