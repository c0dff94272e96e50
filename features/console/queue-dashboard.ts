import type { Queue } from 'bullmq';
import type { Middleware } from 'koa';
import compose from 'koa-compose';
import { parseQueueName } from '../../shared/queue/queues.js';
import { asset, type FixedFile, versionedUrl } from '../web/index.js';
import { consoleBar } from './pages.js';
import { QUEUES_PATH, storyPath } from './queue-paths.js';

const style = asset('/assets/operator/queues.css', 'features/console/browser/queues.css');
const script = asset('/assets/operator/queues.js', 'features/console/browser/queues.js');

export const queueAssets: readonly FixedFile[] = [style, script];

/**
 * The queue dashboard inside the console: its page has the console's bar on top and asks no font host, and what does away with
 * all of a queue is done for those only who say the queue's name. It is loaded when it is first asked for, which most fronts never are.
 *
 * @param queues gives those that can be shown at the moment
 */
export function queueDashboard(queues: () => readonly Queue[], readOnlyMode: boolean): Middleware {
  let loaded: { names: string; dashboard: Promise<Middleware> } | undefined;
  return async (ctx, next) => {
    const there = queues();
    const names = there.map(({ name }) => name).join(' ');
    // One queue that does not answer would leave the others unseen.
    if (loaded?.names !== names) loaded = { names, dashboard: loadDashboard(there, readOnlyMode) };
    return (await loaded.dashboard)(ctx, next);
  };
}

async function loadDashboard(queues: readonly Queue[], readOnlyMode: boolean): Promise<Middleware> {
  const [{ createBullBoard }, { BullMQAdapter }, { KoaAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/koa'),
  ]);
  const adapter = new KoaAdapter();
  adapter.setBasePath(QUEUES_PATH);
  createBullBoard({
    queues: queues.map(
      (queue) =>
        new BullMQAdapter(queue, { readOnlyMode, ...(isPool(queue.name) && { externalJobUrl: linkTimeline }) }),
    ),
    serverAdapter: adapter,
    options: { uiConfig: { boardTitle: 'utility-api', boardLogo: { path: '' } } },
  });
  return compose([askForTheName, insideTheConsole, adapter.registerPlugin()]);
}

const linkTimeline = ({ data }: { data: { requestId: string } }) => ({
  displayText: 'Timeline',
  href: storyPath(data.requestId),
});

const isPool = (queue: string): boolean => parseQueueName(queue) !== undefined;

/** What does away with jobs in numbers. */
const CLEARS = /\/api\/queues\/([^/]+)\/(?:empty|obliterate|clean\/[^/]+)$/;

/** In which a browser sends the name that the operator typed. */
const NAMED = 'X-Queue-Name';

const askForTheName: Middleware = async (ctx, next) => {
  const [, queue] = (ctx.method === 'GET' ? null : CLEARS.exec(ctx.path)) ?? [];
  if (queue === undefined || decodeURIComponent(ctx.get(NAMED)) === decodeURIComponent(queue)) return next();
  const message = `Nothing was done: type the name of the queue, ${decodeURIComponent(queue)}`;
  ctx.status = 409;
  // As the dashboard shows it.
  ctx.body = { error: message, message };
};

const FOREIGN_LINK = /<link[^>]+href="https?:[^>]*>/g;

const insideTheConsole: Middleware = async (ctx, next) => {
  await next();
  if (typeof ctx.body !== 'string' || !ctx.response.is('html')) return;
  const files = `<link href="${versionedUrl(style)}" rel="stylesheet"><script src="${versionedUrl(script)}"></script>`;
  ctx.body = ctx.body
    .replace(FOREIGN_LINK, '')
    .replace('</head>', () => `${files}</head>`)
    .replace(/<body[^>]*>/, (body) => `${body}${consoleBar(ctx)}`);
};
