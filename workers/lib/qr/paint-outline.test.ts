import { ok } from 'node:assert/strict';
import sharp from 'sharp';
import { createCanvas } from './canvas.js';
import { captionFont } from './caption-font.js';
import { GREYS } from './colours.js';
import { type Area, polygon } from './drawing.js';
import { paintOutline } from './paint-outline.js';

const [WIDTH, HEIGHT] = [320, 90];

/** Average and largest difference between the pixels of an area and those of a vector renderer, in shades of 255. */
async function difference(area: Area): Promise<{ mean: number; most: number }> {
  const canvas = createCanvas(WIDTH, HEIGHT, GREYS, '#ffffff');
  paintOutline(area, canvas, [0]);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><path d="${area.path}"/></svg>`;
  const rendered = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).greyscale().raw().toBuffer();
  const differences = canvas.data.map((shade, at) => Math.abs(shade - (rendered[at] ?? 0)));
  return { mean: differences.reduce((sum, one) => sum + one, 0) / differences.length, most: Math.max(...differences) };
}

describe('an outline', () => {
  const areas: Record<string, Area> = {
    'letters with curves and holes': captionFont('dejavu').draw('Größe @8&ß', 8.3, 60.7, 52, '#000000'),
    'letters of a few pixels': captionFont('dejavu').draw('Scan me: agegßw%', 4.2, 30.1, 11, '#000000'),
    'a polygon with a notch': polygon('#000000', [3.5, 4.25], [200.5, 9], [140, 40.75], [210, 84.5], [2, 70]),
    'a polygon that reaches out of the picture': polygon('#000000', [-30, -12], [340, 20], [150, 130]),
    'a sliver': polygon('#000000', [1, 10.2], [310, 10.9], [310, 11.3]),
  };
  for (const [what, area] of Object.entries(areas)) {
    it(`is painted as a renderer of vectors paints it: ${what}`, async () => {
      const { mean, most } = await difference(area);
      // One of the renderer's own shades is 255 / 15.
      ok(mean < 0.6 && most <= 40, `${mean.toFixed(2)} on average, ${most} at most`);
    });
  }
});
