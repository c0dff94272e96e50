import type { RouterContext } from '@koa/router';
import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';
import compose from 'koa-compose';
import { parseQueueName } from '../../shared/queue/queues.js';
import { asset, type FixedFile, versionedUrl } from '../web/index.js';
import { renderBar } from './pages.js';
import { QUEUES_PATH, timelinePath } from './queue-pages.js';

const style = asset('/assets/operator/queues.css', 'features/console/browser/queues.css');
const script = asset('/assets/operator/queues.js', 'features/console/browser/queues.js');

export const queueAssets: readonly FixedFile[] = [style, script];

/**
 * Serves bull-board inside the console: with the console's bar, without external fonts, and with a confirmation by name before jobs
 * are removed in bulk. It is loaded at the first request, since most fronts never serve it.
 *
 * @param queues returns the queues that respond at the moment
 */
export function queueDashboard(
  queues: () => readonly Queue[],
  readOnlyMode: boolean,
): compose.Middleware<RouterContext> {
  let loaded: { names: string; dashboard: Promise<compose.Middleware<RouterContext>> } | undefined;
  return async (ctx, next) => {
    const available = queues();
    const names = available.map(({ name }) => name).join(' ');
    // A queue that does not respond would make the others unreadable.
    if (loaded?.names !== names) loaded = { names, dashboard: loadDashboard(available, readOnlyMode) };
    return (await loaded.dashboard)(ctx, next);
  };
}

async function loadDashboard(
  queues: readonly Queue[],
  readOnlyMode: boolean,
): Promise<compose.Middleware<RouterContext>> {
  const { createQueueBoard } = await import('./queue-board.js');
  const jobUrl = (queue: string) => (isPool(queue) ? linkTimeline : undefined);
  const board = createQueueBoard(QUEUES_PATH, queues, { readOnlyMode, jobUrl });
  return compose([requireConfirmation, addConsoleBar, board]);
}

const linkTimeline = ({ data }: { data: { requestId: string } }) => ({
  displayText: 'Timeline',
  href: timelinePath(data.requestId),
});

const isPool = (queue: string): boolean => parseQueueName(queue) !== undefined;

/** Matches actions that remove jobs in bulk. */
const BULK_REMOVAL = /\/api\/queues\/([^/]+)\/(?:empty|obliterate|clean\/[^/]+)$/;

/** Header with the name that the operator typed. */
const CONFIRMATION_HEADER = 'X-Queue-Name';

const requireConfirmation: Middleware = async (ctx, next) => {
  const [, queue] = (ctx.method === 'GET' ? null : BULK_REMOVAL.exec(ctx.path)) ?? [];
  if (queue === undefined || decodeURIComponent(ctx.get(CONFIRMATION_HEADER)) === decodeURIComponent(queue))
    return next();
  const message = `Not confirmed: type the name of the queue, ${decodeURIComponent(queue)}. No jobs were removed.`;
  ctx.status = 409;
  // The dashboard shows `error` or `message`.
  ctx.body = { error: message, message };
};

const EXTERNAL_LINK = /<link[^>]+href="https?:[^>]*>/g;

const addConsoleBar: Middleware = async (ctx, next) => {
  await next();
  if (typeof ctx.body !== 'string' || !ctx.response.is('html')) return;
  const files = `<link href="${versionedUrl(style)}" rel="stylesheet"><script src="${versionedUrl(script)}"></script>`;
  ctx.body = ctx.body
    .replace(EXTERNAL_LINK, '')
    .replace('</head>', () => `${files}</head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${renderBar(ctx)}`);
};
