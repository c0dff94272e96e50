import ipaddr from 'ipaddr.js';

/** True if a text is an IPv4 or IPv6 address or CIDR range. */
export const isIpRange = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv4.isValidCIDRFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  ipaddr.IPv6.isValidCIDR(text);
