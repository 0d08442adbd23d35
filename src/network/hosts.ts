import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Documentation addresses (RFC 9637), which the library doesn't know. */
const DOCUMENTATION = ipaddr.IPv6.parseCIDR('3fff::/20');

/**
 * Whether an address is public: not private, loopback, link-local, carrier-grade NAT, multicast or otherwise reserved.
 * For IPv6 that is global unicast (2000::/3) without its special ranges (6to4, Teredo, documentation and the like), and
 * NAT64 addresses of public IPv4 addresses.
 */
export function isPublic(address: string): boolean {
  if (ipaddr.IPv4.isValid(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  if (!ipaddr.IPv6.isValid(address)) return false;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.range() === 'rfc6052')
    return isPublic(ipaddr.fromByteArray(parsed.toByteArray().slice(12)).toString());
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_UNICAST) && !parsed.match(DOCUMENTATION);
}

/** Whether the URL's host can't be public: a non-public address, or a local name. */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  return isIP(host) > 0 ? !isPublic(host) : !/\.(?!(localhost|local|internal)$)[^.]+$/i.test(host);
}

/** Whether a text is an address or a network in CIDR notation: `10.0.0.0/8`, `fd00::/8`. */
export const isNetwork = (text: string): boolean => ipaddr.isValidCIDR(text) || ipaddr.isValid(text);

/** Returns an IPv4 address as it is; for an IPv6 address its /64 network, all of which usually belongs to one user. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
