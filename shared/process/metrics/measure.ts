import { Counter, Gauge, Histogram, register } from 'prom-client';
import { declared, type LabelsOf, type NameOfKind } from './table.js';

/**
 * A process shows only the metrics that it has something to say about: each is made when it is first used. Otherwise
 * a worker would report zero for what only fronts know.
 */
const counters = new Map<string, Counter>();
const gauges = new Map<string, Gauge>();
const histograms = new Map<string, Histogram>();

function once<M>(made: Map<string, M>, key: string, make: () => M): M {
  const known = made.get(key);
  if (known) return known;
  const metric = make();
  made.set(key, metric);
  return metric;
}

const counterOf = (key: NameOfKind<'counter'>): Counter =>
  once(counters, key, () => {
    const { name, help, labels } = declared[key];
    return new Counter({ name, help, labelNames: [...labels] });
  });

const gaugeOf = (key: NameOfKind<'gauge'>): Gauge =>
  once(gauges, key, () => {
    const { name, help, labels } = declared[key];
    return new Gauge({ name, help, labelNames: [...labels], aggregator: 'max' });
  });

const histogramOf = (key: NameOfKind<'histogram'>): Histogram =>
  once(histograms, key, () => {
    const { name, help, labels, buckets } = declared[key];
    return new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets] });
  });

/** Adds to a counter. */
export function count<Name extends NameOfKind<'counter'>>(metric: Name, labels: LabelsOf<Name>, by = 1): void {
  counterOf(metric).inc(labels, by);
}

/** Adds a duration, in ms, to a histogram, which is in seconds. */
export function time<Name extends NameOfKind<'histogram'>>(metric: Name, labels: LabelsOf<Name>, ms: number): void {
  histogramOf(metric).observe(labels, ms / 1_000);
}

/** Sets a gauge. */
export function gauge<Name extends NameOfKind<'gauge'>>(metric: Name, labels: LabelsOf<Name>, value: number): void {
  gaugeOf(metric).set(labels, value);
}

/** Takes back what a gauge said, when it is not known any more: nothing is better than an old figure. */
export function forget(metric: NameOfKind<'gauge'>): void {
  register.removeSingleMetric(declared[metric].name);
  gauges.delete(metric);
}
