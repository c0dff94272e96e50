import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { PUBLIC_PER_SECOND } from '../../../shared/contract/bounds.js';
import { errors, throwUnavailable } from '../../../shared/contract/errors.js';
import type { LedgerCollections } from '../../../shared/ledger/collections.js';
import type { Clock } from '../../../shared/process/clock.js';
import { type Config, pagesUrl } from '../../../shared/process/config.js';
import type { Logger } from '../../../shared/process/log.js';
import { toNetwork } from '../../../shared/process/network.js';
import type { StorageCollections } from '../../../shared/storage/collections.js';
import type { Disks } from '../../../shared/storage/disks.js';
import type { MemberCollections } from '../../members/index.js';
import { type RateLimiter, serveFixed } from '../../web/index.js';
import type { Publish } from '../../webhooks/index.js';
import { type ExperienceCollections, findByName } from '../collections.js';
import { logScan, pageEvents } from './events.js';
import { blockFiles, savedFiles } from './files.js';
import { pageAssets, renderPage } from './render.js';
import { pageReports } from './report.js';
import { samplePages } from './samples.js';
import { languageOf, sendNotice, sendPage } from './send-page.js';
import { findHidden, targetFor } from './shown.js';

type Store = Pick<ExperienceCollections, 'experiences'> &
  Pick<LedgerCollections, 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  Pick<StorageCollections, 'files'>;

export interface PublicServices {
  readonly config: Pick<Config, 'BASE_URL' | 'COUNTRY_HEADER' | 'HOST' | 'PORT'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly rateLimiter: RateLimiter;
  readonly experiences: ExperienceCollections;
  readonly store: Store;
  readonly disks: Disks;
  readonly publish: Publish;
}

/** Whether a path is one of those that `experiencePages` serves. */
export const isPagesPath = (path: string): boolean =>
  path.startsWith('/e/') || path.startsWith('/files/') || pageAssets.some((file) => file.path === path);

/** The public addresses behind QR codes: pages, the files made from them, what visitors do there, and saved images. */
export function experiencePages(router: Router, services: PublicServices): void {
  const { rateLimiter } = services;
  for (const file of pageAssets) serveFixed(router, file);
  const limited = perAddress(rateLimiter, 'page');
  router.get('/e/:code', limited, showPage(services));
  // A page of the documentation shows all of them at once.
  samplePages(router, perAddress(rateLimiter, 'file'), services);
  blockFiles(router, services, limited);
  pageEvents(router, services, perAddress(rateLimiter, 'event'));
  pageReports(router, services, limited, perAddress(rateLimiter, 'report'));
  savedFiles(router, services, perAddress(rateLimiter, 'file'));
}

/**
 * Limits what one client address may ask for, over all fronts.
 *
 * @param kind what is counted together
 */
const perAddress =
  (rateLimiter: RateLimiter, kind: keyof typeof PUBLIC_PER_SECOND): Middleware =>
  async (ctx, next) => {
    const { allowed } = await rateLimiter
      .count(`${kind}:${toNetwork(ctx.ip)}`, PUBLIC_PER_SECOND[kind])
      .catch(throwUnavailable);
    if (!allowed) throw errors.tooManyRequests();
    return next();
  };

function showPage(services: PublicServices): Middleware {
  return async (ctx) => {
    const experience = await findByName(services.experiences, String(ctx.params.code));
    const hidden = experience ? await findHidden(services.store, experience) : 'missing';
    if (!experience || hidden) return sendNotice(ctx, hidden ?? 'missing');
    ctx.set('Cache-Control', 'no-store');
    const language = languageOf(ctx);
    const done = typeof ctx.query.done === 'string' ? ctx.query.done : undefined;
    if (ctx.method === 'GET' && !done) await logScan(services, experience, ctx);
    const userAgent = ctx.get('User-Agent');
    const target = targetFor(experience, userAgent);
    if (target || !experience.page) return ctx.redirect(target ?? '/');
    const options = { now: services.clock.now(), language, done, userAgent, origin: pagesUrl(services.config) };
    sendPage(ctx, renderPage({ ...experience, page: experience.page }, options));
  };
}
