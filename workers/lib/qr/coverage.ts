import { type Canvas, createCanvas, pixelOffset } from './canvas.js';
import { COVERAGE, type Ink } from './colours.js';
import { TRANSPARENT } from './drawing.js';

/** Full and no coverage of a pixel of a mask. */
export const [COVERED, BARE]: readonly [Ink, Ink] = [[255], [0]];

/** Creates an empty coverage mask of the size of a canvas. */
export const createMask = ({ width, height }: Canvas): Canvas => createCanvas(width, height, COVERAGE, TRANSPARENT);

/** Paints through a mask, each pixel in the ink of its position. */
export function paintThrough(mask: Canvas, canvas: Canvas, inkAt: (x: number, y: number) => Ink): void {
  const { data, colours, width, height } = canvas;
  for (let y = 0; y < height; y++) {
    const [row, line] = [y * mask.stride, pixelOffset(canvas, 0, y)];
    for (let x = 0; x < width; x++) {
      const covered = mask.data[row + x] ?? 0;
      if (covered === 0) continue;
      const [ink, at] = [inkAt(x, y), line + x * colours.channels];
      if (covered < 255) colours.blend(data, at, ink, covered / 255);
      else for (let channel = 0; channel < ink.length; channel++) data[at + channel] = ink[channel] ?? 0;
    }
  }
}
