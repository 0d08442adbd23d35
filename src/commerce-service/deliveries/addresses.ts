import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPrivateHost, isPublic } from '../../network/hosts.ts';

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
