import Router, { type RouterContext } from '@koa/router';
import compose from 'koa-compose';
import { asApiError, errors } from '../../shared/contract/errors.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Clock } from '../../shared/process/clock.js';
import type { Config } from '../../shared/process/config.js';
import type { Logger } from '../../shared/process/log.js';
import type { Machinery } from '../../shared/queue/infrastructure.js';
import { queuesOf } from '../../shared/queue/infrastructure.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { ReservationCollections } from '../../shared/store/reservations.js';
import type { AlertCollections } from '../alerts/index.js';
import type { Payments } from '../billing/index.js';
import type { KeyCollections } from '../keys/index.js';
import type { MemberCollections } from '../members/index.js';
import { attentionIn, type MonitoringCollections, readOverview } from '../monitoring/index.js';
import { mayAs, type OperatorCollections } from '../operators/index.js';
import type { PageCollections } from '../pages/index.js';
import type { UsageCollections } from '../usage/index.js';
import { serveFixed } from '../web/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import { accountListPages } from './account-list.js';
import { accountPages } from './account-pages.js';
import { experiencePages } from './experience-pages.js';
import { failedJobsPage } from './failed-jobs.js';
import { invitationPages } from './invitation-pages.js';
import { keyPages } from './key-pages.js';
import { operatorPages } from './operator-pages.js';
import { orderPages } from './order-pages.js';
import { callsChart, figuresOf } from './overview.js';
import { type ConsoleRouter, consoleAssets, type OperatorState, show } from './pages.js';
import { queueAssets, queueDashboard } from './queue-dashboard.js';
import { enterQueueDeeds } from './queue-deeds.js';
import { QUEUES_PATH } from './queue-paths.js';
import { requestPages } from './request-pages.js';
import { isOperatorPath, operatorSession, type SessionServices } from './session.js';
import { timePage } from './time-page.js';
import { trailPages } from './trail-pages.js';
import { webhookPages } from './webhook-pages.js';

type Store = Pick<AlertCollections, 'alerts'> &
  CursorCollections &
  Pick<PageCollections, 'experiences'> &
  KeyCollections &
  Pick<LedgerCollections, 'payments' | 'refunds' | 'usage' | 'usageHourly' | 'wallets'> &
  Pick<MemberCollections, 'accounts'> &
  MonitoringCollections &
  Pick<OperatorCollections, 'auditTrail' | 'operatorSessions' | 'operators' | 'rightsGuard' | 'trailIntents'> &
  ReservationCollections &
  UsageCollections &
  Pick<WebhookCollections, 'deliveries' | 'messages' | 'webhooks'>;

interface Dependencies {
  readonly clock: Clock;
  readonly config: Pick<Config, 'BASE_URL' | 'HOST' | 'MAIL_FROM' | 'PORT' | 'SIGN_UP'>;
  readonly log: Logger;
  readonly machinery: Machinery;
  readonly payments: Payments | undefined;
  readonly store: Store;
}

/** The router of the pages for operators who have logged in. */
export function consoleRouter(access: SessionServices, services: Dependencies): ConsoleRouter {
  const router: ConsoleRouter = new Router<OperatorState>({ prefix: '/operator' });
  router.get('/', async (ctx) => {
    const overview = await readOverview(services);
    const chart = overview.minutes && callsChart(overview.minutes);
    const now = services.clock.now();
    const attention = attentionIn(overview, now);
    show(ctx, 'overview', {
      ...{ title: 'Overview', ...overview, attention, chart, now },
      figures: figuresOf(overview, now),
    });
  });
  timePage(router, services);
  accountListPages(router, services);
  invitationPages(router, services);
  accountPages(router, services);
  keyPages(router, services);
  orderPages(router, services);
  requestPages(router, services);
  webhookPages(router, services);
  experiencePages(router, services);
  operatorPages(router, services, access);
  trailPages(router, services);
  failedJobsPage(router, services);
  router.all('/*rest', () => {
    throw errors.pathUnknown();
  });
  return router;
}

/** The operators' pages under `/operator`, and the queue dashboard, for operators who have logged in. */
export function operatorConsole(access: SessionServices, services: Dependencies): compose.Middleware<RouterContext> {
  const assets = new Router();
  for (const file of [...consoleAssets, ...queueAssets]) serveFixed(assets, file);
  const pages = consoleRouter(access, services).routes();
  const reachable = () => queuesOf(services.machinery);
  const dashboards = { full: queueDashboard(reachable, false), readOnly: queueDashboard(reachable, true) };
  const dashboard = compose<RouterContext<OperatorState>>([
    enterQueueDeeds(`${QUEUES_PATH}/api/queues/`, services),
    (ctx, next) => dashboards[mayAs(ctx.state.actor.role, 'support') ? 'full' : 'readOnly'](ctx, next),
  ]);

  /** Operators read what went wrong as a page. What fails in no way of ours is the store's or Redis's silence. */
  const withErrorPages: compose.Middleware<RouterContext<OperatorState>> = async (ctx, next) => {
    try {
      await pages(ctx, next);
    } catch (caught) {
      const error = asApiError(caught, errors.serviceUnavailable);
      if (error.status >= 500) services.log.error({ requestId: ctx.state.requestId, err: error }, error.message);
      ctx.status = error.status;
      show(ctx, 'problem', { title: 'That did not work', message: error.message });
    }
  };
  return compose<RouterContext<OperatorState>>([
    assets.routes(),
    operatorSession(access),
    (ctx, next) => {
      if (!isOperatorPath(ctx.path)) return next();
      return ctx.path.startsWith(QUEUES_PATH) ? dashboard(ctx, next) : withErrorPages(ctx, next);
    },
  ]);
}
