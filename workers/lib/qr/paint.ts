import sharp from 'sharp';
import { blend, type Canvas, fillRows, fillRun, type Ink, placeOf } from './canvas.js';
import type { Area, Box, Drawing, Modules, Part, Picture, Plate } from './drawing.js';
import { element } from './svg.js';

/** How a colour is written on a canvas. */
export type InkOf = (colour: string) => Ink;

/**
 * Paints what of a drawing lies on a canvas that has its background already. Boxes, discs and modules are painted here, each pixel by
 * the share of it that they cover; only the few areas of other shapes go through a renderer of vectors, which takes its time for
 * every pixel of its picture.
 */
export async function paint({ parts, background }: Drawing, canvas: Canvas, inkOf: InkOf): Promise<void> {
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (part?.kind === 'area') {
      const areas = areasFrom(parts, at);
      await paintAreas(areas, canvas);
      at += areas.length - 1;
    } else if (part?.kind === 'picture') await paintPicture(part, canvas);
    else if (part) paintFlat(part, canvas, inkOf, inkOf(background));
  }
}

/** Paints a part that needs no renderer. */
export function paintFlat(part: Plate | Modules, canvas: Canvas, inkOf: InkOf, ground: Ink): void {
  const ink = inkOf(part.fill);
  if (part.kind === 'plate') paintPlate(part, canvas, ink);
  else if (part.shape === 'dot') paintDots(part, canvas, ink, ground);
  else paintSquares(part, canvas, ink, ground);
}

/** Length that two ranges have in common. */
const overlap = (from: number, to: number, start: number, end: number): number =>
  Math.max(0, Math.min(to, end) - Math.max(from, start));

const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** The share of a pixel that a box covers, its corners taken by the distance of their arcs from the pixel's middle. */
function coverage({ x, y, width, height, radius }: Box & { radius: number }, column: number, row: number): number {
  if (radius === 0) return overlap(x, x + width, column, column + 1) * overlap(y, y + height, row, row + 1);
  const across = Math.abs(column + 0.5 - x - width / 2) - (width / 2 - radius);
  const down = Math.abs(row + 0.5 - y - height / 2) - (height / 2 - radius);
  const outside = Math.sqrt(Math.max(0, across) ** 2 + Math.max(0, down) ** 2) + Math.min(0, Math.max(across, down));
  return clamp(0.5 - (outside - radius));
}

function paintPlate(plate: Plate, canvas: Canvas, ink: Ink): void {
  const { x, y, width, height, hole, radius } = plate;
  const [left, right] = [Math.max(0, Math.floor(x)), Math.min(canvas.width, Math.ceil(x + width))];
  const [first, end] = [Math.max(canvas.top, Math.floor(y)), Math.min(canvas.bottom, Math.ceil(y + height))];
  // Between its corners every row is the same; of a plate with a hole nothing is taken for granted.
  const plainFrom = hole ? end : Math.max(first, Math.ceil(y + radius));
  const plainTo = hole ? end : Math.min(end, Math.floor(y + height - radius));
  for (let row = first; row < end; row++) {
    const isPlain = row >= plainFrom && row < plainTo;
    if (isPlain) {
      const [solidFrom, solidTo] = [Math.ceil(x), Math.floor(x + width)];
      fillRows(canvas, { x: solidFrom, y: row, width: solidTo - solidFrom, height: plainTo - row }, ink);
      for (const column of [left, right - 1]) {
        if (column >= solidFrom && column < solidTo) continue;
        for (let at = row; at < plainTo; at++) {
          blend(canvas.data, placeOf(canvas, column, at), ink, coverage(plate, column, at));
        }
      }
      row = plainTo - 1;
    } else paintRow(plate, canvas, ink, row, left, right);
  }
}

