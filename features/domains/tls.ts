import { errors } from '../../shared/contract/errors.js';
import type { RateLimiter } from '../web/index.js';
import type { DomainHosts } from './hosts.js';
import { isLocalHost } from './read-host.js';

/** Names that proxies may ask about per second. */
const PER_SECOND = 50;

/**
 * Creates the check that proxies send before they request a certificate for a host (`ask` of Caddy's on-demand TLS).
 *
 * @returns the status: 200 for a host that shows the pages of a customer, 404 for any other
 */
export const createTlsCheck =
  ({ hosts, rateLimiter }: { hosts: DomainHosts; rateLimiter: RateLimiter }) =>
  async (query: URLSearchParams): Promise<number> => {
    const host = query.get('domain')?.toLowerCase() ?? '';
    if (isLocalHost(host)) return 404;
    if (!(await rateLimiter.count('tls-allowed', PER_SECOND)).allowed) return errors.tooManyRequests().status;
    return (await hosts.findOwner(host))?.isActive ? 200 : 404;
  };
