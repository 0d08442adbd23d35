import { html } from '../preact.js';

/** Returns a URL that is safe to open; undefined for other schemes, which could run code. @param {string} text */
export const safeUrl = (text) =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : undefined;

/** @param {string} url @param {unknown} content */
export function link(url, content) {
  const href = safeUrl(url);
  if (!href) return html`<span>${content}</span>`;
  return html`<a href=${href} target="_blank" rel="noopener noreferrer" title=${href}>${content}</a>`;
}

/**
 * Returns a URL that is safe to load; undefined for an unsafe one. The sandbox's own files are loaded from the page's
 * origin, whatever host the URL names. @param {string} url
 */
export function nearby(url) {
  const href = safeUrl(url);
  if (!href) return undefined;
  const { pathname, search } = new URL(href);
  return pathname.startsWith('/sandbox/') ? pathname + search : href;
}
