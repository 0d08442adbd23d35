import { Refusal } from '../api/refusal.ts';

/** The machine that the browser runs on: an application there has no certificate (RFC 8252, 7.3). */
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Sees that buyers may be sent back to this address, which is then compared exactly: https, or http on the
 * buyer's own machine; without a fragment (RFC 6749, 3.1.2), and nothing in it that a header would have to quote.
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
      `${field} must be a whole address that starts with https://, or with http:// at ${LOOPBACK.join(', ')}, without user name and fragment.`,
    );
}
