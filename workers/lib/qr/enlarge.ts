/** Pixels of three channels, row by row. */
export interface Pixels {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const CHANNELS = 3;

/** Steps between two pixels: weights are whole numbers, and mixed values stay below 2¹⁶. */
const STEPS = 256;

/** Mask of two bytes of four, each with room for a product, and the rounding of both. */
const [TWO_OF_FOUR, HALVES] = [0x00ff00ff, 0x00800080];

/** Finds for each pixel of a line the pixels before and after it on a shorter line, and the step between them. */
function samplePositions(from: number, to: number): { before: Int32Array; after: Int32Array; way: Int32Array } {
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

/** Mixes four bytes with four others, two per multiplication. */
function mixPixels(a: number, b: number, way: number): number {
  const rest = STEPS - way;
  const even = Math.imul(a & TWO_OF_FOUR, rest) + Math.imul(b & TWO_OF_FOUR, way) + HALVES;
  const odd = Math.imul((a >>> 8) & TWO_OF_FOUR, rest) + Math.imul((b >>> 8) & TWO_OF_FOUR, way) + HALVES;
  return ((even >>> 8) & TWO_OF_FOUR) | (odd & ~TWO_OF_FOUR);
}

/** A row of a picture, as bytes and as words. */
class Row {
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  /** Index of the row in the picture. */
  y = -1;

  constructor(readonly width: number) {
    this.words = new Uint32Array(Math.ceil((width * CHANNELS) / 4));
    this.bytes = new Uint8Array(this.words.buffer, 0, width * CHANNELS);
  }
}

/**
 * Enlarges a picture with bilinear interpolation, several times faster than sharp.
 *
 * @param put receives each row of the result, which is reused after that
 */
export function enlarge(
  picture: Pixels,
  width: number,
  height: number,
  put: (row: Uint8Array, y: number) => void,
): void {
  const [columns, rows] = [samplePositions(picture.width, width), samplePositions(picture.height, height)];
  const pixels = new Uint32Array(picture.width);
  const wanted = (row: Row, y: number): Row => {
    if (row.y !== y) widen(picture, y, { columns, pixels }, row);
    return row;
  };
  let [above, below] = [new Row(width), new Row(width)];
  const row = new Row(width);
  for (let y = 0; y < height; y++) {
    const [first = 0, second = 0, way = 0] = [rows.before[y], rows.after[y], rows.way[y]];
    if (below.y === first) [above, below] = [below, above];
    wanted(above, first);
    if (way === 0) {
      put(above.bytes, y);
      continue;
    }
    wanted(below, second);
    for (let at = 0; at < row.words.length; at++) {
      row.words[at] = mixPixels(above.words[at] ?? 0, below.words[at] ?? 0, way);
    }
    put(row.bytes, y);
  }
}

/** Enlarges one row of a picture horizontally. */
function widen(
  { data, width }: Pixels,
  y: number,
  { columns, pixels }: { columns: ReturnType<typeof samplePositions>; pixels: Uint32Array },
  into: Row,
): void {
  for (let x = 0, at = y * width * CHANNELS; x < width; x++, at += CHANNELS) {
    pixels[x] = (data[at] ?? 0) | ((data[at + 1] ?? 0) << 8) | ((data[at + 2] ?? 0) << 16);
  }
  const { before, after, way } = columns;
  for (let x = 0, to = 0; x < into.width; x++, to += CHANNELS) {
    const pixel = mixPixels(pixels[before[x] ?? 0] ?? 0, pixels[after[x] ?? 0] ?? 0, way[x] ?? 0);
    into.bytes[to] = pixel;
    into.bytes[to + 1] = pixel >>> 8;
    into.bytes[to + 2] = pixel >>> 16;
  }
  into.y = y;
}
