import { isOutlined } from './body-outlines.js';
import { type Canvas, fillRun, pixelOffset } from './canvas.js';
import type { Colours, Ink } from './colours.js';
import type { Box, Modules, Plate } from './drawing.js';
import { paintOutlinedModules } from './paint-outlined-modules.js';
import { coverage, overlap, paintPlate } from './paint-plate.js';
import { paintTiles } from './paint-tiles.js';
import { isTiled } from './tile.js';

/** Paints the dark modules of a code. */
export function paintModules(modules: Modules, canvas: Canvas, ink: Ink, ground: Ink): void {
  const { shape } = modules;
  if (shape === 'dot') paintDots(modules, canvas, ink, ground);
  else if (isTiled(modules)) paintTiles(modules, canvas, ink, ground);
  else if (isOutlined(modules)) paintOutlinedModules(modules, canvas, ink, ground);
  else paintSquares(modules, canvas, ink, ground);
}

/** Returns the box of whole pixels that modules and the background between them fill, if they do. */
export function filledBox({ shape, size, grid }: Modules): Box | undefined {
  if ((shape !== 'dot' && shape !== 'square') || !Number.isInteger(grid.unit)) return undefined;
  return { x: grid.x(0), y: grid.y(0), width: size * grid.unit, height: size * grid.unit };
}

/** Paints square modules. A row of pixels is computed once and repeated; at the edge of two rows of modules it is a mixture. */
function paintSquares({ grid, size, dark }: Modules, canvas: Canvas, ink: Ink, ground: Ink): void {
  const [left, right] = [Math.floor(grid.x(0)), Math.ceil(grid.x(size))];
  const first = Math.max(0, Math.floor(grid.y(0)));
  const end = Math.min(canvas.height, Math.ceil(grid.y(size)));
  const shares = new Map<number, Float32Array>();
  const calculateShares = (row: number): Float32Array => {
    const known = shares.get(row) ?? darkShares(row);
    shares.set(row, known);
    return known;
  };
  const darkShares = (row: number): Float32Array => {
    const covered = new Float32Array(right - left);
    for (let column = 0; column < size; column++) {
      if (!dark(row, column)) continue;
      const from = grid.x(column);
      while (dark(row, column + 1)) column++;
      const to = grid.x(column + 1);
      for (let at = Math.floor(from); at < to; at++) {
        covered[at - left] = (covered[at - left] ?? 0) + overlap(from, to, at, at + 1);
      }
    }
    return covered;
  };
  let drawn: number | undefined;
  for (let y = first; y < end; y++) {
    const rows = rowsAt(y, grid, size);
    const whole = rows.length === 1 && rows[0]?.share === 1 ? rows[0].row : undefined;
    const [from, to] = [pixelOffset(canvas, left, y), pixelOffset(canvas, right, y)];
    if (whole !== undefined && whole === drawn) {
      canvas.data.copyWithin(from, from - canvas.stride, to - canvas.stride);
    } else {
      fillRun(canvas.data, from, to, ground);
      blendRow(canvas, from, ink, mixture(rows, calculateShares));
    }
    drawn = whole;
  }
}

type RowShare = { readonly row: number; readonly share: number };

/** Computes the coverage of each pixel by rows of modules, each with its share. */
function mixture(rows: readonly RowShare[], calculateShares: (row: number) => Float32Array): Float32Array {
  const [only] = rows;
  if (only && rows.length === 1 && only.share === 1) return calculateShares(only.row);
  const lines = rows.map(({ row, share }) => calculateShares(row).map((covered) => covered * share));
  return lines.reduce((sum, line) => sum.map((covered, at) => covered + (line[at] ?? 0)));
}

/** Blends a colour into a row of pixels, completely covered runs at once. */
function blendRow({ data, colours }: Canvas, start: number, ink: Ink, shares: Float32Array): void {
  const { channels } = colours;
  for (let at = 0; at < shares.length; at++) {
    const share = shares[at] ?? 0;
    if (share <= 0) continue;
    if (share < 1) {
      colours.blend(data, start + at * channels, ink, share);
      continue;
    }
    const from = at;
    while ((shares[at + 1] ?? 0) >= 1) at++;
    fillRun(data, start + from * channels, start + (at + 1) * channels, ink);
  }
}

