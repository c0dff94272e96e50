import Router, { type RouterContext } from '@koa/router';
import compose from 'koa-compose';
import { asApiError, errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { Redis } from '../../shared/process/redis.js';
import type { Machinery } from '../../shared/queue/infrastructure.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import type { AlertCollections } from '../alerts/index.js';
import type { PaymentCollections, Payments } from '../billing/index.js';
import { openEmailQueue } from '../emails/index.js';
import type { KeyCollections } from '../keys/index.js';
import { createPortalSessions, type MemberCollections, SignInEmails } from '../members/index.js';
import type { ExperienceCollections } from '../pages/index.js';
import type { TestCalls } from '../requests/index.js';
import { type RateLimiter, serveFixed } from '../web/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
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

type Store = AlertCollections &
  CursorCollections &
  ExperienceCollections &
  KeyCollections &
  Pick<LedgerCollections, 'payments' | 'refunds' | 'reversals' | 'usage' | 'usageHourly' | 'wallets'> &
  MemberCollections &
  Pick<PaymentCollections, 'orders' | 'payers'> &
  ReservationCollections &
  Pick<WebhookCollections, 'messages' | 'webhooks'>;

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<
    Config,
    'BASE_URL' | 'HOST' | 'MAIL_FROM' | 'MAIL_REPLY_TO' | 'PORT' | 'SIGN_UP' | 'SIGN_UP_CREDITS'
  >;
  readonly disks: Disks;
  readonly log: Logger;
  readonly machinery: Machinery;
  readonly payments: Payments | undefined;
  readonly quota: Quota;
  readonly rateLimiter: RateLimiter;
  readonly sender: JobClient;
  readonly store: Store;
  readonly testCalls: TestCalls;
}

/** The routers of the portal: the pages on which people sign in, and those of members. */
export function portalRouters(services: Dependencies, redis: Redis, queueClock: Clock) {
  const onError = (err: unknown) => services.log.warn({ err }, 'connection trouble');
  const sessions = createPortalSessions(redis, queueClock);
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
export function portal(services: Dependencies, redis: Redis, queueClock: Clock): compose.Middleware<RouterContext> {
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
