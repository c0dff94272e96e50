import { errors } from '../../shared/contract/errors.js';
import { baseUrl, type Config, ConfigError, pagesUrl } from '../../shared/process/config.js';
import type { Step } from '../call.js';

/** What load balancers ask under whatever name they know a front by. */
const PROBES = ['/healthz', '/readyz'];

/**
 * With PAGES_URL, serves what customers have written under its host alone, and nothing else there: then no page of theirs
 * shares an origin with the API, its documentation and the console. Addresses from before lead to the new ones.
 *
 * @param isPages whether a path is part of hosted pages
 * @throws ConfigError when PAGES_URL has the host of BASE_URL
 */
export function keepOriginsApart(config: Config, isPages: (path: string) => boolean): Step {
  if (config.PAGES_URL === undefined) return (_, next) => next();
  const { host } = new URL(config.PAGES_URL);
  if (host === new URL(baseUrl(config)).host) throw new ConfigError('PAGES_URL must have another host than BASE_URL');
  const pages = pagesUrl(config);
  return async (ctx, next) => {
    if (PROBES.includes(ctx.path)) return next();
    const isThere = ctx.host === host;
    if (isThere === isPages(ctx.path)) return next();
    if (isThere) throw errors.pathUnknown();
    ctx.status = 307;
    ctx.redirect(pages + ctx.url);
  };
}
