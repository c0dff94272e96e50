import Router, { type RouterContext } from '@koa/router';
import compose from 'koa-compose';
import { asApiError, errors } from '../../shared/contract/errors.js';
import type { Clock } from '../../shared/process/clock.js';
import { logConnectionErrors } from '../../shared/process/log.js';
import type { Redis } from '../../shared/process/redis.js';
import { openEmailQueue } from '../emails/index.js';
import { assignableRoles, createPortalSessions, InvitationEmails, SignInEmails } from '../members/index.js';
import { createProvider, SingleSignOn } from '../sso/index.js';
import { serveFixed } from '../web/index.js';
import { loadNotices } from './account-notices.js';
import { mountBatchPages } from './batches/batch-page.js';
import { mountMappingPage } from './batches/mapping-page.js';
import { mountUploadPage } from './batches/upload-page.js';
import { mountBillingPages } from './billing-pages.js';
import { connectionPages } from './connections/connection-pages.js';
import { consentPage } from './connections/consent-page.js';
import { mountDomainPages } from './domain-pages.js';
import { mountHomePage } from './home-page.js';
import { mountKeyPages } from './key-pages.js';
import { logPage } from './log-page.js';
import { mountMemberPages } from './member-pages.js';
import { batchScript, handleForm, type PortalRouter, portalScripts, showPage, showPublicPage } from './pages.js';
import { mountQrCodePages } from './qr-codes/routes.js';
import { requestPages } from './request-pages.js';
import type { PortalServices } from './services.js';
import {
  dropSession,
  isPortalPath,
  isStudioApi,
  LOGIN,
  type PortalState,
  readOnlyForViews,
  readOnlyWhenClosed,
  requireMember,
} from './session.js';
import { mountSettingsPages } from './settings-pages.js';
import { createSignInRouter } from './sign-in.js';
import { SignInLimits } from './sign-in-limits.js';
import { SignInLinks } from './sign-in-links.js';
import { mountStudioPages } from './studio-pages.js';
import { tryToken } from './try-token.js';

/** Titles of error pages, by status. */
const TITLES: Readonly<Record<number, string>> = { 403: 'Not allowed', 404: 'Page not found' };

/** Creates the routers of the portal: the pages to sign in on, and those of members. */
export function createPortalRouters(services: PortalServices, redis: Redis, queueClock: Clock) {
  const sessions = createPortalSessions(redis, queueClock);
  const mail = openEmailQueue(redis, logConnectionErrors(services.log, 'redis'));
  const provider = createProvider('PORTAL_OIDC', services.config, assignableRoles, services.log);
  const publicRouter = createSignInRouter({
    services,
    sessions,
    sso: provider && new SingleSignOn(provider, redis, 'portal-sso', `${LOGIN}/sso`),
    links: new SignInLinks(redis),
    limits: new SignInLimits(redis),
    emails: new SignInEmails(redis),
    mail,
  });
  const router: PortalRouter = new Router<PortalState>({ prefix: '/account' });
  mountHomePage(router, services);
  mountKeyPages(router, services, sessions);
  consentPage(router, services);
  connectionPages(router, services);
  requestPages(router, services);
  mountQrCodePages(router, services);
  mountStudioPages(router, services);
  mountUploadPage(router, services);
  mountMappingPage(router, services);
  mountBatchPages(router, services);
  mountBillingPages(router, services);
  mountMemberPages(router, services, sessions, new InvitationEmails(redis));
  logPage(router, services);
  mountDomainPages(router, services);
  mountSettingsPages(router, services, sessions);
  handleForm(router, '/logout', {
    permission: 'self',
    mutates: 'nothing',
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
  return { sessions, publicRouter, router };
}

/** The portal: pages under `/account` on which customers manage their account, after signing in by an emailed code or link. */
export function portal(services: PortalServices, redis: Redis, queueClock: Clock): compose.Middleware<RouterContext> {
  const { sessions, publicRouter, router } = createPortalRouters(services, redis, queueClock);
  const assets = new Router();
  for (const file of [...portalScripts, batchScript]) serveFixed(assets, file);
  const inside = compose([
    requireMember(sessions, services),
    readOnlyForViews,
    readOnlyWhenClosed,
    loadNotices(services),
    router.routes(),
  ]);

  const pages = compose<RouterContext<PortalState>>([
    async (ctx, next) => {
      ctx.set('Cache-Control', 'no-store');
      try {
        await next();
      } catch (caught) {
        if (isStudioApi(ctx.path)) throw caught;
        const error = asApiError(caught, errors.serviceUnavailable);
        const { requestId } = ctx.state;
        if (error.status >= 500) services.log.error({ requestId, err: error }, error.message);
        if (error.retryAfterSeconds) ctx.set('Retry-After', String(error.retryAfterSeconds));
        ctx.status = error.status;
        const view = {
          title: TITLES[error.status] ?? 'Something went wrong',
          message: error.message,
          isMember: ctx.state.member !== undefined,
        };
        if (ctx.state.member) showPage(ctx, 'problem', view);
        else showPublicPage(ctx, 'problem', view);
      }
    },
    tryToken(sessions, services),
    publicRouter.routes(),
    inside,
  ]);
  return compose<RouterContext>([assets.routes(), (ctx, next) => (isPortalPath(ctx.path) ? pages(ctx, next) : next())]);
}
