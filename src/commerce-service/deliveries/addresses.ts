import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isPrivateHost, isPublic } from '../../network/hosts.ts';
import { Refusal } from '../api/refusal.ts';
import type { Service } from '../service.ts';

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

/** A connection to a non-public address was refused. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/**
 * Queries name servers directly, with a timeout. `dns.lookup` has four threads for the whole process, which a few names
 * with silent servers would block.
 */
const resolver = new Resolver({ timeout: 1_000, tries: 2 });

/** @returns all addresses of a name; none if it can't be resolved now */
async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((answer, index) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  );
}

/** Returns whether a URL may be registered. Unresolvable names pass, as every connection is checked again. */
export async function seemsPublic(url: URL): Promise<boolean> {
  if (isPrivateHost(url)) return false;
  if (isIP(url.hostname.replace(/^\[(.*)\]$/, '$1'))) return true;
  const addresses = await addressesOf(url.hostname);
  return addresses.every(({ address }) => isPublic(address));
}

/** Resolves a name for a connection. Fails with NotPublic if any of its addresses isn't public. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  void addressesOf(hostname).then((addresses) => {
    const [first] = addresses;
    if (!first) return callback(Object.assign(new Error('not resolved'), { code: 'ENOTFOUND' }), '');
    if (!addresses.every(({ address }) => isPublic(address)))
      return callback(new NotPublic('The name leads to an address that is not public.'), '');
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

// Connections aren't kept alive, so that every attempt resolves and checks the name again.
const anywhere = new Agent({ pipelining: 0 });
const publicOnly = new Agent({ pipelining: 0, connect: { lookup: lookupPublic } });

/** Returns the dispatcher for an endpoint. Doesn't check IP addresses in URLs, so callers must. */
export const routeFor = ({ mayBePrivate }: { readonly mayBePrivate: boolean }): Agent =>
  mayBePrivate ? anywhere : publicOnly;
