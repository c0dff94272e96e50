import ipaddr from 'ipaddr.js';
import { isIpRange } from '../contract/ip-range.js';

/** Prefix length of the IPv6 network that a provider assigns to one customer (RFC 6177). */
const NETWORK_BITS = 64;
/** Prefix length of the IPv6 network of IPv4-mapped addresses, `::ffff:0:0`. */
const MAPPED_BITS = 96;

/**
 * Returns the network by which a client is counted: an IPv4 address, or the /64 of an IPv6 address, as a client has all addresses of it.
 * IPv4-mapped IPv6 addresses are IPv4 addresses.
 */
export function toNetwork(address: string): string {
  const parsed = parse(address);
  if (!parsed) return address;
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${NETWORK_BITS}`)}/${NETWORK_BITS}`;
}

/** True if an address is in one of the ranges: CIDR notation, or single addresses. */
export function isInRanges(ranges: readonly string[], address: string): boolean {
  const parsed = parse(address);
  if (!parsed) return false;
  return ranges.some((range) => {
    if (!range.includes('/')) return parse(range)?.toString() === parsed.toString();
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === parsed.kind() && parsed.match(network, bits);
  });
}

/**
 * Returns a network in CIDR notation, without host bits: that of a range, or of the client with an address (see `toNetwork`). Undefined for
 * anything else.
 */
export function toCidr(text: string): string | undefined {
  // Without it, 203.0.113 would be an address in the form of old tools.
  if (!isIpRange(text)) return undefined;
  if (parse(text)) {
    const network = toNetwork(text);
    return network.includes('/') ? network : `${network}/32`;
  }
  const [address, bits] = ipaddr.parseCIDR(text);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return toCidr(`${address.toIPv4Address()}/${bits - MAPPED_BITS}`);
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`;
}

/** Returns an address without the port that some proxies add to forwarded ones: `203.0.113.7:4711`, `[2001:db8::1]:4711`. */
export const stripPort = (address: string): string =>
  address.replace(/^(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([^\]]*)\])(?::\d{1,5})?$/, '$1$2');

/** Parses an address; undefined for anything else, which a proxy may send. */
const parse = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : undefined);
