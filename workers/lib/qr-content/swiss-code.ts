import { crc32 } from 'node:zlib';
import { errors } from '../../../shared/contract/errors.js';
import type { Design } from '../qr/design.js';
import { drawCode } from '../qr/draw-code.js';
import { type Drawing, type Part, plate } from '../qr/drawing.js';
import { hasMiddleAlignment, nextWithoutMiddle } from '../qr/logo.js';
import { encode, type Grid, type Matrix } from '../qr/matrix.js';
import { toPdf } from '../qr/pdf.js';
import { toPng } from '../qr/raster.js';
import type { QrImage } from '../qr/render.js';
import { toSvg } from '../qr/svg.js';

/** Sizes in mm (SIX, Swiss Implementation Guidelines for the QR-bill): the code, and the space around it. */
const [CODE, SPACE] = [46, 5];

/** Sizes of the cross in mm: its white border, its black square, and its arms from end to end and across. */
const CROSS = { border: 7, square: 6, length: 3.89, thickness: 1.17 };

/** Width of the image in mm. */
const WIDTH = CODE + 2 * SPACE;

const MM_PER_INCH = 25.4;

/** Pixels per inch of SVG and PDF. */
const PIXELS_PER_INCH = 96;

/** Fewest pixels of a module. */
const LEAST_PIXELS = 2;

/** The only design that the standard allows. */
const PLAIN: Design = {
  foreground: '#000000',
  background: '#ffffff',
  gradient: undefined,
  margin: 0,
  body: 'square',
  eye: { frame: 'square', ball: 'square' },
  eyes: [
    { outer: undefined, inner: undefined },
    { outer: undefined, inner: undefined },
    { outer: undefined, inner: undefined },
  ],
  logo: undefined,
  logoShare: 0,
  frame: undefined,
};

/**
 * Renders a Swiss QR code in its size for print: 46 mm with a white border of 5 mm. SVG and PDF are 56 mm wide; a PNG has the requested
 * width, whole pixels per module, and the resolution at which its code is 46 mm wide.
 *
 * @param width pixels of a PNG
 * @throws ApiError if the modules would be smaller than two pixels
 */
export async function renderSwissCode(text: string, format: 'SVG' | 'PDF' | 'PNG', width: number): Promise<QrImage> {
  const matrix = encodeAround(text);
  if (format === 'PNG') return renderPng(matrix, width);
  const side = Math.round((WIDTH * PIXELS_PER_INCH) / MM_PER_INCH);
  const size = { width: side, height: side };
  const drawing = draw(matrix, (matrix.size * UNIT * WIDTH) / CODE, UNIT);
  if (format === 'PDF') {
    return {
      mime: 'application/pdf',
      ext: 'pdf',
      ...size,
      bytes: await toPdf(drawing, (WIDTH * PIXELS_PER_INCH) / MM_PER_INCH),
    };
  }
  const svg = toSvg(drawing, side).replace(/ width="\d+" height="\d+"/, ` width="${WIDTH}mm" height="${WIDTH}mm"`);
  return { mime: 'image/svg+xml', ext: 'svg', ...size, bytes: Buffer.from(svg) };
}

/** Largest version that the standard allows. */
const LARGEST_VERSION = 25;

/** Encodes a text in a version whose middle is free for the cross, if there is one. */
function encodeAround(text: string): Matrix {
  const matrix = encode(text, 'M');
  const version = nextWithoutMiddle(matrix.version);
  return hasMiddleAlignment(matrix) && version <= LARGEST_VERSION ? encode(text, 'M', version) : matrix;
}

/** Side of a module in vector formats. */
const UNIT = 10;

async function renderPng(matrix: Matrix, width: number): Promise<QrImage> {
  const unit = Math.floor((width * CODE) / WIDTH / matrix.size);
  if (unit < LEAST_PIXELS)
    throw errors.qrTooSmallToScan({ least: Math.ceil((LEAST_PIXELS * matrix.size * WIDTH) / CODE) });
  const bytes = await toPng(draw(matrix, width, unit));
  const pixelsPerMetre = Math.round((unit * matrix.size * 1_000) / CODE);
  return { mime: 'image/png', ext: 'png', width, height: width, bytes: withResolution(bytes, pixelsPerMetre) };
}

/** Draws a code with modules of a side, in the middle of a square. */
function draw(matrix: Matrix, width: number, unit: number): Drawing {
  const start = Math.floor((width - unit * matrix.size) / 2);
  const grid: Grid = { unit, x: (column) => start + column * unit, y: (row) => start + row * unit };
  const middle = start + (unit * matrix.size) / 2;
  const cross = drawCross(middle, (unit * matrix.size) / CODE);
  return { width, height: width, background: PLAIN.background, parts: [...drawCode(matrix, PLAIN, grid), ...cross] };
}

/** Draws the Swiss cross around a point, with pixels per mm. */
function drawCross(middle: number, scale: number): Part[] {
  const bar = (width: number, height: number, fill: string) => {
    const size = { width: width * scale, height: height * scale };
    return plate({ x: middle - size.width / 2, y: middle - size.height / 2, ...size }, fill);
  };
  const { border, square, length, thickness } = CROSS;
  return [
    bar(border, border, PLAIN.background),
    bar(square, square, PLAIN.foreground),
    bar(length, thickness, PLAIN.background),
    bar(thickness, length, PLAIN.background),
  ];
}

/** Bytes of a PNG before its second chunk: the signature and the header. */
const HEADER = 33;

/** Adds the resolution to a PNG (chunk `pHYs`). */
function withResolution(png: Buffer, pixelsPerMetre: number): Buffer {
  const content = Buffer.from('pHYs_________');
  content.writeUInt32BE(pixelsPerMetre, 4);
  content.writeUInt32BE(pixelsPerMetre, 8);
  content.writeUInt8(1, 12);
  const chunk = Buffer.concat([encodeBigEndian(content.length - 4), content, encodeBigEndian(crc32(content))]);
  return Buffer.concat([png.subarray(0, HEADER), chunk, png.subarray(HEADER)]);
}

function encodeBigEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
