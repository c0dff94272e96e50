import sharp, { type Sharp } from 'sharp';
import { channels } from '../../../shared/colour.js';
import { newCanvas, recycle } from './canvas.js';
import { type Colours, GREYS, TRUE_COLOURS, WITH_OPACITY } from './colours.js';
import { type Drawing, TRANSPARENT } from './drawing.js';
import { paint, paintedOver } from './paint.js';
import { isPlain, palettePng } from './palette-png.js';

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
  isPlain(drawing)
    ? palettePng(drawing)
    : painted(drawing, (picture) =>
        picture.png({ compressionLevel: isLarge(drawing) ? 1 : 6, adaptiveFiltering: false }),
      );

/** A drawing whose unit is the pixel as WEBP, without loss: it has few colours, and edges that must stay sharp. */
export const toWebp = (drawing: Drawing): Promise<Buffer> =>
  painted(drawing, (picture) => picture.webp({ lossless: true, effort: 0 }));

/** A drawing whose unit is the pixel as JPG: where modules are small, without the colour subsampling that would blur their edges. */
export function toJpg(drawing: Drawing): Promise<Buffer> {
  const large = isLarge(drawing);
  const [quality, chromaSubsampling] = large ? [50, '4:2:0'] : [92, '4:4:4'];
  return painted(drawing, (picture) => picture.jpeg({ quality, chromaSubsampling, optimiseCoding: !large }));
}

const isLarge = ({ width, height }: Drawing): boolean => width * height > LARGE;

/** Paints a drawing, on one channel where all is grey, and encodes it. */
async function painted(drawing: Drawing, encode: (picture: Sharp) => Sharp): Promise<Buffer> {
  const { width, height, background } = drawing;
  const colours = coloursFor(drawing);
  const canvas = newCanvas(width, height, colours, background, { except: paintedOver(drawing) });
  try {
    await paint(drawing, canvas);
    const picture = sharp(canvas.data, { raw: { width, height, channels: colours.channels } });
    return await encode(picture.toColourspace(colours === GREYS ? 'b-w' : 'srgb')).toBuffer();
  } finally {
    recycle(canvas);
  }
}

function coloursFor(drawing: Drawing): Colours {
  if (drawing.background === TRANSPARENT) return WITH_OPACITY;
  return isGrey(drawing) ? GREYS : TRUE_COLOURS;
}

const isGrey = (drawing: Drawing): boolean =>
  isPlain(drawing) &&
  [drawing.background, ...drawing.parts.map(({ fill }) => fill)].every((colour) => {
    const [red, green, blue] = channels(colour);
    return red === green && green === blue;
  });