/** A row of a plate through its corners: pixels are looked at one by one only where an arc goes through them. */
function paintRow(plate: Plate, canvas: Canvas, ink: Ink, row: number, left: number, right: number): void {
  const { x, width, hole } = plate;
  const isEven = !hole && coverage(plate, Math.floor(x + width / 2), row) === 1;
  const [outer, inner] = hole ? [0, 0] : [insetAt(plate, row, 0.5), insetAt(plate, row, -0.5)];
  const [from, to] = [Math.max(left, Math.floor(x + outer) - 1), Math.min(right, Math.ceil(x + width - outer) + 1)];
  const [evenFrom, evenTo] = isEven ? [Math.ceil(x + inner) + 1, Math.floor(x + width - inner) - 1] : [to, to];
  for (let column = from; column < to; column++) {
    if (column >= evenFrom && column < evenTo) {
      fillRun(canvas.data, placeOf(canvas, column, row), placeOf(canvas, evenTo, row), ink);
      column = evenTo;
    }
    const share = coverage(plate, column, row) - (hole ? coverage(hole, column, row) : 0);
    if (share > 0) blend(canvas.data, placeOf(canvas, column, row), ink, share);
  }
}

/** How far from a plate's side its arcs, drawn wider by some pixels, meet the middle of a row. */
function insetAt({ y, height, radius }: Plate, row: number, wider: number): number {
  const down = Math.max(0, Math.abs(row + 0.5 - y - height / 2) - (height / 2 - radius));
  return radius - Math.sqrt(Math.max(0, (radius + wider) ** 2 - down ** 2));
}

/** Each row of modules is drawn once and repeated; a row of pixels on the edge of two is a mixture of both. */
function paintSquares({ grid, size, dark }: Modules, canvas: Canvas, ink: Ink, ground: Ink): void {
  const [left, right] = [Math.floor(grid.x(0)), Math.ceil(grid.x(size))];
  const first = Math.max(canvas.top, Math.floor(grid.y(0)));
  const end = Math.min(canvas.bottom, Math.ceil(grid.y(size)));
  const shares = new Map<number, Float32Array>();
  const sharesOf = (row: number): Float32Array => {
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
    const [from, to] = [placeOf(canvas, left, y), placeOf(canvas, right, y)];
    if (whole !== undefined && whole === drawn) {
      const above = canvas.width * canvas.channels;
      canvas.data.copyWithin(from, from - above, to - above);
    } else {
      fillRun(canvas.data, from, to, ground);
      blendRow(canvas, from, ink, mixture(rows, sharesOf));
    }
    drawn = whole;
  }
}

type RowShare = { readonly row: number; readonly share: number };

/** How much of each pixel is covered by rows of modules that each have a share of it. */
function mixture(rows: readonly RowShare[], sharesOf: (row: number) => Float32Array): Float32Array {
  const [only] = rows;
  if (only && rows.length === 1 && only.share === 1) return sharesOf(only.row);
  const lines = rows.map(({ row, share }) => sharesOf(row).map((covered) => covered * share));
  return lines.reduce((sum, line) => sum.map((covered, at) => covered + (line[at] ?? 0)));
}

/** Mixes a colour into a row of pixels, runs that are covered wholly at once. */
function blendRow({ data, channels }: Canvas, start: number, ink: Ink, shares: Float32Array): void {
  for (let at = 0; at < shares.length; at++) {
    const share = shares[at] ?? 0;
    if (share <= 0) continue;
    if (share < 1) {
      blend(data, start + at * channels, ink, share);
      continue;
    }
    const from = at;
    while ((shares[at + 1] ?? 0) >= 1) at++;
    fillRun(data, start + from * channels, start + (at + 1) * channels, ink);
  }
}

/** The rows of modules that a row of pixels lies on, and how much of it on each. */
function rowsAt(y: number, grid: Modules['grid'], size: number): RowShare[] {
  const near = Math.floor((y - grid.y(0)) / grid.unit);
  return [near - 1, near, near + 1, near + 2]
    .filter((row) => row >= 0 && row < size)
    .map((row) => ({ row, share: overlap(grid.y(row), grid.y(row + 1), y, y + 1) }))
    .filter(({ share }) => share > 1e-9);
}

/** Dots whose grid is of whole pixels are all alike, and stamped; others lie each on its pixels in its own way. */
function paintDots(modules: Modules, canvas: Canvas, ink: Ink, ground: Ink): void {
  const { grid, size, dark } = modules;
  const stamp = Number.isInteger(grid.unit) ? dotStamp(grid.unit, ink, ground) : undefined;
  for (let row = 0; row < size; row++) {
    const columns = Array.from({ length: size }, (_, column) => column).filter((column) => dark(row, column));
    if (stamp) stampDots(columns, modules, row, stamp, canvas);
    else for (const column of columns) paintPlate(dotAt(row, column, modules), canvas, ink);
  }
}

