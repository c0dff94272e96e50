import Router, { type RouterContext } from '@koa/router';
import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';
import compose from 'koa-compose';
import { asApiError, errors } from '../../shared/contract/errors.js';
import { openDeliverQueue } from '../../shared/webhooks/queue.js';
import type { AdminGate } from '../access/admin-gate.js';
import type { Services } from '../call.js';
import { serveFixed } from '../pages/fixed-file.js';
import { accountPages } from './account-pages.js';
import { experiencePages } from './experience-pages.js';
import { callsChart, figuresOf } from './overview.js';
import { type ConsoleRouter, consoleAssets, type OperatorState, show } from './pages.js';
import { requestPages } from './request-pages.js';
import { isOperatorPath, operatorSession } from './session.js';
import type { Sessions } from './sessions.js';
import { readOverview, type Sources } from './status.js';
import { webhookPages } from './webhook-pages.js';

export const QUEUES_PATH = '/operator/queues';

/** The operators' pages under `/operator`, and the queue dashboard, for anyone who has logged in with the admin token. */
export function operatorConsole(
  gate: AdminGate,
  sessions: Sessions,
  services: Services,
  sources: Sources,
): compose.Middleware<RouterContext> {
  const assets = new Router();
  for (const file of consoleAssets) serveFixed(assets, file);

  const router: ConsoleRouter = new Router<OperatorState>({ prefix: '/operator' });
  router.get('/', async (ctx) => {
    const overview = await readOverview(sources);
    const chart = overview.minutes && callsChart(overview.minutes);
    const now = services.clock.now();
    show(ctx, 'overview', { title: 'Overview', ...overview, figures: figuresOf(overview, now), chart, now });
  });
  accountPages(router, services);
  requestPages(router, services);
  webhookPages(router, services);
  experiencePages(router, services);
  router.all('/*rest', () => {
    throw errors.pathUnknown();
  });
  const pages = router.routes();
  const onError = (err: unknown) => services.log.warn({ err }, 'connection trouble');
  const dashboard = queueDashboard([...services.sender.queues, openDeliverQueue(sources.redis, onError)]);

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
    operatorSession(gate, sessions),
    (ctx, next) => {
      if (!isOperatorPath(ctx.path)) return next();
      return ctx.path.startsWith(QUEUES_PATH) ? dashboard(ctx, next) : withErrorPages(ctx, next);
    },
  ]);
}

/**
 * The queue dashboard, served from this process alone: its page's link to a font host is cut out. It is loaded when it
 * is first asked for, which most fronts never are.
 */
function queueDashboard(queues: readonly Queue[]): Middleware {
  let dashboard: Promise<Middleware> | undefined;
  return async (ctx, next) => {
    dashboard ??= loadDashboard(queues);
    return (await dashboard)(ctx, next);
  };
}

async function loadDashboard(queues: readonly Queue[]): Promise<Middleware> {
  const [{ createBullBoard }, { BullMQAdapter }, { KoaAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/koa'),
  ]);
  const adapter = new KoaAdapter();
  adapter.setBasePath(QUEUES_PATH);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue)),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'utility-api', boardLogo: { path: '' } } },
  });
  return compose([withoutForeignFonts, adapter.registerPlugin()]);
}

const FOREIGN_LINK = /<link[^>]+href="https?:[^>]*>/g;

const withoutForeignFonts: Middleware = async (ctx, next) => {
  await next();
  if (typeof ctx.body === 'string' && ctx.response.is('html')) {
    ctx.body = ctx.body.replace(FOREIGN_LINK, '');
  }
};
