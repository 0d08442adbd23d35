import { html, type SafeHtml } from '@remix-run/html-template';

/** The title of a page with {@link onward}. */
export const ONWARD = 'One moment';

/**
 * What a page says that sends a browser to another site by itself; whose browser doesn't go follows the link.
 * @param location where it goes, an absolute address
 */
export const onward = (location: string): SafeHtml =>
  html`<h1>${ONWARD}</h1>
<p class="soft">You are on your way to ${new URL(location).host}, to sign in there.</p>
<a class="button" href="${location}">Continue</a>`;
