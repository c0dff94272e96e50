import Router, { type RouterContext } from '@koa/router';
import type { Redis } from 'ioredis';
import compose from 'koa-compose';
import { asApiError, errors } from '../../shared/contract/errors.js';
import { openEmailQueue } from '../../shared/mail/email-queue.js';
import { portalSessions } from '../../shared/members/sessions.js';
import { SignInEmails } from '../../shared/members/sign-in-emails.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Services } from '../call.js';
import { serveFixed } from '../pages/fixed-file.js';
import { billingPages } from './billing-pages.js';
import { experiencePages } from './experience-pages.js';
import { homePage } from './home-page.js';
import { keyPages } from './key-pages.js';
import { SignInLinks } from './links.js';
import { type PortalRouter, portalAssets, show, showOutside, takeForm } from './pages.js';
import { requestPages } from './request-pages.js';
import { dropSession, isPortalPath, LOGIN, onlyMembers, type PortalState, readOnlyWhenClosed } from './session.js';
import { settingsPages } from './settings-pages.js';
import { signIn } from './sign-in.js';
import { SignInLimits } from './sign-in-limits.js';

/** The routers of the portal: the pages on which people sign in, and those of members. */
export function portalRouters(services: Services, redis: Redis, queueClock: Clock) {
  const onError = (err: unknown) => services.log.warn({ err }, 'connection trouble');
  const sessions = portalSessions(redis, queueClock);
  const mail = openEmailQueue(redis, onError);
  const outside = signIn({
    services,
    sessions,
    links: new SignInLinks(redis),
    limits: new SignInLimits(redis),
    emails: new SignInEmails(redis),
    mail,
  });
  const router: PortalRouter = new Router<PortalState>({ prefix: '/account' });
  homePage(router, services);
  keyPages(router, services, sessions);
  requestPages(router, services);
  experiencePages(router, services);
  billingPages(router, services);
  settingsPages(router, services, sessions);
  takeForm(router, '/logout', {
    fields: [],
    async run(ctx) {
      const { member, session } = ctx.state;
      await sessions.end(member._id, session.handle);
      dropSession(ctx);
      return LOGIN;
    },
  });
  router.all('/*rest', () => {
    throw errors.pathUnknown();
  });
  return { sessions, outside, router };
}

/** The customers' own pages under `/account`, for whoever signs in by a link that is mailed. */
export function portal(services: Services, redis: Redis, queueClock: Clock): compose.Middleware<RouterContext> {
  const { sessions, outside, router } = portalRouters(services, redis, queueClock);
  const assets = new Router();
  for (const file of portalAssets) serveFixed(assets, file);
  const inside = compose([onlyMembers(sessions, services), readOnlyWhenClosed, router.routes()]);

  const pages = compose<RouterContext<PortalState>>([
    async (ctx, next) => {
      ctx.set('Cache-Control', 'no-store');
      try {
        await next();
      } catch (caught) {
        const error = asApiError(caught, errors.serviceUnavailable);
        const { requestId } = ctx.state;
        if (error.status >= 500) services.log.error({ requestId, err: error }, error.message);
        if (error.retryAfterSeconds) ctx.set('Retry-After', String(error.retryAfterSeconds));
        ctx.status = error.status;
        const view = { title: 'That did not work', message: error.message, isMember: ctx.state.member !== undefined };
        if (ctx.state.member) show(ctx, 'problem', view);
        else showOutside(ctx, 'problem', view);
      }
    },
    outside.routes(),
    inside,
  ]);
  return compose<RouterContext>([assets.routes(), (ctx, next) => (isPortalPath(ctx.path) ? pages(ctx, next) : next())]);
}
