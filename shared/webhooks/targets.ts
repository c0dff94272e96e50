import ipaddr from 'ipaddr.js';
import { LONGEST_ADDRESS } from '../contract/bounds.js';

const HTTPS_PORT = 443;
/** Below this, ports belong to services of their own, such as mail (RFC 6335, system ports). */
const FIRST_USER_PORT = 1_024;

/** Of IPv6 addresses, those that are given out to the internet (RFC 4291, section 2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is one of the public internet. What is not is this machine, its network, a provider's own, a cloud's
 * metadata, or leads to one of them by way of a translation (IANA's registries of special-purpose addresses).
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
}

/** Where the platform may send what accounts want sent: public addresses, by https, and what operators allow by name. */
export class Targets {
  readonly #allowed: ReadonlySet<string>;

  /** @param allowed the setting WEBHOOK_ALLOW_PRIVATE */
  constructor(allowed: string | undefined) {
    this.#allowed = new Set(allowed?.split(',').flatMap((name) => name.trim().toLowerCase() || []));
  }

  /** Whether operators allow a host, or one port of it, whatever its addresses are. */
  isAllowed(hostname: string, port: number): boolean {
    const host = hostname.toLowerCase();
    return this.#allowed.has(host) || this.#allowed.has(`${host}:${port}`);
  }

  /**
   * What is wrong with an address, in words that follow its name; undefined for a right one. What a name leads to is
   * seen when it is called, and each time anew.
   */
  problemWith(address: string): string | undefined {
    if (address.length > LONGEST_ADDRESS) return `must have at most ${LONGEST_ADDRESS} characters`;
    if (!URL.canParse(address)) return 'must be an absolute https address';
    const { protocol, hostname, port, username, password } = new URL(address);
    if (protocol !== 'https:' && protocol !== 'http:') return 'must be an absolute https address';
    if (username || password) return 'must not hold a user name or password';
    const asked = portOf({ protocol, port });
    if (this.isAllowed(hostname, asked)) return undefined;
    if (protocol !== 'https:') return 'must be an https address';
    if (asked !== HTTPS_PORT && asked < FIRST_USER_PORT)
      return `must name port ${HTTPS_PORT}, or ${FIRST_USER_PORT} and above`;
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (ipaddr.isValid(literal) && !isPublic(literal)) return 'must not lead to a private address';
    return undefined;
  }
}

/** The port that an address leads to. */
export const portOf = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number =>
  Number(port || (protocol === 'https:' ? HTTPS_PORT : 80));
