import { scaleEnd } from '../web/index.js';

/** A line chart on a square of 100 by 100, with the data of its table. */
export interface LineChart {
  title: string;
  unit: string;
  /** Title of the column of labels. */
  by: string;
  top: number;
  labels: readonly string[];
  lines: readonly Line[];
}

interface Line {
  name: string;
  /** SVG path; empty without neighbouring values. */
  path: string;
  /** SVG path of the points: values without a neighbour. */
  points: string;
  values: readonly (number | null)[];
}

export interface Series {
  name: string;
  /** Null for an unknown value, which interrupts the line. */
  values: readonly (number | null)[];
}

/** Lays out a line chart. The scale begins at zero and ends at a round number. */
export function lineChart(
  described: Pick<LineChart, 'title' | 'unit' | 'by'>,
  labels: readonly string[],
  series: readonly Series[],
): LineChart {
  const top = scaleEnd(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const step = 100 / Math.max(1, labels.length - 1);
  const place = (value: number, index: number) => `${round(step * index)} ${round(100 - (100 * value) / top)}`;
  const lines = series.map(({ name, values }) => ({ name, values, ...buildPaths(values, place) }));
  return { ...described, top, labels, lines };
}

/** Builds the path between neighbouring known values, and the one of those that stand alone, as strokes without length. */
function buildPaths(values: readonly (number | null)[], place: (value: number, index: number) => string) {
  const isKnown = (index: number) => typeof values[index] === 'number';
  let path = '';
  let points = '';
  values.forEach((value, index) => {
    if (value === null) return;
    const at = place(value, index);
    if (isKnown(index - 1)) path += `L${at}`;
    else if (isKnown(index + 1)) path += `M${at}`;
    else points += `M${at}h0`;
  });
  return { path, points };
}

const round = (value: number): number => Math.round(value * 100) / 100;
