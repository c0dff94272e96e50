import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { PUBLIC_PER_SECOND } from '../../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../../shared/contract/errors.js';
import { toNetwork } from '../../../shared/process/network.js';
import { type RateLimiter, serveFixed } from '../../web/index.js';
import { findPageByName } from '../collections.js';
import { findObstacle, useScan } from './access.js';
import { chooseTarget } from './choose-target.js';
import { mountEvents, publishEnd, readVisitor, tryRecordScan } from './events.js';
import { mountExamplePages, samplePictures } from './example-pages.js';
import { mountBlockFiles, mountSavedFiles } from './files.js';
import { pageAssets, renderPage } from './render.js';
import { mountReports } from './reports.js';
import { findPreferredLanguage, redirectVisitor, sendObstacle, sendPage } from './send-page.js';
import type { SiteServices } from './services.js';
import { mountUnlocking } from './unlock.js';

/** True if `mountPages` serves a path. */
export const isPagesPath = (path: string): boolean =>
  path.startsWith('/e/') ||
  path.startsWith('/files/') ||
  [...pageAssets, ...samplePictures].some((file) => file.path === path);

/** Mounts the public URLs behind QR codes: pages, files created from them, their events and reports, and saved images. */
export function mountPages(router: Router, services: SiteServices): void {
  const { rateLimiter } = services;
  for (const file of [...pageAssets, ...samplePictures]) {
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
  mountUnlocking(router, services, limitPerAddress(rateLimiter, 'unlock'));
  mountReports(router, services, limited, limitPerAddress(rateLimiter, 'report'));
  mountSavedFiles(router, services, limitPerAddress(rateLimiter, 'file'));
}

const allowOtherOrigins: Middleware = (ctx, next) => {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return next();
};

/** Returns a middleware that limits the requests of a kind from one client network, over all fronts. */
export const limitPerAddress =
  (rateLimiter: RateLimiter, kind: keyof typeof PUBLIC_PER_SECOND): Middleware =>
  async (ctx, next) => {
    const { allowed } = await rateLimiter
      .count(`${kind}:${toNetwork(ctx.ip)}`, PUBLIC_PER_SECOND[kind])
      .catch(throwUnavailable);
    if (!allowed) throw errors.tooManyRequests();
    return next();
  };

function servePage(services: SiteServices): Middleware {
  const { store, clock } = services;
  return async (ctx) => {
    const hostedPage = await findPageByName(store, String(ctx.params.code));
    if (!hostedPage) return sendObstacle(ctx, 'missing');
    const obstacle = await findObstacle(services, ctx, hostedPage);
    if (obstacle && obstacle !== 'protected') return sendObstacle(ctx, obstacle, hostedPage);
    // Passes are for the path with the code. The host of a customer serves pages under other paths as well.
    const path = `/e/${hostedPage.code}`;
    const hasPasses = hostedPage.password !== undefined || hostedPage.max_scans !== undefined;
    if (hasPasses && ctx.originalUrl.split('?', 1).join() !== path) return redirectVisitor(ctx, path + ctx.search);
    if (obstacle) return sendObstacle(ctx, obstacle, hostedPage);
    if (ctx.method === 'GET' && hostedPage.max_scans !== undefined) {
      const scan = await useScan(services, ctx, hostedPage).catch(throwUnavailable);
      if (scan === 'refused') return sendObstacle(ctx, 'ended', hostedPage);
      if (scan === 'last') await publishEnd(services, hostedPage);
    }
    const done = typeof ctx.query.done === 'string' ? ctx.query.done : undefined;
    const { url, name: target } = await chooseTarget(store, hostedPage, readVisitor(ctx, services), clock.now());
    if (ctx.method === 'GET' && !done) await tryRecordScan(services, hostedPage, ctx, target);
    if (url || !hostedPage.page) return redirectVisitor(ctx, url ?? '/');
    const userAgent = ctx.get('User-Agent');
    const language = findPreferredLanguage(ctx);
    const { origin } = await services.hosts.urlsFor(hostedPage.account);
    const options = { now: clock.now(), language, done, userAgent, origin };
    await sendPage(ctx, renderPage({ ...hostedPage, page: hostedPage.page }, options));
  };
}
