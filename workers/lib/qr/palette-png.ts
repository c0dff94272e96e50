import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { type Canvas, newCanvas, recycle } from './canvas.js';
import type { Drawing, Part, Picture } from './drawing.js';
import { paint, paintedOver } from './paint.js';
import { Palette } from './palette.js';

const deflated = promisify(deflate);

/** A drawing of areas of one colour each. */
interface PlainDrawing extends Drawing {
  readonly parts: readonly (Exclude<Part, Picture> & { readonly fill: string })[];
}

/** Whether a drawing has neither pictures nor gradients in it. */
export const isPlain = (drawing: Drawing): drawing is PlainDrawing =>
  drawing.parts.every((part) => part.kind !== 'picture' && typeof part.fill === 'string');

/** The filters of a row that are used (ISO/IEC 15948, 9.2): as it is, and by its difference from the row above. */
const [NONE, UP] = [0, 2];

/** The byte before each row that names its filter. */
const LEAD = 1;

/** Colour type: places in a palette (11.2.2). */
const PALETTE = 3;

/** Rows of more bytes than this are compressed in a quicker way. */
const LARGE = 4_000_000;

/**
 * A drawing as PNG with a palette, of one bit to a pixel where there are two colours. Rows that repeat the one above are nothing but
 * zeros, so that an image of thousands of pixels costs little more than its modules.
 */
export async function palettePng(drawing: PlainDrawing): Promise<Buffer> {
  const { width, height, background } = drawing;
  const palette = new Palette([background, ...drawing.parts.map(({ fill }) => fill)]);
  const canvas = newCanvas(width, height, palette, background, { lead: LEAD, except: paintedOver(drawing) });
  try {
    await paint(drawing, canvas);
    const depth = depthFor(palette.colours.length);
    filterRows(canvas);
    const rows = depth === 8 ? canvas.data : packed(canvas, depth);
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
      chunk('IDAT', await deflated(rows, { level: rows.length > LARGE ? 2 : 6, chunkSize: 64 * 1024 })),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  } finally {
    recycle(canvas);
  }
}

/** How opaque each place of the palette is, where not all are (11.3.1). */
function opacities({ colours }: Palette): Buffer[] {
  const list = colours.map(([, , , opacity]) => opacity);
  return list.every((opacity) => opacity === 255) ? [] : [chunk('tRNS', Buffer.from(list))];
}

/** Bits of a pixel that tell so many colours apart (11.2.2). Four would be more work than they save. */
const depthFor = (colours: number): number => [1, 2].find((bits) => colours <= 2 ** bits) ?? 8;

/** A chunk: its length, type, data and checksum (5.3). */
function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** Writes the filter of each row before it, from the last row to the first, so that each still has what is above it. */
function filterRows({ data, stride, height }: Canvas): void {
  const pixels = Buffer.from(data.buffer, data.byteOffset, data.length);
  for (let at = (height - 1) * stride; at >= 0; at -= stride) {
    const [from, to] = [at + LEAD, at + stride];
    const isRepeated = at > 0 && pixels.compare(pixels, from - stride, to - stride, from, to) === 0;
    if (isRepeated) pixels.fill(0, from, to);
    pixels[at] = isRepeated ? UP : NONE;
  }
}

/** Filtered rows with several places in the palette to a byte, the leftmost in the high bits (7.2). */
function packed({ data, stride, width, height }: Canvas, depth: number): Buffer {
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
