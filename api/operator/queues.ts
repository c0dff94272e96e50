import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { KoaAdapter } from '@bull-board/koa';
import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';
import compose from 'koa-compose';

export const QUEUES_PATH = '/operator/queues';

/** The queue dashboard, served from this process alone: its page's link to a font host is cut out. */
export function queueDashboard(queues: readonly Queue[]): Middleware {
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
  if (ctx.path.startsWith(QUEUES_PATH) && typeof ctx.body === 'string' && ctx.response.is('html')) {
    ctx.body = ctx.body.replace(FOREIGN_LINK, '');
  }
};
