import ipaddr from 'ipaddr.js';

/** Of an IPv6 address, so many bits name the network of one customer of a provider (RFC 6177). */
const NETWORK_BITS = 64;

/**
 * What one caller is counted by: an IPv4 address, or the network of an IPv6 one, since whoever has one address of it has
 * all. IPv4 addresses that came over IPv6 are IPv4 addresses.
 */
export function toNetwork(address: string): string {
  const parsed = parse(address);
  if (!parsed) return address;
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${NETWORK_BITS}`)}/${NETWORK_BITS}`;
}

/** Whether an address lies in one of these ranges: CIDR notation, or single addresses. */
export function isInRanges(ranges: readonly string[], address: string): boolean {
  const parsed = parse(address);
  if (!parsed) return false;
  return ranges.some((range) => {
    if (!range.includes('/')) return parse(range)?.toString() === parsed.toString();
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

/** A proxy may tell anything as the address of its caller. */
const parse = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : undefined);
