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
  /** SVG path; empty without values. */
  path: string;
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
  const lines = series.map(({ name, values }) => ({ name, values, path: buildPath(values, place) }));
  return { ...described, top, labels, lines };
}

/** Builds the path between consecutive known values. A single value becomes a short stroke. */
function buildPath(values: readonly (number | null)[], place: (value: number, index: number) => string): string {
  const drawn = values.map((value, index) => {
    if (value === null) return '';
    const isBegun = typeof values[index - 1] === 'number';
    const isAlone = !isBegun && typeof values[index + 1] !== 'number';
    // Towards the middle, so that the first and the last stay inside.
    const stroke = index > values.length / 2 ? 'h-1' : 'h1';
    return `${isBegun ? 'L' : 'M'}${place(value, index)}${isAlone ? stroke : ''}`;
  });
  return drawn.join('');
}

/** Returns the next of … 0.1, 0.2, 0.5, 1, 2, 5, 10 … */
function scaleEnd(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const end = [1, 2, 5, 10].find((factor) => factor * power >= value) ?? 10;
  return Number((end * power).toPrecision(1));
}

const round = (value: number): number => Math.round(value * 100) / 100;
