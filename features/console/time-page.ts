import { toCredits } from '../../shared/contract/amounts.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import { computeLatencyQuantile } from '../../shared/process/metrics/latency.js';
import type { CursorCollections } from '../../shared/store/cursors.js';
import type { MonitoringCollections } from '../monitoring/index.js';
import type { OperationContext } from '../operators/index.js';
import {
  readEndpoints,
  showFigures,
  toLatencyClasses,
  type UsageCollections,
  type ViewName,
  viewNames,
} from '../usage/index.js';
import { readFilters } from './forms.js';
import { type ConsoleRouter, renderPage } from './pages.js';
import { createLineCharts, trafficChart } from './time-charts.js';

type Store = CursorCollections &
  Pick<LedgerCollections, 'payments' | 'refunds' | 'usage' | 'usageHourly' | 'wallets'> &
  MonitoringCollections &
  UsageCollections;

/** Explanations of incomplete figures. */
const GAPS: Record<string, string> = {
  'too many': 'There were too many requests to count them all: the last hours include only the latest requests.',
};

/** Mounts `/operator/time`: charts of the last hour, day, week, month or quarter. */
export function mountTimePage(router: ConsoleRouter, context: OperationContext<Store>): void {
  router.get('/time', async (ctx) => {
    const given = ['span', 'endpoint', 'account'].flatMap((name) => {
      const value = ctx.query[name];
      return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
    });
    const { input, refused } = readFilters(showFigures.contract.request, Object.fromEntries(given));
    const filters: NonNullable<typeof input> = input ?? { span: '24h' };
    if (refused) ctx.status = 422;
    const isOverall = filters.account === undefined && filters.endpoint === undefined;
    const [figures, endpoints] = await Promise.all([
      showFigures.run(filters, context),
      isOverall && !refused ? readEndpointRows(context, filters.span) : undefined,
    ]);
    const only = {
      ...(filters.endpoint !== undefined && { endpoint: filters.endpoint }),
      ...(filters.account !== undefined && { account: filters.account }),
    };
    const view = {
      title: 'Metrics',
      filters,
      views: viewNames,
      rest: String(new URLSearchParams(only)),
      traffic: trafficChart(figures, only, context.clock.now()),
      charts: createLineCharts(figures),
      gaps: figures.gaps.map((gap) => GAPS[gap] ?? gap),
      endpoints,
      upstreams: readUpstreams(figures.points),
    };
    renderPage(ctx, 'time', view, refused);
  });
}

async function readEndpointRows({ store, clock }: OperationContext<Store>, view: ViewName) {
  const { since, endpoints } = await readEndpoints(store, view, clock.now());
  const rows = endpoints.map(({ endpoint, calls, errors, failed, latency, spent, types }) => ({
    endpoint,
    calls,
    errors,
    failed,
    p50: computeLatencyQuantile({ latency: toLatencyClasses(latency) }, 0.5),
    p95: computeLatencyQuantile({ latency: toLatencyClasses(latency) }, 0.95),
    spent: toCredits(spent),
    types: Object.entries(types)
      .sort(([, a], [, b]) => b - a)
      .slice(0, 3),
  }));
  return { since, rows };
}

type Points = Awaited<ReturnType<typeof showFigures.run>>['points'];

/** Returns the share of time that the circuit of each upstream was open, the highest first. */
function readUpstreams(points: Points): { upstream: string; alone: number; looks: number }[] {
  const rows = new Map<string, { alone: number; looks: number }>();
  for (const { platform } of points) {
    for (const [upstream, share] of Object.entries(platform?.upstreams ?? {})) {
      const row = rows.get(upstream) ?? { alone: 0, looks: 0 };
      rows.set(upstream, { alone: row.alone + share, looks: row.looks + 1 });
    }
  }
  return [...rows]
    .map(([upstream, { alone, looks }]) => ({ upstream, alone: alone / looks, looks }))
    .sort((a, b) => b.alone - a.alone || a.upstream.localeCompare(b.upstream));
}
