import sharp, { type Sharp } from 'sharp';
import { channels } from '../../../shared/colour.js';
import { newCanvas, recycle } from './canvas.js';
import type { Drawing } from './drawing.js';
import { flatPng, isFlat } from './flat-png.js';
import { type InkOf, paint } from './paint.js';

// Calls run side by side in a worker: one thread each, and no cache of files that are never asked for again.
sharp.concurrency(1);
sharp.cache(false);

/**
 * Has this process read nothing but what was made for it: areas as SVG, and logos that the decoder has encoded anew as PNG. For a worker;
 * others may have their own images to look at.
 */
export function readOwnPicturesOnly(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadPngBuffer'] });
}

/** Images of more pixels are encoded in the quicker way: their modules are so large that a JPG's finer shades tell nothing. */
const LARGE = 2_000_000;

/** A drawing whose unit is the pixel as PNG. */
export const toPng = (drawing: Drawing): Promise<Buffer> =>
  isFlat(drawing)
    ? flatPng(drawing)
    : painted(drawing, (picture) =>
        picture.png({ compressionLevel: isLarge(drawing) ? 2 : 6, adaptiveFiltering: false }),
      );

/** A drawing whose unit is the pixel as JPG: where modules are small, without the colour subsampling that would blur their edges. */
export function toJpg(drawing: Drawing): Promise<Buffer> {
  const large = isLarge(drawing);
  const [quality, chromaSubsampling] = large ? [80, '4:2:0'] : [92, '4:4:4'];
  return painted(drawing, (picture) => picture.jpeg({ quality, chromaSubsampling, optimiseCoding: !large }));
}

const isLarge = ({ width, height }: Drawing): boolean => width * height > LARGE;

/** Paints a drawing, on one channel where all is grey, and encodes it. */
async function painted(drawing: Drawing, encode: (picture: Sharp) => Sharp): Promise<Buffer> {
  const { width, height, background } = drawing;
  const inkOf: InkOf = isGrey(drawing) ? (colour) => channels(colour).slice(0, 1) : channels;
  const canvas = newCanvas(width, 0, height, inkOf(background));
  try {
    await paint(drawing, canvas, inkOf);
    const raw = { width, height, channels: inkOf(background).length as 1 | 3 };
    const picture = sharp(canvas.data, { raw }).toColourspace(raw.channels === 1 ? 'b-w' : 'srgb');
    return await encode(picture).toBuffer();
  } finally {
    recycle(canvas);
  }
}

const isGrey = ({ background, parts }: Drawing): boolean =>
  [background, ...parts.map((part) => ('fill' in part ? part.fill : undefined))].every((colour) => {
    const [red, green, blue] = colour === undefined ? [0, 1, 2] : channels(colour);
    return red === green && green === blue;
  });
