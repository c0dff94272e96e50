import Router, { type RouterContext } from '@koa/router';
import compose from 'koa-compose';
import { asApiError, errors } from '../../shared/contract/errors.js';
import type { Logger } from '../../shared/process/log.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import { collectQueues } from '../../shared/queue/infrastructure.js';
import { findProblems, readOverview, type StatusSources } from '../monitoring/index.js';
import { hasRole } from '../operators/index.js';
import { serveFixed } from '../web/index.js';
import { mountAccountListPages } from './account-list.js';
import { mountAccountLogPage } from './account-log-page.js';
import { mountAccountPages } from './account-pages.js';
import { auditQueueActions } from './audit-queue-actions.js';
import { blockPages } from './block-pages.js';
import { mountCouponPages } from './coupon-pages.js';
import { mountExperiencePages } from './hosted-pages.js';
import { mountInvitationPages } from './invitation-pages.js';
import { mountInvoicePages } from './invoice-pages.js';
import { mountKeyPages } from './key-pages.js';
import { isOperatorPath, operatorSession, type SessionServices } from './login.js';
import { mountOperatorPages } from './operator-pages.js';
import { orderPages } from './order-pages.js';
import { buildFigures, createCallsChart } from './overview.js';
import { type ConsoleRouter, consoleAssets, type OperatorState, renderPage } from './pages.js';
import { queueAssets, queueDashboard } from './queue-dashboard.js';
import { mountFailedJobsPage, QUEUES_PATH } from './queue-pages.js';
import { requestPages } from './request-pages.js';
import { searchPage } from './search-page.js';
import { mountSecondFactorPages } from './second-factor.js';
import { mountTimePage } from './time-page.js';
import { mountTopPage } from './top-page.js';
import { mountTrailPages } from './trail-pages.js';
import { mountViewPages } from './view-pages.js';
import { mountWebhookPages } from './webhook-pages.js';

/** Dependencies of the console: those of its pages. */
type Dependencies = Parameters<typeof mountAccountLogPage>[1] &
  Parameters<typeof mountAccountPages>[1] &
  Parameters<typeof mountExperiencePages>[1] &
  Parameters<typeof mountInvitationPages>[1] &
  Parameters<typeof mountInvoicePages>[1] &
  Parameters<typeof mountKeyPages>[1] &
  Parameters<typeof orderPages>[1] &
  Parameters<typeof requestPages>[1] &
  Parameters<typeof mountTimePage>[1] &
  Parameters<typeof mountViewPages>[1] &
  StatusSources & { readonly log: Logger; readonly infrastructure: QueueInfrastructure };

/** Routes the pages of the console, for operators who have logged in. */
export function createConsoleRouter(access: SessionServices, services: Dependencies): ConsoleRouter {
  const router: ConsoleRouter = new Router<OperatorState>({ prefix: '/operator' });
  router.get('/', async (ctx) => {
    const overview = await readOverview(services);
    const chart = overview.minutes && createCallsChart(overview.minutes);
    const now = services.clock.now();
    const attention = findProblems(overview, now);
    renderPage(ctx, 'overview', {
      ...{ title: 'Overview', ...overview, attention, chart, now },
      figures: buildFigures(overview, now),
    });
  });
  searchPage(router, services);
  mountTimePage(router, services);
  mountTopPage(router, services);
  mountAccountListPages(router, services);
  mountInvitationPages(router, services);
  const showAccountAgain = mountAccountPages(router, services);
  mountViewPages(router, services, showAccountAgain);
  mountKeyPages(router, services);
  orderPages(router, services);
  mountCouponPages(router, services);
  mountInvoicePages(router, services);
  requestPages(router, services);
  blockPages(router, services);
  mountWebhookPages(router, services);
  mountExperiencePages(router, services);
  mountOperatorPages(router, access);
  mountAccountLogPage(router, services);
  mountSecondFactorPages(router, access);
  mountTrailPages(router, services);
  mountFailedJobsPage(router, services);
  router.all('/*rest', () => {
    throw errors.pathUnknown();
  });
  return router;
}

/** Serves the console under `/operator`, with login and queue dashboard. */
export function createOperatorConsole(
  access: SessionServices,
  services: Dependencies,
): compose.Middleware<RouterContext> {
  const assets = new Router();
  for (const file of [...consoleAssets, ...queueAssets]) serveFixed(assets, file);
  const pages = createConsoleRouter(access, services).routes();
  const reachable = () => collectQueues(services.infrastructure);
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
