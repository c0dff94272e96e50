/**
 * Masks: patterns over the data of a code, so that it has no large uniform areas and no false eyes (ISO/IEC 18004:2015, 7.8). The
 * `qrcode` library takes most of the time of a large code to find the best one.
 */

/** Modules of a code, row by row, and those that are not data. */
interface Modules {
  readonly size: number;
  readonly data: Uint8Array;
  readonly reservedBit: Uint8Array;
}

/** Rows and columns after which every mask repeats. */
const PERIOD = 12;

/** Conditions of the masks (table 10). */
const masks = [
  (row: number, column: number) => (row + column) % 2,
  (row: number) => row % 2,
  (_: number, column: number) => column % 3,
  (row: number, column: number) => (row + column) % 3,
  (row: number, column: number) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2,
  (row: number, column: number) => ((row * column) % 2) + ((row * column) % 3),
  (row: number, column: number) => (((row * column) % 2) + ((row * column) % 3)) % 2,
  (row: number, column: number) => (((row + column) % 2) + ((row * column) % 3)) % 2,
].map((isKept) =>
  Uint8Array.from({ length: PERIOD * PERIOD }, (_, at) => (isKept(Math.floor(at / PERIOD), at % PERIOD) === 0 ? 1 : 0)),
);

/** Indicators of the levels of error correction (table 12). */
const LEVELS = { M: 0b00, H: 0b10 } as const;

/** Returns the modules of a code, which has the first mask, with the mask of the lowest penalty. */
export function applyBestMask({ size, data, reservedBit }: Modules, level: keyof typeof LEVELS): Uint8Array {
  const plain = lay(0, data, size, reservedBit);
  let [best, least] = [data, Number.POSITIVE_INFINITY];
  for (let mask = 0; mask < masks.length; mask++) {
    const masked = lay(mask, plain, size, reservedBit);
    writeFormat(masked, size, detectFormat(level, mask));
    const points = penalty(masked, size, least);
    if (points < least) [best, least] = [masked, points];
  }
  return best;
}

/** Applies a mask to data, or removes it. */
function lay(mask: number, data: Uint8Array, size: number, reserved: Uint8Array): Uint8Array {
  const pattern = masks[mask] ?? new Uint8Array(PERIOD * PERIOD);
  const changed = data.slice();
  for (let row = 0, at = 0; row < size; row++) {
    const start = (row % PERIOD) * PERIOD;
    for (let column = 0, place = 0; column < size; column++, at++) {
      if (reserved[at] === 0) changed[at] = (changed[at] ?? 0) ^ (pattern[start + place] ?? 0);
      place = place === PERIOD - 1 ? 0 : place + 1;
    }
  }
  return changed;
}

const [GENERATOR, FORMAT_MASK] = [0b10100110111, 0b101010000010010];

/** Encodes the level and the mask in fifteen bits with error correction (annex C). */
function detectFormat(level: keyof typeof LEVELS, mask: number): number {
  const told = (LEVELS[level] << 3) | mask;
  let rest = told << 10;
  for (let bit = 14; bit >= 10; bit--) if (rest & (1 << bit)) rest ^= GENERATOR << (bit - 10);
  return ((told << 10) | rest) ^ FORMAT_MASK;
}

/** Writes the format information beside the eyes, twice (7.9.1, figure 25). */
function writeFormat(data: Uint8Array, size: number, format: number): void {
  for (let bit = 0; bit < 15; bit++) {
    const value = (format >> bit) & 1;
    const row = bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit;
    const column = bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit;
    data[row * size + 8] = value;
    data[8 * size + column] = value;
  }
}

/** Penalties for runs of five modules and more, for blocks of two by two, for false eyes, and for an imbalance (table 11). */
const [RUN, AREA, EYE, SHARE] = [3, 3, 40, 10];

/** Eleven modules of a row or column that look like an eye, with four light ones before or after it. */
const [EYE_BEFORE, EYE_AFTER, ELEVEN] = [0b10111010000, 0b00001011101, 0b11111111111];

/** Computes the penalty of a code (7.8.3). @returns at least `enough` as soon as it is exceeded */
function penalty(data: Uint8Array, size: number, enough: number): number {
  const [runs, lasts] = [new Int32Array(size), new Int32Array(size)];
  let [points, dark] = [0, 0];
  for (let row = 0; row < size && points < enough; row++) {
    let [run, last] = [0, 0];
    for (let column = 0, at = row * size; column < size; column++, at++) {
      const module = data[at] ?? 0;
      dark += module;
      const left = last & 1;
      last = ((last << 1) & ELEVEN) | module;
      if (column > 0 && left === module) run++;
      else {
        if (run >= 5) points += RUN + run - 5;
        run = 1;
      }
      const above = lasts[column] ?? 0;
      const below = ((above << 1) & ELEVEN) | module;
      lasts[column] = below;
      const down = runs[column] ?? 0;
      if (row > 0 && (above & 1) === module) {
        runs[column] = down + 1;
        if (column > 0 && left === module && data[at - size - 1] === module) points += AREA;
      } else {
        if (down >= 5) points += RUN + down - 5;
        runs[column] = 1;
      }
      if (column >= 10 && (last === EYE_BEFORE || last === EYE_AFTER)) points += EYE;
      if (row >= 10 && (below === EYE_BEFORE || below === EYE_AFTER)) points += EYE;
    }
    if (run >= 5) points += RUN + run - 5;
  }
  if (points >= enough) return points;
  for (const run of runs) if (run >= 5) points += RUN + run - 5;
  return points + SHARE * Math.abs(Math.ceil((dark * 100) / (size * size) / 5) - 10);
}
