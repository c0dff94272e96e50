import { computeLatencyQuantile } from '../../shared/process/metrics/latency.js';
import type { SpentInPeriod } from '../../shared/process/model-spending.js';
import {
  AVAILABILITY_TARGET,
  BUDGET_WARNING,
  LATE_DELIVERY_MS,
  type Overview,
  sumTraffic,
  type TrafficTotals,
} from '../monitoring/index.js';
import { barChart, type Chart, duration, number, percent } from '../web/index.js';
import { createRequestsPath } from './request-pages.js';

/** A figure of the overview. */
interface Figure {
  name: string;
  value: string;
  note: string;
  /** True if it meets its target; undefined without one. */
  good?: boolean;
}

const MINUTE_SECONDS = 60;
const RECENT_MINUTES = 15;
const NOTHING = '–';
/** Share of failed calls above which the figure is marked. */
const FAILING = 1 - AVAILABILITY_TARGET;

type Shown = Pick<Overview, 'minutes' | 'availability' | 'openHolds' | 'deliveries' | 'spending'>;

/** Builds the figures of the overview. */
export function buildFigures({ minutes, availability, openHolds, deliveries, spending }: Shown, now: Date): Figure[] {
  return [
    ...(minutes ? createTrafficFigures(minutes, now) : []),
    ...createAvailabilityFigure(availability),
    ...createHoldsFigure(openHolds),
    ...createDeliveriesFigure(deliveries),
    ...(spending ?? []).map(createSpendingFigure),
  ];
}

function createTrafficFigures(minutes: readonly TrafficTotals[], now: Date): Figure[] {
  const recent = minutes.slice(-RECENT_MINUTES);
  const all = sumTraffic(now, recent);
  // The running minute alone is too short for a rate.
  const latest = recent.slice(-2);
  const sinceMs = now.getTime() - (latest[0]?.at ?? now).getTime();
  const perSecond = sumTraffic(now, latest).calls / Math.max(1, sinceMs / 1_000);
  const quantile = (share: number) => {
    const ms = computeLatencyQuantile(all, share);
    return ms === undefined ? NOTHING : duration(ms);
  };
  const share = (part: number) => (all.calls === 0 ? NOTHING : percent(part / all.calls));
  const since = `last ${RECENT_MINUTES} min`;
  return [
    {
      name: 'Throughput',
      value: `${number(Math.round(perSecond * 100) / 100)}/s`,
      note: 'requests, last two minutes',
    },
    { name: 'Latency, p50', value: quantile(0.5), note: since },
    { name: 'Latency, p95', value: quantile(0.95), note: since },
    { name: 'Latency, p99', value: quantile(0.99), note: since },
    {
      name: 'Server errors',
      value: share(all.failed),
      note: `${number(all.failed)} of ${number(all.calls)} requests, 5xx`,
      ...(all.calls === 0 ? {} : { good: all.failed / all.calls <= FAILING }),
    },
    {
      name: 'Refunded',
      value: share(all.givenBack),
      note: `${number(all.givenBack)} of ${number(all.calls)} charged requests, ${since}`,
    },
  ];
}

function createAvailabilityFigure(availability: Overview['availability']): Figure[] {
  if (!availability) return [];
  const { ratio, calls, failed } = availability;
  return [
    {
      name: 'Availability, 30 days',
      value: ratio === undefined ? NOTHING : percent(ratio, 3),
      note: `target ${percent(AVAILABILITY_TARGET, 1)}; ${number(failed)} of ${number(calls)} requests failed`,
      ...(ratio === undefined ? {} : { good: ratio >= AVAILABILITY_TARGET }),
    },
  ];
}

const createHoldsFigure = (openHolds: number | undefined): Figure[] =>
  openHolds === undefined ? [] : [{ name: 'Open holds', value: number(openHolds), note: 'requests not settled yet' }];

function createDeliveriesFigure(deliveries: Overview['deliveries']): Figure[] {
  if (!deliveries) return [];
  const { due, oldestMs, failing } = deliveries;
  const webhooks = failing === 1 ? '1 webhook' : `${number(failing)} webhooks`;
  const note = due === 0 ? `${webhooks} failing` : `oldest waiting ${duration(oldestMs)}, ${webhooks} failing`;
  return [{ name: 'Webhook deliveries due', value: number(due), note, good: oldestMs < LATE_DELIVERY_MS }];
}

function createSpendingFigure({ period, tokens, money, limits }: SpentInPeriod): Figure {
  const of = (limit: number) => (limit > 0 ? ` of ${number(limit)}` : '');
  const spent = money > 0 ? `, cost ${number(money / 1e6)}${of(limits.money / 1e6)}` : '';
  const used = Math.max(limits.tokens && tokens / limits.tokens, limits.money && money / limits.money);
  return {
    name: `Language model, this ${period}`,
    value: number(tokens),
    note: `tokens${of(limits.tokens)}${spent}`,
    ...(limits.tokens > 0 || limits.money > 0 ? { good: used < BUDGET_WARNING } : {}),
  };
}

/** Draws the calls per minute of the last hour. */
export const createCallsChart = (minutes: readonly TrafficTotals[]): Chart =>
  barChart(
    { title: 'Last hour', unit: 'requests per minute', counted: 'Requests', markedAs: 'failed', by: 'Minute (UTC)' },
    minutes.map((minute) => {
      const { at, calls, failed } = minute;
      const href =
        calls === 0 ? undefined : createRequestsPath(at, MINUTE_SECONDS, { p95: computeLatencyQuantile(minute, 0.95) });
      return { label: at.toISOString().slice(11, 16), value: calls, marked: failed, href };
    }),
  );
