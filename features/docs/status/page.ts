import { liveWorkers } from '../../../shared/queue/live-workers.js';
import { type StatusSources, withinTimeLimit } from '../../monitoring/index.js';
import type { AwaitedFile } from '../../web/index.js';
import { markdownPath } from '../llms.js';
import { markdownOf } from '../markdown.js';
import type { PageEntry, Site } from '../site.js';
import { DAYS_SHOWN, DailyFigures } from './daily-figures.js';
import { statusView } from './figures.js';

export const statusEntry: PageEntry = {
  path: '/status',
  title: 'Status',
  summary: `Availability and latency of each pool over ${DAYS_SHOWN} days`,
};

/** However many ask, the figures are read no more often than this, in ms. */
const FRESH_MS = 5_000;

/** The status page, for anyone: it is made anew at most every 5 seconds, and tells no numbers of calls. */
export function statusFiles(site: Site, { store, clock, machinery }: StatusSources, baseUrl: string): AwaitedFile[] {
  const figures = new DailyFigures(store.traffic, clock);
  const make = async () => {
    const [days, workers] = await Promise.all([
      withinTimeLimit(figures.read()),
      withinTimeLimit(liveWorkers(machinery.redis, machinery.partitions)),
    ]);
    const html = site.page(statusEntry, 'status', { ...statusView(days, workers), daysShown: DAYS_SHOWN });
    return { html, markdown: markdownOf(html, baseUrl) };
  };
  let made: { at: number; page: ReturnType<typeof make> } | undefined;
  const current = () => {
    if (!made || performance.now() - made.at > FRESH_MS) made = { at: performance.now(), page: make() };
    return made.page;
  };
  return [
    { path: statusEntry.path, type: 'html', read: async () => (await current()).html },
    { path: markdownPath(statusEntry), type: 'md', read: async () => (await current()).markdown },
  ];
}
