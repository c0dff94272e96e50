import type { Endpoint } from '../../../shared/contract/endpoint.js';
import { findLiveWorkers } from '../../../shared/queue/live-workers.js';
import { type StatusSources, withinTimeLimit } from '../../monitoring/index.js';
import type { AwaitedFile } from '../../web/index.js';
import type { PageEntry } from '../guides.js';
import { markdownPath, toMarkdown } from '../markdown.js';
import type { Site } from '../site.js';
import { DAYS_SHOWN, DailyFigures } from './daily-figures.js';
import { statusView } from './view.js';

export const statusEntry: PageEntry = {
  path: '/status',
  title: 'Status',
  summary: `Availability and latency of each service over ${DAYS_SHOWN} days`,
};

/** Time for which a rendered page is sent again, in ms. */
const FRESH_MS = 5_000;

/** Returns the public status page, as HTML and Markdown. It is rendered at most every 5 seconds. */
export function statusFiles(
  site: Site,
  { store, clock, infrastructure, offered }: StatusSources & { readonly offered: readonly Endpoint[] },
  baseUrl: string,
): AwaitedFile[] {
  const figures = new DailyFigures(store.traffic, clock);
  const render = async () => {
    const [days, workers] = await Promise.all([
      withinTimeLimit(figures.read()),
      withinTimeLimit(findLiveWorkers(infrastructure.redis, infrastructure.partitions)),
    ]);
    const html = site.page(statusEntry, 'status', { ...statusView(days, workers, offered), daysShown: DAYS_SHOWN });
    return { html, markdown: toMarkdown(html, baseUrl) };
  };
  let rendered: { at: number; page: ReturnType<typeof render> } | undefined;
  const current = () => {
    if (!rendered || performance.now() - rendered.at > FRESH_MS) rendered = { at: performance.now(), page: render() };
    return rendered.page;
  };
  return [
    { path: statusEntry.path, type: 'html', read: async () => (await current()).html },
    { path: markdownPath(statusEntry), type: 'md', read: async () => (await current()).markdown },
  ];
}
