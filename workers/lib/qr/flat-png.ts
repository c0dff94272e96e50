import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { channels } from '../../../shared/colour.js';
import { type Canvas, newCanvas } from './canvas.js';
import type { Drawing, Modules, Part, Plate } from './drawing.js';
import { paintFlat } from './paint.js';

const deflated = promisify(deflate);

/** The most colours that a palette of four bits has. */
const MOST_COLOURS = 16;

/** A drawing of plain boxes and modules on whole pixels: there is no pixel of a colour between two. */
export interface FlatDrawing extends Drawing {
  readonly parts: readonly (Plate | Modules)[];
}

/** Whether a drawing has nothing but boxes and modules on whole pixels, in few colours. */
export const isFlat = (drawing: Drawing): drawing is FlatDrawing =>
  drawing.parts.every(isPlain) && coloursOf(drawing).length <= MOST_COLOURS;

function isPlain(part: Part): boolean {
  if (part.kind === 'modules') return part.shape === 'square' && Number.isInteger(part.grid.unit);
  return part.kind === 'plate' && [part, part.hole ?? part].every(onWholePixels);
}

const onWholePixels = ({ x, y, width, height, radius }: Plate | NonNullable<Plate['hole']>): boolean =>
  radius === 0 && [x, y, width, height].every(Number.isInteger);

const coloursOf = ({ background, parts }: Drawing): string[] => [
  ...new Set(
    [background, ...parts.flatMap((part) => ('fill' in part ? part.fill : []))].map((fill) => fill.toLowerCase()),
  ),
];

/** The filters of a row that are used (ISO/IEC 15948, 9.2): as it is, and by its difference from the row above. */
const [NONE, UP] = [0, 2];

/** Colour type: places in a palette (11.2.2). */
const PALETTE = 3;

/**
 * A flat drawing as PNG with a palette, of one bit to a pixel where there are two colours. Rows that repeat the one above are nothing but
 * zeros, so that an image of thousands of pixels costs little more than its modules.
 */
export async function flatPng(drawing: FlatDrawing): Promise<Buffer> {
  const { width, height } = drawing;
  const colours = coloursOf(drawing);
  const depth = colours.length <= 2 ? 1 : colours.length <= 4 ? 2 : 4;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(depth, 8);
  header.writeUInt8(PALETTE, 9);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.flatMap((colour) => [...channels(colour)]))),
    chunk('IDAT', await deflated(filteredRows(drawing, colours, depth))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A chunk: its length, type, data and checksum (5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

function filteredRows(drawing: FlatDrawing, colours: readonly string[], depth: number): Buffer {
  const stride = 1 + Math.ceil((drawing.width * depth) / 8);
  const rows = Buffer.alloc(stride * drawing.height);
  const inkOf = (colour: string) => [colours.indexOf(colour.toLowerCase())];
  for (const [top, end] of bands(drawing)) {
    const canvas = newCanvas(drawing.width, top, top + 1, inkOf(drawing.background));
    for (const part of drawing.parts) paintFlat(part, canvas, inkOf, inkOf(drawing.background));
    rows[top * stride] = NONE;
    packRow(canvas, depth, rows, top * stride + 1);
    for (let row = top + 1; row < end; row++) rows[row * stride] = UP;
  }
  return rows;
}

/** Ranges of rows that are all alike: between them lie the edges of all parts. */
function bands({ height, parts }: FlatDrawing): [top: number, end: number][] {
  const edges = new Set([0, height]);
  for (const part of parts) {
    if (part.kind === 'modules') for (let row = 0; row <= part.size; row++) edges.add(part.grid.y(row));
    else for (const { y, height: high } of [part, part.hole ?? part]) edges.add(y).add(y + high);
  }
  const ordered = [...edges].filter((edge) => edge >= 0 && edge <= height).sort((a, b) => a - b);
  return ordered.slice(1).map((end, at) => [ordered[at] ?? 0, end]);
}

/** Writes a row of places in the palette, several to a byte, the leftmost in the high bits (7.2). */
function packRow({ data, width }: Canvas, depth: number, into: Buffer, at: number): void {
  for (let x = 0; x < width; x++) {
    const bit = x * depth;
    const byte = at + (bit >> 3);
    into[byte] = (into[byte] ?? 0) | ((data[x] ?? 0) << (8 - depth - (bit & 7)));
  }
}
