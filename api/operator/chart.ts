/** A bar of a chart, in the percent of its height that a browser scales. */
interface Bar {
  label: string;
  value: number;
  /** What of the value is marked, e.g. the calls that failed. */
  marked: number;
  x: number;
  width: number;
  y: number;
  height: number;
  markedY: number;
  markedHeight: number;
}

/** A bar chart: what a template draws, and the table behind it. */
export interface Chart {
  title: string;
  unit: string;
  /** What the marked part of a bar is. */
  markedAs: string;
  /** Name of the column of labels. */
  by: string;
  top: number;
  bars: readonly Bar[];
}

interface Point {
  label: string;
  value: number;
  marked: number;
}

const GAP = 0.2;

/** Lays out bars on a square of 100 by 100. The scale ends at a round figure. */
export function barChart(
  described: Pick<Chart, 'title' | 'unit' | 'markedAs' | 'by'>,
  points: readonly Point[],
): Chart {
  const top = roundUp(Math.max(0, ...points.map(({ value }) => value)));
  const step = 100 / Math.max(1, points.length);
  const heightOf = (value: number) => round((100 * value) / top);
  const bars = points.map(({ label, value, marked }, index) => ({
    label,
    value,
    marked,
    x: round(step * (index + GAP / 2)),
    width: round(step * (1 - GAP)),
    y: round(100 - heightOf(value)),
    height: heightOf(value),
    markedY: round(100 - heightOf(marked)),
    markedHeight: heightOf(marked),
  }));
  return { ...described, top, bars };
}

/** The next of 1, 2, 5, 10, 20, 50 … */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10) * power;
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
