import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { PUBLIC_PER_SECOND } from '../../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../../shared/contract/errors.js';
import { toNetwork } from '../../../shared/process/network.js';
import { type RateLimiter, serveFixed } from '../../web/index.js';
import { findPageByName } from '../collections.js';
import { mountEvents, tryRecordScan } from './events.js';
import { mountExamplePages } from './example-pages.js';
import { mountBlockFiles, mountSavedFiles } from './files.js';
import { pageAssets, renderPage } from './render.js';
import { mountReports } from './reports.js';
import { preferredLanguage, sendNotice, sendPage } from './send-page.js';
import type { SiteServices } from './services.js';
import { findHiddenReason, findRedirect } from './visibility.js';

/** True if `mountPages` serves a path. */
export const isPagesPath = (path: string): boolean =>
  path.startsWith('/e/') || path.startsWith('/files/') || pageAssets.some((file) => file.path === path);

/** Mounts the public URLs behind QR codes: pages, files created from them, their events and reports, and saved images. */
export function mountPages(router: Router, services: SiteServices): void {
  const { rateLimiter } = services;
  for (const file of pageAssets) {
    // A preview in the portal loads them too.
    router.get(file.path, allowOtherOrigins);
    serveFixed(router, file);
  }
  const limited = limitPerAddress(rateLimiter, 'page');
  router.get('/e/:code', limited, servePage(services));
  // A page of the documentation embeds all of the examples at once.
  mountExamplePages(router, limitPerAddress(rateLimiter, 'file'), services);
  mountBlockFiles(router, services, limited);
  mountEvents(router, services, limitPerAddress(rateLimiter, 'event'));
  mountReports(router, services, limited, limitPerAddress(rateLimiter, 'report'));
  mountSavedFiles(router, services, limitPerAddress(rateLimiter, 'file'));
}

const allowOtherOrigins: Middleware = (ctx, next) => {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return next();
};

/** Returns a middleware that limits the requests of a kind from one client network, over all fronts. */
const limitPerAddress =
  (rateLimiter: RateLimiter, kind: keyof typeof PUBLIC_PER_SECOND): Middleware =>
  async (ctx, next) => {
    const { allowed } = await rateLimiter
      .count(`${kind}:${toNetwork(ctx.ip)}`, PUBLIC_PER_SECOND[kind])
      .catch(throwUnavailable);
    if (!allowed) throw errors.tooManyRequests();
    return next();
  };

function servePage(services: SiteServices): Middleware {
  return async (ctx) => {
    const hostedPage = await findPageByName(services.store, String(ctx.params.code));
    const hidden = hostedPage ? await findHiddenReason(services.store, hostedPage) : 'missing';
    if (!hostedPage || hidden) return sendNotice(ctx, hidden ?? 'missing');
    const language = preferredLanguage(ctx);
    const done = typeof ctx.query.done === 'string' ? ctx.query.done : undefined;
    if (ctx.method === 'GET' && !done) await tryRecordScan(services, hostedPage, ctx);
    const userAgent = ctx.get('User-Agent');
    const target = findRedirect(hostedPage, userAgent);
    if (target || !hostedPage.page) return ctx.redirect(target ?? '/');
    const { origin } = await services.hosts.urlsFor(hostedPage.account);
    const options = { now: services.clock.now(), language, done, userAgent, origin };
    await sendPage(ctx, renderPage({ ...hostedPage, page: hostedPage.page }, options));
  };
}
