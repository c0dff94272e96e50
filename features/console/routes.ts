import Router, { type RouterContext } from '@koa/router';
import compose from 'koa-compose';
import { asApiError, errors } from '../../shared/contract/errors.js';
import type { Logger } from '../../shared/process/log.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import { allQueues } from '../../shared/queue/infrastructure.js';
import { findProblems, readOverview, type StatusSources } from '../monitoring/index.js';
import { hasRole } from '../operators/index.js';
import { serveFixed } from '../web/index.js';
import { accountListPages } from './account-list.js';
import { accountLogPage } from './account-log-page.js';
import { accountPages } from './account-pages.js';
import { auditQueueActions } from './audit-queue-actions.js';
import { blockPages } from './block-pages.js';
import { couponPages } from './coupon-pages.js';
import { experiencePages } from './hosted-pages.js';
import { invitationPages } from './invitation-pages.js';
import { invoicePages } from './invoice-pages.js';
import { keyPages } from './key-pages.js';
import { isOperatorPath, operatorSession, type SessionServices } from './login.js';
import { operatorPages } from './operator-pages.js';
import { orderPages } from './order-pages.js';
import { buildFigures, callsChart } from './overview.js';
import { type ConsoleRouter, consoleAssets, type OperatorState, renderPage } from './pages.js';
import { queueAssets, queueDashboard } from './queue-dashboard.js';
import { failedJobsPage, QUEUES_PATH } from './queue-pages.js';
import { requestPages } from './request-pages.js';
import { searchPage } from './search-page.js';
import { secondFactorPages } from './second-factor.js';
import { timePage } from './time-page.js';
import { topPage } from './top-page.js';
import { trailPages } from './trail-pages.js';
import { viewPages } from './view-pages.js';
import { webhookPages } from './webhook-pages.js';

/** Dependencies of the console: those of its pages. */
type Dependencies = Parameters<typeof accountLogPage>[1] &
  Parameters<typeof accountPages>[1] &
  Parameters<typeof experiencePages>[1] &
  Parameters<typeof invitationPages>[1] &
  Parameters<typeof invoicePages>[1] &
  Parameters<typeof keyPages>[1] &
  Parameters<typeof orderPages>[1] &
  Parameters<typeof requestPages>[1] &
  Parameters<typeof timePage>[1] &
  Parameters<typeof viewPages>[1] &
  StatusSources & { readonly log: Logger; readonly infrastructure: QueueInfrastructure };

/** Routes the pages of the console, for operators who have logged in. */
export function consoleRouter(access: SessionServices, services: Dependencies): ConsoleRouter {
  const router: ConsoleRouter = new Router<OperatorState>({ prefix: '/operator' });
  router.get('/', async (ctx) => {
    const overview = await readOverview(services);
    const chart = overview.minutes && callsChart(overview.minutes);
    const now = services.clock.now();
    const attention = findProblems(overview, now);
    renderPage(ctx, 'overview', {
      ...{ title: 'Overview', ...overview, attention, chart, now },
      figures: buildFigures(overview, now),
    });
  });
  searchPage(router, services);
  timePage(router, services);
  topPage(router, services);
  accountListPages(router, services);
  invitationPages(router, services);
  const showAccountAgain = accountPages(router, services);
  viewPages(router, services, showAccountAgain);
  keyPages(router, services);
  orderPages(router, services);
  couponPages(router, services);
  invoicePages(router, services);
  requestPages(router, services);
  blockPages(router, services);
  webhookPages(router, services);
  experiencePages(router, services);
  operatorPages(router, access);
  accountLogPage(router, services);
  secondFactorPages(router, access);
  trailPages(router, services);
  failedJobsPage(router, services);
  router.all('/*rest', () => {
    throw errors.pathUnknown();
  });
  return router;
}

/** Serves the console under `/operator`, with login and queue dashboard. */
export function operatorConsole(access: SessionServices, services: Dependencies): compose.Middleware<RouterContext> {
  const assets = new Router();
  for (const file of [...consoleAssets, ...queueAssets]) serveFixed(assets, file);
  const pages = consoleRouter(access, services).routes();
  const reachable = () => allQueues(services.infrastructure);
  const dashboards = { full: queueDashboard(reachable, false), readOnly: queueDashboard(reachable, true) };
  const dashboard = compose<RouterContext<OperatorState>>([
    auditQueueActions(`${QUEUES_PATH}/api/queues/`, services),
    (ctx, next) => dashboards[hasRole(ctx.state.actor.role, 'support') ? 'full' : 'readOnly'](ctx, next),
  ]);

  /** Renders errors as pages. An unexpected error means that the store or Redis does not respond. */
  const withErrorPages: compose.Middleware<RouterContext<OperatorState>> = async (ctx, next) => {
    try {
      await pages(ctx, next);
    } catch (caught) {
      const error = asApiError(caught, errors.serviceUnavailable);
      if (error.status >= 500) services.log.error({ requestId: ctx.state.requestId, err: error }, error.message);
      ctx.status = error.status;
      renderPage(ctx, 'problem', { title: 'Something went wrong', message: error.message });
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
