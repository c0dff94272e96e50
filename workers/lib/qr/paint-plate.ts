import { type Canvas, fillRows, pixelOffset } from './canvas.js';
import type { Ink } from './colours.js';
import type { Box, Corners, Plate, Rounding } from './drawing.js';

/** Returns the length that two ranges have in common. */
export const overlap = (from: number, to: number, start: number, end: number): number =>
  Math.max(0, Math.min(to, end) - Math.max(from, start));

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** Computes the share of a pixel that a box covers; corners by the distance of their arcs from the centre of the pixel. */
export function coverage({ x, y, width, height, radius }: Rounding, column: number, row: number): number {
  const [right, below] = [column + 0.5 - x - width / 2, row + 0.5 - y - height / 2];
  const corner = typeof radius === 'number' ? radius : radiusAt(radius, right, below);
  if (corner === 0) return overlap(x, x + width, column, column + 1) * overlap(y, y + height, row, row + 1);
  const across = Math.abs(right) - (width / 2 - corner);
  const down = Math.abs(below) - (height / 2 - corner);
  const outside = Math.sqrt(Math.max(0, across) ** 2 + Math.max(0, down) ** 2) + Math.min(0, Math.max(across, down));
  return clamp(0.5 - (outside - corner));
}

/** Returns the radius of the corner in the quarter of a point, by its distance from the centre. */
const radiusAt = ([upperLeft, upperRight, lowerRight, lowerLeft]: Corners, right: number, below: number): number =>
  below < 0 ? (right < 0 ? upperLeft : upperRight) : right < 0 ? lowerLeft : lowerRight;

/** Paints a plate: rows of equal coverage at once, and single pixels only at edges. */
export function paintPlate(plate: Plate, canvas: Canvas, ink: Ink): void {
  const { y, height } = plate;
  const [first, end] = [Math.max(0, Math.floor(y)), Math.min(canvas.height, Math.ceil(y + height))];
  let spans = calculateSpans(plate, first);
  for (let row = first, next = first + 1; row < end; next++) {
    const following = next < end ? calculateSpans(plate, next) : undefined;
    if (following && isSame(spans, following)) continue;
    paintRows(plate, canvas, ink, { y: row, height: next - row }, spans);
    row = next;
    spans = following ?? spans;
  }
}

function paintRows(
  plate: Plate,
  canvas: Canvas,
  ink: Ink,
  rows: Pick<Box, 'y' | 'height'>,
  { body, gap }: Spans,
): void {
  const end = Math.min(canvas.width, body.end);
  for (let column = Math.max(0, body.start); column < end; ) {
    const solidTo = column < gap.start ? Math.min(body.to, gap.start) : body.to;
    if (column >= body.from && column < solidTo && (column < gap.start || column >= gap.end)) {
      fillRows(canvas, { x: column, width: solidTo - column, ...rows }, ink);
      column = solidTo;
    } else if (column >= gap.from && column < gap.to) column = gap.to;
    else blendColumn(plate, canvas, ink, column++, rows);
  }
}

function blendColumn(
  plate: Plate,
  canvas: Canvas,
  ink: Ink,
  column: number,
  { y, height }: Pick<Box, 'y' | 'height'>,
): void {
  const { hole } = plate;
  for (let row = y; row < y + height; row++) {
    const share = coverage(plate, column, row) - (hole ? coverage(hole, column, row) : 0);
    if (share > 0) canvas.colours.blend(canvas.data, pixelOffset(canvas, column, row), ink, share);
  }
}

/** Spans of a row that a plate covers, and that its hole removes. */
interface Spans {
  readonly body: Span;
  readonly gap: Span;
}

const calculateSpans = (plate: Plate, row: number): Spans => ({
  body: calculateSpan(plate, row),
  gap: plate.hole ? calculateSpan(plate.hole, row) : NOTHING,
});

const isSame = (a: Spans, b: Spans): boolean => isSameSpan(a.body, b.body) && isSameSpan(a.gap, b.gap);

const isSameSpan = (a: Span, b: Span): boolean =>
  a.start === b.start && a.from === b.from && a.to === b.to && a.end === b.end;

/** Columns of a row that a box covers completely (`from` to `to`), and partly (`start` to `end`). */
interface Span {
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

const NOTHING: Span = { start: Infinity, from: Infinity, to: Infinity, end: Infinity };

/** Computes the span of a row. It may be imprecise towards partial coverage, which only costs time. */
function calculateSpan(box: Rounding, row: number): Span {
  const { x, y, width, height, radius } = box;
  if (row + 1 <= y || row >= y + height) return NOTHING;
  if (typeof radius !== 'number') {
    const { from, to } = calculateSpan({ ...box, radius: Math.max(...radius) }, row);
    return { start: Math.floor(x), from, to, end: Math.ceil(x + width) };
  }
  const down = Math.max(0, Math.abs(row + 0.5 - y - height / 2) - (height / 2 - radius));
  // Beside its corners a box is as one without.
  if (radius === 0 || down === 0) {
    const isWhole = row >= y && row + 1 <= y + height;
    const [start, end] = [Math.floor(x), Math.ceil(x + width)];
    return { start, from: isWhole ? Math.ceil(x) : end, to: isWhole ? Math.floor(x + width) : end, end };
  }
  const middle = x + width / 2;
  // Distance of an arc of this radius from the middle in this row, or undefined where the arc does not reach the row.
  const reach = (arc: number) => (arc > down ? width / 2 - radius + Math.sqrt(arc * arc - down * down) : undefined);
  const [any, all] = [reach(radius + 0.5) ?? 0, reach(radius - 0.5)];
  const [start, end] = [Math.floor(middle - any - 0.5), Math.ceil(middle + any + 0.5)];
  if (all === undefined) return { start, from: end, to: end, end };
  return { start, from: Math.ceil(middle - all - 0.5), to: Math.floor(middle + all - 0.5) + 1, end };
}
