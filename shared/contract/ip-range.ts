import ipaddr from 'ipaddr.js';

/** Whether a text is an address, or a range of them in CIDR notation, of IPv4 or IPv6. */
export const isIpRange = (text: string): boolean =>
  ipaddr.IPv4.isValidFourPartDecimal(text) ||
  ipaddr.IPv4.isValidCIDRFourPartDecimal(text) ||
  ipaddr.IPv6.isValid(text) ||
  ipaddr.IPv6.isValidCIDR(text);
