import { type Canvas, fillRun, pixelOffset } from './canvas.js';
import type { Ink } from './colours.js';
import type { Area, Box } from './drawing.js';
import type { Outline } from './outline.js';

/** Maximum distance of straight lines from the curve that they approximate, in pixels. */
const CLOSE = 0.05;

/** Path commands of letters and polygons: all absolute (SVG 2, 9.3). */
const COMMANDS = /([MLQCZz])([^MLQCZz]*)/g;

const NUMBER = /-?[\d.]+/g;

/** Negligible share of a pixel. */
const NOTHING = 1 / 512;

/** Paints an area with an outline of straight lines and Bézier curves, with anti-aliasing. A vector renderer takes several times as long. */
export function paintOutline({ path, within }: Area, canvas: Canvas, ink: Ink): void {
  paintChanges(within, canvas, ink, (changes) => trace(path, changes));
}

/** Paints outlines together: where they touch, their shares of a pixel add up. */
export function paintOutlines(outlines: Iterable<Outline>, within: Box, canvas: Canvas, ink: Ink): void {
  paintChanges(within, canvas, ink, (changes) => {
    for (const outline of outlines) traceOutline(outline, changes);
  });
}

function paintChanges(within: Box, canvas: Canvas, ink: Ink, addTo: (changes: Changes) => void): void {
  const [left, top] = [Math.max(0, Math.floor(within.x)), Math.max(0, Math.floor(within.y))];
  const width = Math.min(canvas.width, Math.ceil(within.x + within.width) + 1) - left;
  const height = Math.min(canvas.height, Math.ceil(within.y + within.height) + 1) - top;
  if (width <= 0 || height <= 0) return;
  const changes = new Changes({ x: left, y: top, width, height });
  addTo(changes);
  for (let row = 0; row < height; row++) paintRow(changes, row, canvas, pixelOffset(canvas, left, top + row), ink);
}

function traceOutline(outline: Outline, changes: Changes): void {
  let [x, y] = outline[0] ?? [];
  const [startX = 0, startY = 0] = [x, y];
  const lineTo = (toX: number, toY: number) => {
    changes.add(x ?? 0, y ?? 0, toX, toY);
    [x, y] = [toX, toY];
  };
  for (let at = 1; at < outline.length; at++) {
    const [a = 0, b = 0, c, d = 0, e = 0, f = 0] = outline[at] ?? [];
    if (c === undefined) lineTo(a, b);
    else curve([x ?? 0, y ?? 0, a, b, c, d, e, f], lineTo);
  }
  lineTo(startX, startY);
}

/** Traces an outline in straight lines, and closes each of its shapes. */
function trace(path: string, changes: Changes): void {
  let [x, y, startX, startY] = [0, 0, 0, 0];
  const lineTo = (toX: number, toY: number) => {
    changes.add(x, y, toX, toY);
    [x, y] = [toX, toY];
  };
  for (const [, command, numbers = ''] of path.matchAll(COMMANDS)) {
    const values = (numbers.match(NUMBER) ?? []).map(Number);
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
    if (command === 'C') curve([x, y, a, b, c, d, e, f], lineTo);
    // A quadratic curve is a cubic one with each control point two thirds of the way.
    else if (command === 'Q') curve([x, y, ...towards(x, y, a, b), ...towards(c, d, a, b), c, d], lineTo);
    else if (command === 'M') [x, y, startX, startY] = [a, b, a, b];
    else if (command === 'L')
      for (let at = 0; at < values.length; at += 2) lineTo(values[at] ?? 0, values[at + 1] ?? 0);
    else lineTo(startX, startY);
  }
}

const towards = (x: number, y: number, toX: number, toY: number): [number, number] => [
  x + ((toX - x) * 2) / 3,
  y + ((toY - y) * 2) / 3,
];

type Curve = readonly [number, number, number, number, number, number, number, number];

