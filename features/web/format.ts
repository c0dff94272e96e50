// Formats figures and times, and lays out charts, for the pages of the console and the portal.

export { formatDuration as duration, formatNumber as number } from '../../shared/format.js';

/** Formats a ratio: 0.01234 → `1.23%`. */
export const percent = (ratio: number, decimals = 2): string => `${(ratio * 100).toFixed(decimals)}%`;

/** Formats an instant in UTC, to the second: `2026-01-05 13:37:00`. */
export const instant = (at: Date | string): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Formats an instant in UTC, to the millisecond: `2026-01-05 13:37:00.123`. */
export const exactInstant = (at: Date | string): string => new Date(at).toISOString().slice(0, 23).replace('T', ' ');

/** A bar of a chart, in percent of its width and height. */
interface Bar {
  label: string;
  value: number;
  /** Marked part of the value, e.g. failed calls. */
  marked: number;
  /** URL of its details. */
  href: string | undefined;
  x: number;
  width: number;
  y: number;
  height: number;
  markedY: number;
  markedHeight: number;
}

/** A bar chart, and the table behind it, as a template shows it. */
export interface Chart {
  title: string;
  unit: string;
  /** Name of the column of values. */
  counted: string;
  /** Meaning of the marked part of a bar; empty if none is marked. */
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
  href?: string | undefined;
}

const GAP = 0.2;
const DAY_MS = 86_400_000;

/** Lays out bars on a square of 100 by 100. The scale ends at a round figure. */
export function barChart(
  { counted = 'calls', ...described }: Pick<Chart, 'title' | 'unit' | 'markedAs' | 'by'> & { counted?: string },
  points: readonly Point[],
): Chart {
  const top = scaleEnd(Math.max(0, ...points.map(({ value }) => value)));
  const step = 100 / Math.max(1, points.length);
  const scale = (value: number) => round((100 * value) / top);
  const bars = points.map(({ label, value, marked, href }, index) => ({
    label,
    value,
    marked,
    href,
    x: round(step * (index + GAP / 2)),
    width: round(step * (1 - GAP)),
    y: round(100 - scale(value)),
    height: scale(value),
    markedY: round(100 - scale(marked)),
    markedHeight: scale(marked),
  }));
  return { ...described, counted, top, bars };
}

interface Days {
  from: string;
  to: string;
  rows: readonly { group: string }[];
}

/** Lists the days of a report, each with its row if it has one. */
export function eachDay<Report extends Days>({ from, to, rows }: Report) {
  const byDay = new Map<string, Report['rows'][number]>(rows.map((row) => [row.group, row]));
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
  return Array.from({ length: days }, (_, index) => {
    const label = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
    return { label, row: byDay.get(label) };
  });
}

/** Returns the end of a scale: the next of 0.001, 0.002, 0.005, 0.01 … 0.5, 1, 2, 5, 10 …; 1 if all values are zero. */
export function scaleEnd(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.max(-3, Math.floor(Math.log10(value)));
  const end = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return Number((end * power).toPrecision(1));
}

const round = (value: number): number => Math.round(value * 1_000) / 1_000;
