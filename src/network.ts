import ipaddr from 'ipaddr.js';

/** An IPv4 address; of an IPv6 address its /64 network, as whoever has one has all the addresses in it. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address instanceof ipaddr.IPv6 ? address.parts.slice(0, 4).join(':') : address.toString();
}
