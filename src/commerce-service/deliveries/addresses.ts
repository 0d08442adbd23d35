import { type LookupAddress, lookup } from 'node:dns';
import { lookup as resolve } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { Agent } from 'undici';

/** Somebody would have us connect to an address that is not on the public internet. */
export class NotPublic extends Error {
  override readonly name = 'NotPublic';
}

/** How long a name may take to be resolved when an endpoint is registered, in milliseconds. */
const LOOKUP_TIMEOUT = 1_000;

/**
 * Whether an address is one that anybody can reach: not private, loopback, link-local, carrier-grade NAT,
 * multicast or otherwise reserved, also not in an IPv6 coat (mapped, 6to4, NAT64 and the like).
 */
export const isPublic = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

/** Whether the URL names a host that can't be public: an address that isn't, or this machine by name. */
export function privateAddressIn({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(host) > 0 ? !isPublic(host) : /^(.+\.)?localhost$/i.test(host);
}

/**
 * Whether an endpoint may be registered at this URL. A name that can't be resolved right now may be: every
 * connection is checked again.
 */
export async function seemsPublic(url: URL): Promise<boolean> {
  if (privateAddressIn(url)) return false;
  const unknown: readonly LookupAddress[] = [];
  const found = resolve(url.hostname, { all: true }).catch(() => unknown);
  const addresses = await Promise.race([found, setTimeout(LOOKUP_TIMEOUT, unknown)]);
  return addresses.every(({ address }) => isPublic(address));
}

/** Resolves a name for a connection, and refuses the name when any of its addresses is not public. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '');
    const [first] = addresses;
    if (!first || !addresses.every(({ address }) => isPublic(address)))
      return callback(new NotPublic('The name leads to an address that is not public.'), '');
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

// No connection is kept: each attempt resolves the name and is checked anew.
const anywhere = new Agent({ pipelining: 0 });
const publicOnly = new Agent({ pipelining: 0, connect: { lookup: lookupPublic } });

/** How to connect to an endpoint. An address that stands in the URL itself is not looked up, so check that too. */
export const routeFor = ({ mayBePrivate }: { readonly mayBePrivate: boolean }): Agent =>
  mayBePrivate ? anywhere : publicOnly;