/** Approximates a cubic curve by lines; the second differences of its points bound the error. */
function curve([x0, y0, x1, y1, x2, y2, x3, y3]: Curve, lineTo: (x: number, y: number) => void): void {
  const bend = Math.max(Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3));
  const lines = Math.max(1, Math.ceil(Math.sqrt((0.75 * bend) / CLOSE)));
  for (let line = 1; line < lines; line++) {
    const [t, rest] = [line / lines, 1 - line / lines];
    const [a, b, c, d] = [rest ** 3, 3 * t * rest ** 2, 3 * t ** 2 * rest, t ** 3];
    lineTo(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3);
  }
  lineTo(x3, y3);
}

/** Paints one row, pixels of equal coverage at once. */
function paintRow({ rows, width }: Changes, row: number, canvas: Canvas, at: number, ink: Ink): void {
  const { data, colours } = canvas;
  const end = (row + 1) * (width + 1) - 1;
  let covered = 0;
  for (let from = row * (width + 1), place = at; from < end; ) {
    covered += rows[from] ?? 0;
    let to = from + 1;
    while (to < end && rows[to] === 0) to++;
    const next = place + (to - from) * colours.channels;
    const share = Math.min(1, Math.abs(covered));
    if (share > 1 - NOTHING) fillRun(data, place, next, ink);
    else if (share > NOTHING) {
      for (let pixel = place; pixel < next; pixel += colours.channels) colours.blend(data, pixel, ink, share);
    }
    [from, place] = [to, next];
  }
}

/**
 * Changes of the coverage from each pixel of a box to the next: a line covers what is right of it, and a line in the opposite direction
 * uncovers it.
 */
class Changes {
  readonly rows: Float32Array;
  readonly width: number;

  constructor(private readonly box: Box) {
    this.width = box.width;
    // Changes beyond the last pixel of a row are dropped.
    this.rows = new Float32Array((box.width + 1) * box.height);
  }

  /** Adds a line between two points. */
  add(fromX: number, fromY: number, toX: number, toY: number): void {
    if (fromY === toY) return;
    const [sign, x0, y0, x1, y1] = fromY < toY ? [1, fromX, fromY, toX, toY] : [-1, toX, toY, fromX, fromY];
    const slope = (x1 - x0) / (y1 - y0);
    const { y: top, height } = this.box;
    const first = Math.max(top, Math.floor(y0));
    for (let row = first; row < Math.min(top + height, y1); row++) {
      const [above, below] = [Math.max(row, y0), Math.min(row + 1, y1)];
      const [a, b] = [x0 + (above - y0) * slope, x0 + (below - y0) * slope];
      this.#addInRow(row - top, Math.min(a, b), Math.max(a, b), sign * (below - above));
    }
  }

  /** @param amount share of the height of the row that the line passes, between two positions from left to right */
  #addInRow(row: number, from: number, to: number, amount: number): void {
    const start = row * (this.width + 1);
    const [low, high] = [this.#inBox(from), this.#inBox(to)];
    // A line left of the box covers the whole row, one right of it nothing.
    const perPixel = to > from ? amount / (to - from) : 0;
    const inside = to > from ? perPixel * (high - low) : amount;
    if (low > from - this.box.x) this.#change(start, perPixel * (Math.min(0, to - this.box.x) - (from - this.box.x)));
    const first = Math.floor(low);
    if (high <= first + 1) {
      const right = (low + high) / 2 - first;
      this.#change(start + first, inside * (1 - right));
      this.#change(start + first + 1, inside * right);
      return;
    }
    // Over several pixels, each is covered by the share of the line before it and within it.
    let before = 0;
    for (let pixel = first; pixel < high; pixel++) {
      const [enter, leave] = [Math.max(pixel, low), Math.min(pixel + 1, high)];
      const share = perPixel * (enter - low + (leave - enter) * (pixel + 1 - (enter + leave) / 2));
      this.#change(start + pixel, share - before);
      before = share;
    }
    this.#change(start + Math.ceil(high), inside - before);
  }

  #inBox(x: number): number {
    return Math.min(this.width, Math.max(0, x - this.box.x));
  }

  #change(at: number, amount: number): void {
    this.rows[at] = (this.rows[at] ?? 0) + amount;
  }
}
