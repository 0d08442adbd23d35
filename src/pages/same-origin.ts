import type { IncomingHttpHeaders } from 'node:http';

/** What another website made a browser send, in words for whoever reads the answer. */
export class CrossOriginRequest extends Error {
  override readonly name = 'CrossOriginRequest';
  readonly statusCode = 403;

  constructor() {
    super('Another website sent this, so nothing was done. Open our page yourself, and do it there.');
  }
}

/**
 * Refuses what another website makes a browser send: every form, and every GET that isn't somebody going to a page.
 * What gets past is what a browser sends our `SameSite=Lax` cookies along with, so no other website can act as a
 * visitor, or have a page see a visitor as somebody without cookies. Programs send none of these headers, and pass.
 * The rule is that of https://words.filippo.io/csrf/ for forms, and https://web.dev/articles/fetch-metadata for GET.
 * For `onRequest`.
 * @param ownUrls where the pages are opened, for browsers that send no `Sec-Fetch-Site` (older ones, and plain http),
 * behind a proxy that changes `Host`
 * @throws CrossOriginRequest
 */
export function sameOriginOnly(ownUrls: readonly string[]): (request: Received) => Promise<void> {
  const own = new Set(ownUrls.map(hostOf));
  return async ({ method, headers }) => {
    const { 'sec-fetch-site': site, origin, host } = headers;
    if (site === 'same-origin' || site === 'none') return;
    if (method === 'GET' || method === 'HEAD') {
      if (site !== undefined && !isVisit(headers)) throw new CrossOriginRequest();
      return;
    }
    if (site === undefined && (origin === undefined || isOwn(origin))) return;
    throw new CrossOriginRequest();

    function isOwn(url: string): boolean {
      const from = hostOf(url);
      return from !== undefined && (from === host || own.has(from));
    }
  };
}

interface Received {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/** Whether somebody followed a link in a window of its own: no frame, picture or script, and not before they did. */
const isVisit = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-purpose'] === undefined;

/** Undefined for what is no address, as `null` is, which browsers send for a page without an origin. */
const hostOf = (url: string): string | undefined => URL.parse(url)?.host;
