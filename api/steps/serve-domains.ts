import { type DomainHosts, type HostOwner, isLocalHost, listPlatformHosts } from '../../features/domains/index.js';
import {
  findPageOwner,
  type PageCollections,
  pageAssets,
  redirectVisitor,
  sendObstacle,
} from '../../features/pages/index.js';
import type { RateLimiter } from '../../features/web/index.js';
import { HOSTS_PER_SECOND } from '../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../shared/contract/errors.js';
import type { Config } from '../../shared/process/config.js';
import { toNetwork } from '../../shared/process/network.js';
import type { StorageCollections } from '../../shared/storage/collections.js';
import type { CallContext, Step } from '../call.js';
import { PROBES } from './separate-origins.js';

interface Dependencies {
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'PAGES_URL' | 'PORT'>;
  readonly hosts: DomainHosts;
  readonly rateLimiter: RateLimiter;
  readonly store: Pick<PageCollections, 'experiences'> & Pick<StorageCollections, 'files'>;
}

/** HSTS of the platform's pages would hold for the other hosts of a customer. */
const PLATFORM_HEADER = 'Strict-Transport-Security';

/**
 * On the host of a customer, serves the pages of that account and nothing else: no other account's, and nothing of the platform. A page is
 * at its code or slug there, as well as under `/e/`.
 *
 * @throws ApiError 404 for any other path, 429 for a client that sends many different hosts
 */
export function serveDomains({ config, hosts, rateLimiter, store }: Dependencies): Step {
  const platform = listPlatformHosts(config);

  const findOwner = async (ctx: CallContext): Promise<HostOwner | undefined> => {
    const host = ctx.hostname.toLowerCase().replace(/\.$/, '');
    if (platform.has(host) || isLocalHost(host) || PROBES.includes(ctx.path)) return undefined;
    if (!hosts.isCached(host)) {
      const counted = await rateLimiter.count(`host:${toNetwork(ctx.ip)}`, HOSTS_PER_SECOND);
      if (!counted.allowed) throw errors.tooManyRequests();
    }
    return hosts.findOwner(host);
  };

  return async function serveDomains(ctx, next) {
    const owner = await findOwner(ctx).catch(throwUnavailable);
    if (!owner) return next();
    ctx.state.isDomain = true;
    try {
      if (!owner.isActive) return await sendObstacle(ctx, 'missing');
      if (ctx.path === '/' && owner.home_url) return redirectVisitor(ctx, owner.home_url);
      const [, folder = '', name = ''] = /^(\/e\/|\/)([^/]+)/.exec(ctx.path) ?? [];
      if (await isOwned(store, ctx.path, owner.account).catch(throwUnavailable)) return await next();
      const page =
        folder === '/' && ctx.path === `/${name}`
          ? await findPageOwner(store, decode(name)).catch(throwUnavailable)
          : undefined;
      if (page?.account === owner.account) {
        // Passes are for the path below /e/.
        if (page.hasPasses) return redirectVisitor(ctx, `/e${ctx.path}${ctx.search}`);
        ctx.path = `/e${ctx.path}`;
        return await next();
      }
      if (!ctx.accepts('html')) throw errors.pathUnknown();
      if (owner.not_found_url) return redirectVisitor(ctx, owner.not_found_url);
      await sendObstacle(ctx, 'missing');
    } finally {
      ctx.remove(PLATFORM_HEADER);
    }
  };
}

/** True if a path is that of a page or a file of an account, or of what all pages load. */
async function isOwned(store: Dependencies['store'], path: string, account: string): Promise<boolean> {
  if (pageAssets.some((file) => file.path === path)) return true;
  const [, page] = /^\/e\/([^/]+)/.exec(path) ?? [];
  if (page !== undefined) return (await findPageOwner(store, decode(page)))?.account === account;
  const [, disk, file = ''] = /^\/files\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (disk === undefined) return false;
  const found = await store.files.findOne({ _id: `${disk}:${decode(file)}` }, { projection: { account: 1 } });
  return found?.account === account;
}

/** Decodes a part of a path; empty if it is invalid. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
