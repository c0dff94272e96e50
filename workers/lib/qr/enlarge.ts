/** Pixels of three channels, row by row. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const CHANNELS = 3;

/** Places between two pixels that are told apart: weights are whole numbers, and what is mixed stays below 2¹⁶. */
const STEPS = 256;

/** Where each pixel of a line lies on a shorter one: the pixel before it, the one after it, and how far it is on the way. */
function placesOn(from: number, to: number): { before: Int32Array; after: Int32Array; way: Int32Array } {
  const [before, after, way] = [new Int32Array(to), new Int32Array(to), new Int32Array(to)];
  for (let at = 0; at < to; at++) {
    const exact = Math.min(from - 1, Math.max(0, ((at + 0.5) * from) / to - 0.5));
    const first = Math.floor(exact);
    before[at] = first;
    after[at] = Math.min(from - 1, first + 1);
    way[at] = Math.round((exact - first) * STEPS);
  }
  return { before, after, way };
}

const mixed = (a = 0, b = 0, way = 0): number => (a * (STEPS - way) + b * way + STEPS / 2) >> 8;

/**
 * Makes a picture larger, each pixel a mixture of the four around its place. A library of pictures takes twice as long for it.
 *
 * @param put takes each row of the larger picture; the row is written over after that
 */
export function enlarge(
  picture: Pixels,
  width: number,
  height: number,
  put: (row: Uint8Array, y: number) => void,
): void {
  const [columns, rows] = [placesOn(picture.width, width), placesOn(picture.height, height)];
  let [above, below] = [new Uint8Array(width * CHANNELS), new Uint8Array(width * CHANNELS)];
  let [rowAbove, rowBelow] = [-1, -1];
  const row = new Uint8Array(width * CHANNELS);
  for (let y = 0; y < height; y++) {
    const [first = 0, second = 0, way = 0] = [rows.before[y], rows.after[y], rows.way[y]];
    if (first !== rowAbove) {
      if (first === rowBelow) [above, below, rowBelow] = [below, above, -1];
      else widen(picture, first, columns, above);
      rowAbove = first;
    }
    if (second !== rowBelow) {
      widen(picture, second, columns, below);
      rowBelow = second;
    }
    if (way === 0) put(above, y);
    else {
      for (let at = 0; at < row.length; at++) row[at] = mixed(above[at], below[at], way);
      put(row, y);
    }
  }
}

/** One row of a picture, made wider. */
function widen({ data, width }: Pixels, y: number, columns: ReturnType<typeof placesOn>, into: Uint8Array): void {
  const start = y * width * CHANNELS;
  const { before, after, way } = columns;
  for (let x = 0, to = 0; x < way.length; x++, to += CHANNELS) {
    const [left, right] = [start + (before[x] ?? 0) * CHANNELS, start + (after[x] ?? 0) * CHANNELS];
    into[to] = mixed(data[left], data[right], way[x]);
    into[to + 1] = mixed(data[left + 1], data[right + 1], way[x]);
    into[to + 2] = mixed(data[left + 2], data[right + 2], way[x]);
  }
}
