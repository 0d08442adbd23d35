import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';
import { seemsPublic } from './addresses.ts';

/** Ports from 1024 on that belong to protocols other than HTTP (https://fetch.spec.whatwg.org/#port-blocking). */
const OTHER_PROTOCOLS = new Set([
  ...[1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566],
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697, 10_080],
]);

/**
 * Checks that an endpoint may be registered at this address.
 * @throws Refusal if it isn't an http(s) URL, contains credentials, names a port of another protocol, or is neither
 *   public nor on a host that the operator allows
 */
export async function checkEndpointUrl({ privateHosts = [] }: Service, text: string): Promise<void> {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new Refusal('invalid', 'url must be an address that starts with http:// or https://.');
  if (url.username !== '' || url.password !== '')
    throw new Refusal(
      'invalid',
      'url must not contain a user name or password. Deliveries are signed, so check the signature instead.',
    );
  if (!isHttpPort(url.port))
    throw new Refusal(
      'invalid',
      `url must not use port ${url.port}, which is meant for a protocol other than HTTP.`,
    );
  if (!privateHosts.includes(url.hostname) && !(await seemsPublic(url)))
    throw new Refusal('invalid', 'url must be an address on the public internet.');
}

/** Returns whether HTTP may be expected at a port. An empty `port` is the default of the URL's protocol. */
function isHttpPort(port: string): boolean {
  const number = Number(port);
  return port === '' || number === 80 || number === 443 || (number >= 1024 && !OTHER_PROTOCOLS.has(number));
}
