import sharp from 'sharp';
import type { Drawing } from './drawing.js';
import { toSvg } from './svg.js';

// Calls run side by side in a worker: one thread each, and no cache of files that are never asked for again.
sharp.concurrency(1);
sharp.cache(false);

/** A drawing covers all of itself: without its transparency it is the same, and packed sooner. */
const paint = (drawing: Drawing) => sharp(Buffer.from(toSvg(drawing, drawing.width))).removeAlpha();

/** A drawing whose unit is the pixel as PNG. */
export const toPng = (drawing: Drawing): Promise<Buffer> =>
  paint(drawing).png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer();

/** A drawing whose unit is the pixel as JPG, without the colour subsampling that would blur the edges of modules. */
export const toJpg = (drawing: Drawing): Promise<Buffer> =>
  paint(drawing).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
