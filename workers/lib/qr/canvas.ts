import type { Box } from './drawing.js';

/** The channels of one colour: a grey, red with green and blue, or the place in a palette. */
export type Ink = readonly number[];

/** Pixels in memory: all rows of an image, or some of them. */
export interface Canvas {
  readonly width: number;
  /** Number of the first row that is here, and of the row after the last. */
  readonly top: number;
  readonly bottom: number;
  readonly channels: number;
  readonly data: Uint8Array;
}

/** From this many bytes on the memory of a canvas is kept for the next one: taking it anew costs more than to paint it. */
const WORTH_KEEPING = 4_000_000;

/** Memory that an earlier large canvas had. */
let spare: Uint8Array | undefined;

/** A canvas of one colour. */
export function newCanvas(width: number, top: number, bottom: number, ink: Ink): Canvas {
  const canvas = { width, top, bottom, channels: ink.length, data: memory(width * (bottom - top) * ink.length) };
  fillRows(canvas, { x: 0, y: top, width, height: bottom - top }, ink);
  return canvas;
}

/** Gives the memory of a canvas to the next one. */
export function recycle({ data }: Canvas): void {
  if (data.buffer.byteLength >= Math.max(WORTH_KEEPING, spare?.length ?? 0)) spare = new Uint8Array(data.buffer);
}

function memory(length: number): Uint8Array {
  if (!spare || length < WORTH_KEEPING || spare.length < length) return new Uint8Array(length);
  const data = spare.subarray(0, length);
  spare = undefined;
  return data;
}

/** Place in the data of a pixel. */
export const placeOf = ({ width, top, channels }: Canvas, x: number, y: number): number =>
  ((y - top) * width + x) * channels;

/** Fills the whole pixels of a box that lie on the canvas. */
export function fillRows(canvas: Canvas, { x, y, width, height }: Box, ink: Ink): void {
  const [left, right] = [Math.max(0, x), Math.min(canvas.width, x + width)];
  const [first, end] = [Math.max(canvas.top, y), Math.min(canvas.bottom, y + height)];
  if (right <= left || end <= first) return;
  const from = placeOf(canvas, left, first);
  const to = placeOf(canvas, right, first);
  fillRun(canvas.data, from, to, ink);
  const row = canvas.width * canvas.channels;
  for (let at = from + row, rest = end - first - 1; rest > 0; rest--, at += row) canvas.data.copyWithin(at, from, to);
}

/** Fills a run of pixels. What is filled is doubled by copying: that is many times faster than pixel by pixel. */
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

/**
 * Mixes a colour into one pixel.
 *
 * @param share of the pixel that is covered, 0 to 1
 */
export function blend(data: Uint8Array, at: number, ink: Ink, share: number): void {
  for (let channel = 0; channel < ink.length; channel++) {
    const under = data[at + channel] ?? 0;
    data[at + channel] = under + ((ink[channel] ?? 0) - under) * share + 0.5;
  }
}
