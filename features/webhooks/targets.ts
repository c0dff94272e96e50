import ipaddr from 'ipaddr.js';
import { LONGEST_ADDRESS } from '../../shared/contract/bounds.js';

const HTTPS_PORT = 443;
/** First port that is not a system port (RFC 6335). */
const FIRST_USER_PORT = 1_024;

/** Global unicast addresses of IPv6 (RFC 4291, section 2.4). */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * True if an IP address is public. Others (IANA's registries of special-purpose addresses) lead to this machine, its network, a cloud's
 * metadata service, or to one of them by translation.
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
}

/** Rules for the URLs of receivers: public addresses over https, and hosts that operators allow. */
export class Targets {
  readonly #allowed: ReadonlySet<string>;

  /** @param allowed the setting WEBHOOK_ALLOW_PRIVATE */
  constructor(allowed: string | undefined) {
    this.#allowed = new Set(allowed?.split(',').flatMap((name) => name.trim().toLowerCase() || []));
  }

  /** True if operators allow a host, or one of its ports, whatever its addresses. */
  isAllowed(hostname: string, port: number): boolean {
    const host = hostname.toLowerCase();
    return this.#allowed.has(host) || this.#allowed.has(`${host}:${port}`);
  }

  /**
   * Returns the problem with a URL, as the rest of a sentence about it; undefined for a valid one. The addresses of its host are checked
   * with each connection.
   */
  findProblem(address: string): string | undefined {
    if (address.length > LONGEST_ADDRESS) return `must have at most ${LONGEST_ADDRESS} characters`;
    if (!URL.canParse(address)) return 'must be an absolute https URL';
    const { protocol, hostname, port, username, password } = new URL(address);
    if (protocol !== 'https:' && protocol !== 'http:') return 'must be an absolute https URL';
    if (username || password) return 'must not contain a user name or password';
    const number = findPort({ protocol, port });
    if (this.isAllowed(hostname, number)) return undefined;
    if (protocol !== 'https:') return 'must be an https URL';
    if (number !== HTTPS_PORT && number < FIRST_USER_PORT)
      return `must use port ${HTTPS_PORT}, or ${FIRST_USER_PORT} and above`;
    const literal = hostname.replace(/^\[|\]$/g, '');
    if (ipaddr.isValid(literal) && !isPublic(literal)) return 'must not point to a private address';
    return undefined;
  }
}

/** Port of a URL, with the default of its protocol. */
const findPort = ({ protocol, port }: Pick<URL, 'protocol' | 'port'>): number =>
  Number(port || (protocol === 'https:' ? HTTPS_PORT : 80));
