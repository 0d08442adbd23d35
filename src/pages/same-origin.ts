import type { IncomingHttpHeaders } from 'node:http';
import { TranslatedError } from '../i18n/translated-error.ts';

/** Thrown for a request that another website made a browser send. The message is shown to the user. */
export class CrossOriginRequest extends TranslatedError {
  override readonly name = 'CrossOriginRequest';
  readonly statusCode = 403;

  constructor() {
    super(({ refusals }) => refusals.crossOrigin);
  }
}

/**
 * Returns an `onRequest` hook that refuses cross-site requests: every form, and every GET that isn't a user opening a
 * page. Browsers send our `SameSite=Lax` cookies with the requests that pass. Another website therefore can't act as a
 * visitor, or load a page as if the visitor had no cookies. Non-browser clients send none of these headers and pass.
 * The rule for forms follows https://words.filippo.io/csrf/; the one for GET, https://web.dev/articles/fetch-metadata.
 * A WebSocket opens with a GET, but no other rule of browsers restricts it, so the rule for forms applies.
 * @param ownUrls public URLs of the pages. Needed for browsers that send no `Sec-Fetch-Site` (older ones, and any
 *   browser over plain HTTP) when a proxy changes `Host`.
 * @throws CrossOriginRequest
 */
export function sameOriginOnly(ownUrls: readonly string[]): (request: Received) => Promise<void> {
  const own = new Set(ownUrls.map(hostOf));
  return async ({ method, headers }) => {
    const { 'sec-fetch-site': site, origin, host } = headers;
    if (site === 'same-origin' || site === 'none') return;
    if ((method === 'GET' || method === 'HEAD') && headers.upgrade === undefined) {
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

/** Whether a user followed a link in a top-level window: not a frame, image or script, and not a prefetch. */
const isVisit = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-purpose'] === undefined;

/** Returns undefined for an invalid URL, such as the `null` origin that browsers send for a page without an origin. */
const hostOf = (url: string): string | undefined => URL.parse(url)?.host;
