import type { Colours, Ink } from './colours.js';
import type { Box } from './drawing.js';

/** All pixels of an image in memory, row by row. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly colours: Colours;
  /** Bytes before the pixels of each row, for the encoder. */
  readonly lead: number;
  /** Bytes of a row. */
  readonly stride: number;
  readonly data: Uint8Array;
}

/** Size in bytes from which the memory of a canvas is reused: allocating it costs more than painting. */
const WORTH_KEEPING = 4_000_000;

/** Memory of an earlier large canvas. */
let spare: Uint8Array | undefined;

interface CanvasTerms {
  /** Bytes before the pixels of each row; none by default. */
  readonly lead?: number;
  /** Pixels that are painted completely, and need not be filled. */
  readonly except?: Box | undefined;
}

/** Creates a canvas filled with one colour, except a box. */
export function createCanvas(
  width: number,
  height: number,
  colours: Colours,
  fill: string,
  { lead = 0, except }: CanvasTerms = {},
): Canvas {
  const stride = lead + width * colours.channels;
  const canvas = { width, height, colours, lead, stride, data: memory(stride * height) };
  const ink = colours.toInk(fill);
  const { x, y, width: across, height: down } = except ?? { x: 0, y: 0, width: 0, height: 0 };
  fillRows(canvas, { x: 0, y: 0, width, height: y }, ink);
  fillRows(canvas, { x: 0, y, width: x, height: down }, ink);
  fillRows(canvas, { x: x + across, y, width: width - x - across, height: down }, ink);
  fillRows(canvas, { x: 0, y: y + down, width, height: height - y - down }, ink);
  return canvas;
}

/** Reuses the memory of a canvas for the next one. */
export function recycleCanvas({ data }: Canvas): void {
  if (data.buffer.byteLength >= Math.max(WORTH_KEEPING, spare?.length ?? 0)) spare = new Uint8Array(data.buffer);
}

function memory(length: number): Uint8Array {
  if (!spare || length < WORTH_KEEPING || spare.length < length) return new Uint8Array(length);
  const data = spare.subarray(0, length);
  spare = undefined;
  return data;
}

/** Returns the offset of a pixel in the data. */
export const pixelOffset = ({ colours, lead, stride }: Canvas, x: number, y: number): number =>
  y * stride + lead + x * colours.channels;

/** Fills the whole pixels of a box that lie on the canvas. */
export function fillRows(canvas: Canvas, { x, y, width, height }: Box, ink: Ink): void {
  const [left, right] = [Math.max(0, x), Math.min(canvas.width, x + width)];
  const [first, end] = [Math.max(0, y), Math.min(canvas.height, y + height)];
  if (right <= left || end <= first) return;
  const from = pixelOffset(canvas, left, first);
  const to = pixelOffset(canvas, right, first);
  fillRun(canvas.data, from, to, ink);
  for (let at = from + canvas.stride, rest = end - first - 1; rest > 0; rest--, at += canvas.stride) {
    canvas.data.copyWithin(at, from, to);
  }
}

/** Fills a run of pixels by copying and doubling, which is much faster than pixel by pixel. */
export function fillRun(data: Uint8Array, from: number, to: number, ink: Ink): void {
  if (ink.length === 1) {
    data.fill(ink[0] ?? 0, from, to);
    return;
  }
  for (let channel = 0; channel < ink.length; channel++) data[from + channel] = ink[channel] ?? 0;
  for (let done = ink.length; from + done < to; done *= 2) {
    data.copyWithin(from + done, from, from + Math.min(done, to - from - done));
  }
}
