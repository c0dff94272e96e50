import { errors } from '../../shared/contract/errors.js';
import { baseUrl, type Config, ConfigError, pagesUrl } from '../../shared/process/config.js';
import type { Step } from '../call.js';

/** Paths that load balancers request under any host name. */
export const PROBES = ['/healthz', '/readyz'];

/**
 * With PAGES_URL, serves customers' pages under its host alone, and nothing else there, so that no page of theirs
 * shares an origin with the API, its documentation and the console. Their URLs under BASE_URL redirect.
 *
 * @param isPages true for the path of a hosted page
 * @throws ConfigError when PAGES_URL has the host of BASE_URL
 */
export function separateOrigins(
  config: Pick<Config, 'BASE_URL' | 'HOST' | 'PAGES_URL' | 'PORT'>,
  isPages: (path: string) => boolean,
): Step {
  if (config.PAGES_URL === undefined) return (_, next) => next();
  const { host } = new URL(config.PAGES_URL);
  if (host === new URL(baseUrl(config)).host) throw new ConfigError('PAGES_URL must have another host than BASE_URL');
  const pages = pagesUrl(config);
  return async function separateOrigins(ctx, next) {
    if (PROBES.includes(ctx.path) || ctx.state.isDomain) return next();
    const isPagesHost = ctx.host === host;
    if (isPagesHost === isPages(ctx.path)) return next();
    if (isPagesHost) throw errors.pathUnknown();
    ctx.status = 307;
    ctx.redirect(pages + ctx.path + ctx.search);
  };
}
