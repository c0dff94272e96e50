import { Counter, Gauge, Histogram, register } from 'prom-client';
import { type Declared, declared, type LabelsOf, type NameOfKind } from './table.js';

/**
 * Metrics of this process, created when they are first used. Otherwise a worker would report zero for what only fronts measure.
 */
const counters = new Map<string, Counter>();
const gauges = new Map<string, Gauge>();
const histograms = new Map<string, Histogram>();

function getOrCreate<M>(metrics: Map<string, M>, key: string, create: () => M): M {
  const metric = metrics.get(key) ?? create();
  metrics.set(key, metric);
  return metric;
}

const getCounter = (key: NameOfKind<'counter'>): Counter =>
  getOrCreate(counters, key, () => {
    const { name, help, labels } = declared[key];
    return new Counter({ name, help, labelNames: [...labels] });
  });

const getGauge = (key: NameOfKind<'gauge'>): Gauge =>
  getOrCreate(gauges, key, () => {
    const { name, help, labels, aggregator = 'max' }: Declared = declared[key];
    return new Gauge({ name, help, labelNames: [...labels], aggregator });
  });

const getHistogram = (key: NameOfKind<'histogram'>): Histogram =>
  getOrCreate(histograms, key, () => {
    const { name, help, labels, buckets } = declared[key];
    return new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets] });
  });

/** Adds to a counter. */
export function count<Name extends NameOfKind<'counter'>>(metric: Name, labels: LabelsOf<Name>, by = 1): void {
  getCounter(metric).inc(labels, by);
}

/**
 * Creates series of a counter at zero, for label values that are known before the first event: Prometheus sees no increase in a series
 * that begins at its first value.
 */
export function startAtZero<Name extends NameOfKind<'counter'>>(metric: Name, series: readonly LabelsOf<Name>[]): void {
  for (const labels of series) count(metric, labels, 0);
}

/** Adds a duration, in ms, to a histogram, which is in seconds. */
export function time<Name extends NameOfKind<'histogram'>>(metric: Name, labels: LabelsOf<Name>, ms: number): void {
  getHistogram(metric).observe(labels, ms / 1_000);
}

/** Sets a gauge. */
export function gauge<Name extends NameOfKind<'gauge'>>(metric: Name, labels: LabelsOf<Name>, value: number): void {
  getGauge(metric).set(labels, value);
}

/** Removes a gauge whose value is no longer known. */
export function removeGauge(metric: NameOfKind<'gauge'>): void {
  register.removeSingleMetric(declared[metric].name);
  gauges.delete(metric);
}
