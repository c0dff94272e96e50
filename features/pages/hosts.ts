import { type Config, pagesUrl } from '../../shared/process/config.js';

/** Public URLs of the pages of an account. */
export interface PageUrls {
  /** Scheme and host, e.g. `https://pages.example.com`. */
  readonly origin: string;
  /** Returns the URL of the page with a code or slug. */
  urlOf(name: string): string;
}

/** Finds the public URLs of the pages of accounts. */
export interface PageHosts {
  urlsFor(account: string): Promise<PageUrls>;
}

/** Returns the URLs of pages on the platform's own host, or on a customer's. */
export function createPageUrls(
  config: Pick<Config, 'BASE_URL' | 'HOST' | 'PAGES_URL' | 'PORT'>,
  domain: string | undefined,
): PageUrls {
  const origin = domain === undefined ? pagesUrl(config) : `https://${domain}`;
  return { origin, urlOf: (name) => `${origin}${domain === undefined ? '/e' : ''}/${name}` };
}
