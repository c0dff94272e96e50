import { type Canvas, newCanvas, placeOf } from './canvas.js';
import { COVERAGE, type Ink } from './colours.js';
import { TRANSPARENT } from './drawing.js';

/** What covers a pixel of a mask wholly, and not at all. */
export const [COVERED, BARE]: readonly [Ink, Ink] = [[255], [0]];

/** A canvas of the size of another that keeps how much of each pixel is covered, at first nothing. */
export const newMask = ({ width, height }: Canvas): Canvas => newCanvas(width, height, COVERAGE, TRANSPARENT);

/** Paints what a mask covers, each pixel in the ink of its place. */
export function paintThrough(mask: Canvas, canvas: Canvas, inkAt: (x: number, y: number) => Ink): void {
  const { data, colours, width, height } = canvas;
  for (let y = 0; y < height; y++) {
    const [row, line] = [y * mask.stride, placeOf(canvas, 0, y)];
    for (let x = 0; x < width; x++) {
      const covered = mask.data[row + x] ?? 0;
      if (covered === 0) continue;
      const [ink, at] = [inkAt(x, y), line + x * colours.channels];
      if (covered < 255) colours.blend(data, at, ink, covered / 255);
      else for (let channel = 0; channel < ink.length; channel++) data[at + channel] = ink[channel] ?? 0;
    }
  }
}
