import { REQUESTS_LISTED_DAYS } from '../../shared/contract/bounds.js';
import type { ShownPoint } from '../usage/index.js';
import { barChart, type Chart } from '../web/index.js';
import { type LineChart, lineChart } from './line-chart.js';
import { createRequestsPath } from './request-pages.js';

const DAY_SECONDS = 24 * 3_600;
/** Types of errors with a line of their own. */
const MAX_TYPES = 5;

/** Points of a view, and their distance. */
export interface Shown {
  step_seconds: number;
  points: readonly ShownPoint[];
}

/** Formats the beginning of a point, as short as the view allows. */
const formatTime = (at: string, stepSeconds: number): string =>
  stepSeconds >= DAY_SECONDS ? at.slice(0, 10) : at.slice(5, 16).replace('T', ' ');

const by = (stepSeconds: number): string => (stepSeconds >= DAY_SECONDS ? 'Day (UTC)' : 'From (UTC)');

const formatStep = (stepSeconds: number): string => {
  if (stepSeconds >= DAY_SECONDS) return 'day';
  if (stepSeconds >= 3_600) return stepSeconds === 3_600 ? 'hour' : `${stepSeconds / 3_600} hours`;
  return stepSeconds === 60 ? 'minute' : `${stepSeconds / 60} minutes`;
};

export const trafficChart = (
  { points, step_seconds }: Shown,
  filters: { account?: string; endpoint?: string },
  now: Date,
): Chart =>
  barChart(
    {
      ...{ title: 'Requests', unit: `requests per ${formatStep(step_seconds)}`, counted: 'Requests' },
      ...{ markedAs: 'refunded', by: by(step_seconds) },
    },
    points.map(({ at, calls, failed, p95_ms: p95 }) => {
      const isListed = calls > 0 && Date.parse(at) > now.getTime() - REQUESTS_LISTED_DAYS * DAY_SECONDS * 1_000;
      const href = isListed ? createRequestsPath(new Date(at), step_seconds, { ...filters, p95 }) : undefined;
      return { label: formatTime(at, step_seconds), value: calls, marked: failed, href };
    }),
  );

/** Draws the line charts that have any values. */
export function createLineCharts(shown: Shown): LineChart[] {
  const { points, step_seconds } = shown;
  const labels = points.map(({ at }) => formatTime(at, step_seconds));
  const chart = (title: string, unit: string, series: Record<string, (point: ShownPoint) => number | null>) =>
    lineChart(
      { title, unit, by: by(step_seconds) },
      labels,
      Object.entries(series).map(([name, of]) => ({ name, values: points.map(of) })),
    );
  const each = `per ${formatStep(step_seconds)}`;
  const pools = [...new Set(points.flatMap(({ platform }) => Object.keys(platform?.workers ?? {})))];
  const ofPools = (figure: 'workers' | 'waiting') =>
    Object.fromEntries(pools.map((pool) => [pool, ({ platform }: ShownPoint) => platform?.[figure][pool] ?? null]));
  const charts = [
    chart('Response time', 'ms', {
      p50: ({ p50_ms }) => p50_ms,
      p95: ({ p95_ms }) => p95_ms,
      p99: ({ p99_ms }) => p99_ms,
    }),
    chart('Time in queue', 'ms', { p50: (point) => point.wait_p50_ms, p95: (point) => point.wait_p95_ms }),
    createErrorsChart(shown, chart),
    chart('All responses, charged or not', `responses ${each}`, {
      all: ({ platform }) => platform?.answered ?? null,
      '5xx': ({ platform }) => platform?.answered_5xx ?? null,
    }),
    chart('Live workers', 'workers, average', ofPools('workers')),
    chart('Waiting jobs', 'jobs, maximum', ofPools('waiting')),
    chart('Credits spent and refunded', `credits ${each}`, {
      spent: ({ spent }) => spent,
      refunded: ({ given_back }) => given_back,
    }),
    chart('Credits sold and expired', `credits ${each}`, {
      sold: ({ platform }) => platform?.sold ?? null,
      expired: ({ platform }) => platform?.expired ?? null,
      'refunded by operators': ({ platform }) => platform?.refunded ?? null,
    }),
  ];
  return charts.filter(({ lines }) => lines.some(({ values }) => values.some((value) => value !== null)));
}

type Draw = (title: string, unit: string, series: Record<string, (point: ShownPoint) => number | null>) => LineChart;

/** Draws errors by type. The most frequent types have lines of their own. */
function createErrorsChart({ points, step_seconds }: Shown, draw: Draw): LineChart {
  const sums = new Map<string, number>();
  for (const { types } of points) {
    for (const [type, count] of Object.entries(types)) sums.set(type, (sums.get(type) ?? 0) + count);
  }
  const frequent = [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_TYPES)
    .map(([type]) => type);
  const series = Object.fromEntries(frequent.map((type) => [type, ({ types }: ShownPoint) => types[type] ?? 0]));
  const rest = ({ types }: ShownPoint) =>
    Object.entries(types).reduce((sum, [type, count]) => (frequent.includes(type) ? sum : sum + count), 0);
  return draw('Errors by type', `errors per ${formatStep(step_seconds)}`, {
    ...series,
    ...(sums.size > MAX_TYPES && { others: rest }),
  });
}
