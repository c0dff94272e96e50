import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { type Canvas, createCanvas, recycleCanvas } from './canvas.js';
import type { Drawing, Part, Picture } from './drawing.js';
import { findPaintedBox, paint } from './paint.js';
import { Palette } from './palette.js';

const deflateAsync = promisify(deflate);

/** A drawing without pictures and gradients. */
interface PlainDrawing extends Drawing {
  readonly parts: readonly (Exclude<Part, Picture> & { readonly fill: string })[];
}

export const isPlain = (drawing: Drawing): drawing is PlainDrawing =>
  drawing.parts.every((part) => part.kind !== 'picture' && typeof part.fill === 'string');

/** Filters of a row that are used (ISO/IEC 15948, 9.2): none, and the difference from the row above. */
const [NONE, UP] = [0, 2];

/** Byte of the filter before each row. */
const LEAD = 1;

/** Colour type of a palette (11.2.2). */
const PALETTE = 3;

/** Size of all rows in bytes from which they are compressed faster. */
const LARGE = 4_000_000;

/**
 * Encodes a drawing as PNG with a palette, of one bit per pixel if there are two colours. Repeated rows are zeros, so that a large image
 * costs little more than its modules.
 */
export async function palettePng(drawing: PlainDrawing): Promise<Buffer> {
  const { width, height, background } = drawing;
  const palette = new Palette([background, ...drawing.parts.map(({ fill }) => fill)]);
  const canvas = createCanvas(width, height, palette, background, { lead: LEAD, except: findPaintedBox(drawing) });
  try {
    await paint(drawing, canvas);
    const depth = bitDepth(palette.colours.length);
    filterRows(canvas);
    const rows = depth === 8 ? canvas.data : packRows(canvas, depth);
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width, 0);
    header.writeUInt32BE(height, 4);
    header.writeUInt8(depth, 8);
    header.writeUInt8(PALETTE, 9);
    return Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header),
      chunk('PLTE', Buffer.from(palette.colours.flatMap((colour) => colour.slice(0, 3)))),
      ...opacities(palette),
      chunk('IDAT', await deflateAsync(rows, { level: rows.length > LARGE ? 2 : 6, chunkSize: 64 * 1024 })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  } finally {
    recycleCanvas(canvas);
  }
}

/** Returns the opacities of the palette, if not all are opaque (11.3.1). */
function opacities({ colours }: Palette): Buffer[] {
  const list = colours.map(([, , , opacity]) => opacity);
  return list.every((opacity) => opacity === 255) ? [] : [chunk('tRNS', Buffer.from(list))];
}

/** Returns the bits per pixel for a number of colours (11.2.2). Four would be more work than they save. */
const bitDepth = (colours: number): number => [1, 2].find((bits) => colours <= 2 ** bits) ?? 8;

/** Encodes a chunk: length, type, data and checksum (5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Filters the rows, from the last to the first, so that each still has the row above it. */
function filterRows({ data, stride, height }: Canvas): void {
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.length);
  for (let at = (height - 1) * stride; at >= 0; at -= stride) {
    const [from, to] = [at + LEAD, at + stride];
    const isRepeated = at > 0 && pixels.compare(pixels, from - stride, to - stride, from, to) === 0;
    if (isRepeated) pixels.fill(0, from, to);
    pixels[at] = isRepeated ? UP : NONE;
  }
}

/** Packs filtered rows to several pixels per byte, the leftmost in the high bits (7.2). */
function packRows({ data, stride, width, height }: Canvas, depth: number): Buffer {
  const short = LEAD + Math.ceil((width * depth) / 8);
  const rows = Buffer.alloc(short * height);
  for (let row = 0; row < height; row++) {
    const filter = data[row * stride] ?? NONE;
    rows[row * short] = filter;
    if (filter === NONE)
      packRow(data.subarray(row * stride + LEAD, (row + 1) * stride), depth, rows, row * short + LEAD);
  }
  return rows;
}

function packRow(places: Uint8Array, depth: number, into: Buffer, at: number): void {
  for (let x = 0; x < places.length; x++) {
    const bit = x * depth;
    const byte = at + (bit >> 3);
    into[byte] = (into[byte] ?? 0) | ((places[x] ?? 0) << (8 - depth - (bit & 7)));
  }
}
