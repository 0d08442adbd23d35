import ipaddr from 'ipaddr.js';

/** Returns an IPv4 address as it is; for an IPv6 address its /64 network, all of which usually belongs to one user. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
