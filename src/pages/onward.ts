import { html, type SafeHtml } from '@remix-run/html-template';

/** The title of a page with {@link onward}. */
export const ONWARD = 'One moment';

/**
 * Renders the page that is sent with a redirect to another site. Its link is for browsers that don't follow redirects.
 * @param location absolute URL of the target
 */
export const onward = (location: string): SafeHtml =>
  html`<h1>${ONWARD}</h1>
<p class="soft">We are taking you to ${new URL(location).host} to sign in.</p>
<a class="button" href="${location}">Continue</a>`;