const dotAt = (row: number, column: number, { grid, fill }: Modules): Plate => ({
  ...{ kind: 'plate', x: grid.x(column), y: grid.y(row), width: grid.unit, height: grid.unit },
  ...{ radius: grid.unit / 2, fill },
});

/** The lower half of a row of dots is the upper one again, upside down. */
function stampDots(
  columns: readonly number[],
  { grid, size }: Modules,
  row: number,
  stamp: readonly Uint8Array[],
  canvas: Canvas,
): void {
  const [y, last] = [grid.y(row), stamp.length - 1];
  for (let at = 0; at <= last; at++) {
    const from = placeOf(canvas, grid.x(0), y + at);
    const mirrored = placeOf(canvas, grid.x(0), y + last - at);
    const line = stamp[at] ?? new Uint8Array();
    if (mirrored < from) canvas.data.copyWithin(from, mirrored, mirrored + size * line.length);
    else for (const column of columns) canvas.data.set(line, from + column * line.length);
  }
}

/** The rows of pixels of one dot on the background. */
function dotStamp(unit: number, ink: Ink, ground: Ink): Uint8Array[] {
  const dot = { x: 0, y: 0, width: unit, height: unit, radius: unit / 2 };
  return Array.from({ length: unit }, (_, row) => {
    const line = new Uint8Array(unit * ink.length);
    fillRun(line, 0, line.length, ground);
    for (let column = 0; column < unit; column++) blend(line, column * ink.length, ink, coverage(dot, column, row));
    return line;
  });
}

/** The areas that follow each other from a place on: they are rendered together. */
function areasFrom(parts: readonly Part[], start: number): Area[] {
  const areas: Area[] = [];
  for (let at = start; at < parts.length; at++) {
    const part = parts[at];
    if (part?.kind !== 'area') break;
    areas.push(part);
  }
  return areas;
}

async function paintAreas(areas: readonly Area[], canvas: Canvas): Promise<void> {
  const boxes = areas.map(({ within }) => within);
  const left = Math.max(0, Math.floor(Math.min(...boxes.map(({ x }) => x))));
  const top = Math.max(canvas.top, Math.floor(Math.min(...boxes.map(({ y }) => y))));
  const width = Math.min(canvas.width, Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)))) - left;
  const height = Math.min(canvas.bottom, Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)))) - top;
  if (width <= 0 || height <= 0) return;
  const size = `width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${areas.map(element).join('')}</svg>`;
  paintPixels(await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer(), { x: left, y: top, width, height }, canvas);
}

/** A picture as large as its box allows, in the middle of it. */
async function paintPicture({ painted, ...box }: Picture, canvas: Canvas): Promise<void> {
  const [width, height] = [Math.max(1, Math.round(box.width)), Math.max(1, Math.round(box.height))];
  const { data, info } = await sharp(painted)
    .resize(width, height, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const x = Math.round(box.x + (box.width - info.width) / 2);
  const y = Math.round(box.y + (box.height - info.height) / 2);
  paintPixels(data, { x, y, width: info.width, height: info.height }, canvas);
}

/** @param pixels red, green, blue and opacity of each pixel of a box that lies on the canvas */
function paintPixels(pixels: Buffer, { x, y, width, height }: Box, canvas: Canvas): void {
  const { data, channels } = canvas;
  for (let row = 0, from = 0; row < height; row++) {
    let to = placeOf(canvas, x, y + row);
    for (let column = 0; column < width; column++, from += 4, to += channels) {
      const opacity = pixels[from + 3] ?? 0;
      if (opacity === 0) continue;
      for (let channel = 0; channel < channels; channel++) {
        const over = pixels[from + channel] ?? 0;
        const under = data[to + channel] ?? 0;
        data[to + channel] = opacity === 255 ? over : under + ((over - under) * opacity) / 255 + 0.5;
      }
    }
  }
}
