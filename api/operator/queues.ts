import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';
import compose from 'koa-compose';

export const QUEUES_PATH = '/operator/queues';

/**
 * The queue dashboard, served from this process alone: its page's link to a font host is cut out. It is loaded when it
 * is first asked for, which most fronts never are.
 */
export function queueDashboard(queues: readonly Queue[]): Middleware {
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
