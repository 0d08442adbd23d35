import { Refusal } from '../api/refusal.ts';

/** Hosts of the buyer's own machine. An application there has no certificate, so http is fine (RFC 8252, 7.3). */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Checks that a redirect URI may be registered: https, or http on the buyer's own machine; no credentials, no fragment
 * (RFC 6749, 3.1.2), and no characters that a header would have to quote. Requests must match it exactly.
 * @param field the field's name, for the message
 * @throws Refusal
 */
export function checkRedirectUri(text: string, field: string): void {
  const url = /^[!-~]+$/.test(text) ? URL.parse(text) : null;
  const isPlain =
    url !== null &&
    /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/.test(url.hostname) &&
    url.username === '' &&
    url.password === '' &&
    !text.includes('#');
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname));
  if (!isPlain || !isSafe)
    throw new Refusal(
      'invalid',
      `${field} must be a complete address that starts with https://, or with http:// for ${LOOPBACK.join(', ')}. It can’t contain a user name or a fragment.`,
    );
}
