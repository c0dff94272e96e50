import Router from '@koa/router';
import type { Context, Middleware } from 'koa';
import compose from 'koa-compose';
import { asApiError, errors } from '../../shared/contract/errors.js';
import type { Logger } from '../../shared/process/log.js';
import type { AdminGate } from '../access/admin-gate.js';
import type { Services } from '../call.js';
import { serveFixed } from '../pages/fixed-file.js';
import { accountPages } from './account-pages.js';
import { callsChart, figuresOf } from './overview.js';
import { QUEUES_PATH, queueDashboard } from './queues.js';
import { consoleAssets, consolePage } from './render.js';
import { requestPages } from './request-pages.js';
import { isOperatorPath, type OperatorState, operatorSession } from './session.js';
import { readOverview, type Sources } from './vitals.js';

/** Shows a page of the console. */
export type ShowPage = (ctx: Context, template: string, view: { title: string } & Record<string, unknown>) => void;

const show: ShowPage = (ctx, template, view) => {
  ctx.type = 'html';
  ctx.body = consolePage(template, { ...view, path: ctx.path, formToken: (ctx.state as OperatorState).formToken });
};

/** The operators' pages under `/operator`, and the queue dashboard, for who has logged in with the admin token. */
export function operatorConsole(adminToken: string, gate: AdminGate, services: Services, sources: Sources): Middleware {
  const assets = new Router();
  for (const file of consoleAssets) serveFixed(assets, file);

  const router = new Router({ prefix: '/operator' });
  router.get('/', async (ctx) => {
    const overview = await readOverview(sources);
    const chart = overview.minutes && callsChart(overview.minutes);
    const now = services.clock.now();
    show(ctx as unknown as Context, 'overview', {
      title: 'Overview',
      ...overview,
      figures: figuresOf(overview, now),
      chart,
      now,
    });
  });
  accountPages(router, services, show);
  requestPages(router, services, show);
  router.all('/*rest', () => {
    throw errors.pathUnknown();
  });
  const pages = router.routes() as unknown as Middleware;
  const dashboard = queueDashboard(services.sender.queues);
  return compose([
    assets.routes() as unknown as Middleware,
    operatorSession(adminToken, gate),
    (ctx, next) => {
      if (!isOperatorPath(ctx.path)) return next();
      return ctx.path.startsWith(QUEUES_PATH) ? dashboard(ctx, next) : withErrorPages(ctx, next, pages, services.log);
    },
  ]);
}

/** Operators read what went wrong as a page. What fails in no way of ours is the store's or Redis's silence. */
async function withErrorPages(
  ctx: Context,
  next: () => Promise<unknown>,
  pages: Middleware,
  log: Logger,
): Promise<void> {
  try {
    await pages(ctx as never, next as never);
  } catch (caught) {
    const error = asApiError(caught, errors.serviceUnavailable);
    if (error.status >= 500) log.error({ requestId: ctx.state.requestId, err: error }, error.message);
    ctx.status = error.status;
    show(ctx, 'problem', { title: 'That did not work', message: error.message });
  }
}
