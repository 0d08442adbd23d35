import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateHost, isPublic } from '../../hosts.ts';

/** Somebody would have us connect to an address that is not on the public internet. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/**
 * Asks the name servers themselves, in bounded time. The system's own lookup has four threads for the whole
 * process: a few names whose servers never answer would hold up everybody.
 */
const resolver = new Resolver({ timeout: 1_000, tries: 2 });

/** All addresses of a name; none where it can't be resolved right now. */
async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  return found.flatMap((answer, index) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
      : [],
  );
}

/**
 * Whether an endpoint may be registered at this URL. A name that can't be resolved right now may be: every
 * connection is checked again.
 */
export async function seemsPublic(url: URL): Promise<boolean> {
  if (isPrivateHost(url)) return false;
  if (isIP(url.hostname.replace(/^\[(.*)\]$/, '$1'))) return true;
  const addresses = await addressesOf(url.hostname);
  return addresses.every(({ address }) => isPublic(address));
}

/** Resolves a name for a connection, and refuses the name when any of its addresses is not public. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  void addressesOf(hostname).then((addresses) => {
    const [first] = addresses;
    if (!first) return callback(Object.assign(new Error('not resolved'), { code: 'ENOTFOUND' }), '');
    if (!addresses.every(({ address }) => isPublic(address)))
      return callback(new NotPublic('The name leads to an address that is not public.'), '');
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};
