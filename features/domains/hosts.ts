import { LRUCache } from 'lru-cache';
import { createPageUrls, type PageHosts, type PageUrls } from '../pages/index.js';
import { activeDefault, type Domain, type DomainCollections } from './collections.js';
import type { ViewSettings } from './view.js';

/** Customer of a host, and what visitors without a page are shown. */
export interface HostOwner extends Pick<Domain, 'account' | 'home_url' | 'not_found_url'> {
  /** False while nothing is shown on the host. */
  readonly isActive: boolean;
}

/** Time for which the owner of a host and the default domain of an account are cached, in ms. */
const CACHED_MS = 10_000;
const MOST_CACHED = 10_000;

const NOBODY = Symbol('a host of no customer');
const NO_DOMAIN = Symbol('an account without a default domain');

/** Finds the host that new codes of an account encode; undefined for the platform's own. */
export const findDefaultHost = async ({ domains }: DomainCollections, account: string): Promise<string | undefined> =>
  (await domains.findOne(activeDefault(account), { projection: { host: 1 } }))?.host;

/** Finds the customers of hosts, and the hosts of customers. Both are cached for some seconds, and while the store is unavailable. */
export class DomainHosts implements PageHosts {
  readonly #owners: LRUCache<string, HostOwner | typeof NOBODY>;
  readonly #defaults: LRUCache<string, string | typeof NO_DOMAIN>;

  constructor(
    store: DomainCollections,
    private readonly config: ViewSettings,
  ) {
    const options = {
      max: MOST_CACHED,
      ttl: CACHED_MS,
      allowStaleOnFetchRejection: true,
      noDeleteOnFetchRejection: true,
    };
    this.#owners = new LRUCache({ ...options, fetchMethod: (host: string) => readOwner(store, host) });
    this.#defaults = new LRUCache({
      ...options,
      fetchMethod: async (account: string) => (await findDefaultHost(store, account)) ?? NO_DOMAIN,
    });
  }

  /** True if the owner of a host is cached, so that finding it costs no read. */
  isCached(host: string): boolean {
    return this.#owners.has(host);
  }

  /** Finds the customer who has verified a host. */
  async findOwner(host: string): Promise<HostOwner | undefined> {
    const found = await this.#owners.fetch(host);
    return found === NOBODY ? undefined : found;
  }

  async urlsFor(account: string): Promise<PageUrls> {
    const host = await this.#defaults.fetch(account);
    return createPageUrls(this.config, typeof host === 'string' ? host : undefined);
  }
}

async function readOwner({ domains }: DomainCollections, host: string): Promise<HostOwner | typeof NOBODY> {
  const projection = { account: 1, home_url: 1, not_found_url: 1, inactive: 1 } as const;
  const found = await domains.findOne({ verified_host: host }, { projection });
  if (!found) return NOBODY;
  const { account, home_url, not_found_url, inactive } = found;
  return { account, isActive: !inactive, ...(home_url && { home_url }), ...(not_found_url && { not_found_url }) };
}