/** Finds the rows of modules under a row of pixels, with the share of each. */
function rowsAt(y: number, grid: Modules['grid'], size: number): RowShare[] {
  const near = Math.floor((y - grid.y(0)) / grid.unit);
  return [near - 1, near, near + 1, near + 2]
    .filter((row) => row >= 0 && row < size)
    .map((row) => ({ row, share: overlap(grid.y(row), grid.y(row + 1), y, y + 1) }))
    .filter(({ share }) => share > 1e-9);
}

/** Paints dots. In a grid of whole pixels they are equal and stamped, otherwise each is painted on its own. */
function paintDots(modules: Modules, canvas: Canvas, ink: Ink, ground: Ink): void {
  const { grid, size, dark } = modules;
  if (Number.isInteger(grid.unit)) {
    const stamps = new DotStamps(grid.unit, canvas.colours, ink, ground);
    for (let row = 0; row < size; row++) stampDots(modules, row, stamps, canvas);
    return;
  }
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (dark(row, column)) paintPlate(dotAt(row, column, modules), canvas, ink);
    }
  }
}

const dotAt = (row: number, column: number, { grid, fill }: Modules): Plate => ({
  ...{ kind: 'plate', x: grid.x(column), y: grid.y(row), width: grid.unit, height: grid.unit },
  ...{ radius: grid.unit / 2, fill },
});

/** Adjacent modules that are stamped at once. */
const STAMPED = 6;

/** Stamps a row of dots, whose lower half is the upper one mirrored. */
function stampDots({ grid, size, dark }: Modules, row: number, stamps: DotStamps, canvas: Canvas): void {
  const [y, last, width] = [grid.y(row), grid.unit - 1, grid.unit * canvas.colours.channels];
  const groups = Array.from({ length: Math.ceil(size / STAMPED) }, (_, group) => {
    let which = 0;
    for (let at = 0; at < STAMPED; at++) if (dark(row, group * STAMPED + at)) which |= 1 << at;
    return stamps.of(which);
  });
  for (let at = 0; at <= last; at++) {
    const from = pixelOffset(canvas, grid.x(0), y + at);
    const mirrored = pixelOffset(canvas, grid.x(0), y + last - at);
    if (mirrored < from) {
      canvas.data.copyWithin(from, mirrored, mirrored + size * width);
      continue;
    }
    for (let group = 0; group < groups.length; group++) {
      const line = groups[group]?.[at];
      const room = (size - group * STAMPED) * width;
      if (line) canvas.data.set(line.length > room ? line.subarray(0, room) : line, from + group * STAMPED * width);
    }
  }
}

/** Rows of pixels of adjacent dots, by which of their positions have one. */
class DotStamps {
  /** Rows of a dot down to its middle; those below are mirrored. */
  readonly #dot: readonly Uint8Array[];
  /** A row of pixels of modules without a dot. */
  readonly #blank: Uint8Array;
  readonly #made = new Map<number, readonly Uint8Array[]>();

  constructor(unit: number, colours: Colours, ink: Ink, ground: Ink) {
    const dot = { x: 0, y: 0, width: unit, height: unit, radius: unit / 2 };
    this.#blank = new Uint8Array(STAMPED * unit * ground.length);
    fillRun(this.#blank, 0, this.#blank.length, ground);
    this.#dot = Array.from({ length: Math.ceil(unit / 2) }, (_, row) => {
      const line = this.#blank.slice(0, unit * ground.length);
      for (let column = 0; column < unit; column++) {
        colours.blend(line, column * colours.channels, ink, coverage(dot, column, row));
      }
      return line;
    });
  }

  /** @param which bit n is set if position n from the left has a dot */
  of(which: number): readonly Uint8Array[] {
    const rows = this.#made.get(which) ?? this.#dot.map((line) => this.#repeat(line, which));
    this.#made.set(which, rows);
    return rows;
  }

  #repeat(line: Uint8Array, which: number): Uint8Array {
    const lines = this.#blank.slice();
    for (let at = 0; at < STAMPED; at++) if (which & (1 << at)) lines.set(line, at * line.length);
    return lines;
  }
}
