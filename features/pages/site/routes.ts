import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { PUBLIC_PER_SECOND } from '../../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../../shared/contract/errors.js';
import type { LedgerCollections } from '../../../shared/ledger/collections.js';
import type { Clock } from '../../../shared/process/clock.js';
import { type Config, pagesUrl } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { networkOf } from '../../../shared/process/network.js';
import type { StorageCollections } from '../../../shared/storage/collections.js';
import type { Disks } from '../../../shared/storage/disks.js';
import type { MemberCollections } from '../../members/index.js';
import { type RateLimiter, serveFixed } from '../../web/index.js';
import type { Publish } from '../../webhooks/index.js';
import { findPageByName, type PageCollections } from '../collections.js';
import { mountEvents, tryRecordScan } from './events.js';
import { mountBlockFiles, mountSavedFiles } from './files.js';
import { pageAssets, renderPage } from './render.js';
import { mountReports } from './report.js';
import { mountExamplePages } from './samples.js';
import { preferredLanguage, sendNotice, sendPage } from './send-page.js';
import { findHiddenReason, findRedirect } from './shown.js';

type Store = Pick<PageCollections, 'experiences'> &
  Pick<LedgerCollections, 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<StorageCollections, 'files'>;

export interface SiteServices {
  readonly config: Pick<Config, 'BASE_URL' | 'COUNTRY_HEADER' | 'HOST' | 'PORT'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rateLimiter: RateLimiter;
  readonly experiences: PageCollections;
  readonly store: Store;
  readonly disks: Disks;
  readonly publish: Publish;
}

/** Whether a path is one of those that `experiencePages` serves. */
export const isPagesPath = (path: string): boolean =>
  path.startsWith('/e/') || path.startsWith('/files/') || pageAssets.some((file) => file.path === path);

/** The public addresses behind QR codes: pages, the files made from them, what visitors do there, and saved images. */
export function mountPages(router: Router, services: SiteServices): void {
  const { rateLimiter } = services;
  for (const file of pageAssets) serveFixed(router, file);
  const limited = limitPerAddress(rateLimiter, 'page');
  router.get('/e/:code', limited, servePage(services));
  // A page of the documentation shows all of them at once.
  mountExamplePages(router, limitPerAddress(rateLimiter, 'file'), services);
  mountBlockFiles(router, services, limited);
  mountEvents(router, services, limitPerAddress(rateLimiter, 'event'));
  mountReports(router, services, limited, limitPerAddress(rateLimiter, 'report'));
  mountSavedFiles(router, services, limitPerAddress(rateLimiter, 'file'));
}

/**
 * Limits what one client address may ask for, over all fronts.
 *
 * @param kind what is counted together
 */
const limitPerAddress =
  (rateLimiter: RateLimiter, kind: keyof typeof PUBLIC_PER_SECOND): Middleware =>
  async (ctx, next) => {
    const { allowed } = await rateLimiter
      .count(`${kind}:${networkOf(ctx.ip)}`, PUBLIC_PER_SECOND[kind])
      .catch(throwUnavailable);
    if (!allowed) throw errors.tooManyRequests();
    return next();
  };

function servePage(services: SiteServices): Middleware {
  return async (ctx) => {
    const hostedPage = await findPageByName(services.experiences, String(ctx.params.code));
    const hidden = hostedPage ? await findHiddenReason(services.store, hostedPage) : 'missing';
    if (!hostedPage || hidden) return sendNotice(ctx, hidden ?? 'missing');
    ctx.set('Cache-Control', 'no-store');
    const language = preferredLanguage(ctx);
    const done = typeof ctx.query.done === 'string' ? ctx.query.done : undefined;
    if (ctx.method === 'GET' && !done) await tryRecordScan(services, hostedPage, ctx);
    const userAgent = ctx.get('User-Agent');
    const target = findRedirect(hostedPage, userAgent);
    if (target || !hostedPage.page) return ctx.redirect(target ?? '/');
    const options = { now: services.clock.now(), language, done, userAgent, origin: pagesUrl(services.config) };
    sendPage(ctx, renderPage({ ...hostedPage, page: hostedPage.page }, options));
  };
}
