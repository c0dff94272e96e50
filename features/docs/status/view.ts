import { type Endpoint, groupSlug } from '../../../shared/contract/endpoint.js';
import { type PoolName, poolNames } from '../../../shared/contract/pools.js';
import { computeLatencyQuantile } from '../../../shared/process/metrics/latency.js';
import { AVAILABILITY_TARGET, type CountedCalls, sumCalls } from '../../monitoring/index.js';
import { duration, percent } from '../../web/index.js';
import type { DayFigures } from './daily-figures.js';

/** Titles of the pools on the page. */
const TITLES: Readonly<Record<PoolName, string>> = {
  content: 'Generated text',
  fetch: 'External data',
  qr: 'QR codes and hosted pages',
  compute: 'Calculations',
};

/** A day in the charts of a pool. Heights are in percent. */
interface DayBars {
  x: number;
  label: string;
  kind: 'full' | 'less' | 'low' | 'none';
  availability: number;
  latency: number;
}

const HEIGHTS = { full: 100, less: 66, low: 33, none: 6 } as const;
/** Availability below which a day has the lowest bar. */
const LOW = 0.99;
const NOTHING = '–';

/** A row of the table behind the charts. */
interface DayRow {
  day: string;
  pool: string;
  availability: string;
  median: string;
  slow: string;
}

/** Returns the data of a pool. */
function poolView({ pool, groups }: PoolGroups, days: readonly DayFigures[], workers: number | undefined) {
  const counted = days.map(({ day, pools }) => ({ day, ...computeFigures(pools[pool]) }));
  const slowest = Math.max(1, ...counted.map(({ slowMs }) => slowMs ?? 0));
  const all = computeFigures(sumCalls(days.flatMap(({ pools }) => pools[pool] ?? [])));
  return {
    title: TITLES[pool],
    groups,
    hasCalls: all.ratio !== undefined,
    state: workers === undefined ? 'unknown' : workers > 0 ? 'up' : 'down',
    ...formatFigures(all),
    slowest: duration(slowest),
    bars: counted.map((one, index) => dayBars(one, index, slowest)),
    rows: counted
      .filter(({ ratio }) => ratio !== undefined)
      .map((one): DayRow => ({ day: one.day, pool: TITLES[pool], ...formatFigures(one) })),
  };
}

interface Figures {
  /** Share of requests without a server fault; undefined without requests. */
  ratio: number | undefined;
  medianMs: number | undefined;
  /** 95th percentile of the latency. */
  slowMs: number | undefined;
}

function computeFigures(counted: CountedCalls | undefined): Figures {
  if (!counted || counted.calls === 0) return { ratio: undefined, medianMs: undefined, slowMs: undefined };
  return {
    ratio: 1 - counted.failed / counted.calls,
    medianMs: computeLatencyQuantile(counted, 0.5),
    slowMs: computeLatencyQuantile(counted, 0.95),
  };
}

const formatFigures = ({ ratio, medianMs, slowMs }: Figures) => ({
  // Rounded down, so that a day with a failure does not show 100%.
  availability: ratio === undefined ? NOTHING : percent(Math.floor(ratio * 1e5) / 1e5, 3),
  median: medianMs === undefined ? NOTHING : duration(medianMs),
  slow: slowMs === undefined ? NOTHING : duration(slowMs),
});

function dayBars(figures: Figures & { day: string }, x: number, slowest: number): DayBars {
  const { day, ratio, slowMs = 0 } = figures;
  const kind = ratio === undefined ? 'none' : ratio >= AVAILABILITY_TARGET ? 'full' : ratio >= LOW ? 'less' : 'low';
  const { availability, slow } = formatFigures(figures);
  const label = ratio === undefined ? `${day}: no requests` : `${day}: ${availability} available, 95% within ${slow}`;
  return { x, label, kind, availability: HEIGHTS[kind], latency: Math.round((100 * slowMs) / slowest) };
}

/** A pool, and the groups whose endpoints it serves. */
interface PoolGroups {
  pool: PoolName;
  groups: readonly { title: string; path: string }[];
}

function findGroups(pool: PoolName, offered: readonly Endpoint[]): PoolGroups {
  const groups = new Set(offered.filter((endpoint) => endpoint.pool === pool).map(({ group }) => group));
  return { pool, groups: [...groups].map((group) => ({ title: group.title, path: `/docs/${groupSlug(group)}` })) };
}

/** Returns the data of the page: the pools that serve offered endpoints. Days and workers are undefined if they could not be read. */
export function statusView(
  days: readonly DayFigures[] | undefined,
  workers: Record<PoolName, number> | undefined,
  offered: readonly Endpoint[],
) {
  const pools = poolNames
    .map((pool) => findGroups(pool, offered))
    .filter(({ groups }) => groups.length > 0)
    .map((served) => poolView(served, days ?? [], workers?.[served.pool]));
  const down = pools.filter(({ state }) => state === 'down');
  return {
    pools,
    isKnown: days !== undefined,
    target: percent(AVAILABILITY_TARGET, 1),
    low: percent(LOW, 0),
    now: summarize(days !== undefined, workers !== undefined, down),
    rows: pools.flatMap(({ rows }) => rows).sort((a, b) => b.day.localeCompare(a.day)),
  };
}

/** Returns the current state in one sentence. */
function summarize(hasStore: boolean, hasQueue: boolean, down: readonly { title: string }[]) {
  if (!hasStore || !hasQueue) {
    const part = hasStore ? 'queue' : 'database';
    return { good: false, says: `Our ${part} is unavailable. Requests return 503 and are free.` };
  }
  if (down.length === 0) return { good: true, says: 'All services are operational.' };
  return { good: false, says: `Unavailable: ${down.map(({ title }) => title).join(', ')}.` };
}
