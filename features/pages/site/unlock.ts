import type Router from '@koa/router';
import type { Middleware } from 'koa';
import { readForm } from '../../web/index.js';
import { findPageByName } from '../collections.js';
import { PagePasswords } from '../page-passwords.js';
import { findObstacle } from './access.js';
import { refuseCrossSite } from './events.js';
import { issuePass } from './passes.js';
import { sendObstacle, sendPasswordForm } from './send-page.js';
import type { SiteServices } from './services.js';

/** Statuses of a password that does not open the page. */
const refusals = { wrong: 403, tooMany: 429, busy: 503 } as const;

/** Mounts the form that opens a page with a password. */
export function mountUnlocking(router: Router, services: SiteServices, limited: Middleware): void {
  const { store, clock, rateLimiter } = services;
  const passwords = new PagePasswords(rateLimiter);
  router.post('/e/:code/unlock', limited, async (ctx) => {
    refuseCrossSite(ctx.get('Sec-Fetch-Site'));
    const { password = '' } = await readForm(ctx, ['password']);
    const page = await findPageByName(store, String(ctx.params.code));
    if (!page) return sendObstacle(ctx, 'missing');
    const obstacle = await findObstacle(services, ctx, page);
    if (obstacle && obstacle !== 'protected') return sendObstacle(ctx, obstacle, page);
    if (obstacle) {
      const outcome = await passwords.check(page, ctx.ip, String(password).trim());
      if (outcome.is !== 'right') {
        if ('retryAfterSeconds' in outcome) ctx.set('Retry-After', String(outcome.retryAfterSeconds));
        return sendPasswordForm(ctx, page, refusals[outcome.is], outcome.is);
      }
      await issuePass(ctx, store, page, 'password', clock.now());
    }
    ctx.set('Cache-Control', 'private, no-store');
    ctx.status = 303;
    ctx.redirect(`/e/${page.code}`);
  });
}
