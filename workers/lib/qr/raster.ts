import sharp, { type Sharp } from 'sharp';
import { parseChannels } from '../../../shared/colour.js';
import { createCanvas, recycleCanvas } from './canvas.js';
import { type Colours, GREYS, TRUE_COLOURS, WITH_OPACITY } from './colours.js';
import { type Drawing, TRANSPARENT } from './drawing.js';
import { findPaintedBox, paint } from './paint.js';
import { isPlain, palettePng } from './palette-png.js';

// Workers run jobs concurrently: one thread each, and no cache of images.
sharp.concurrency(1);
sharp.cache(false);

/** Restricts sharp in this process to SVG, PNG and WebP: our own areas, and logos and pictures that the decoder has re-encoded. */
export function restrictImageFormats(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadSvgBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  });
}

/** Number of pixels from which images are encoded faster, since their modules are large. */
const LARGE = 2_000_000;

/** Renders a drawing in pixels as PNG. */
export const toPng = (drawing: Drawing): Promise<Buffer> =>
  isPlain(drawing)
    ? palettePng(drawing)
    : painted(drawing, (picture) =>
        picture.png({ compressionLevel: isLarge(drawing) ? 1 : 6, adaptiveFiltering: false }),
      );

/** Renders a drawing in pixels as lossless WEBP: it has few colours, and sharp edges. */
export const toWebp = (drawing: Drawing): Promise<Buffer> =>
  painted(drawing, (picture) => picture.webp({ lossless: true, effort: 0 }));

/** Renders a drawing in pixels as JPG, without chroma subsampling if modules are small. */
export function toJpg(drawing: Drawing): Promise<Buffer> {
  const large = isLarge(drawing);
  const [quality, chromaSubsampling] = large ? [50, '4:2:0'] : [92, '4:4:4'];
  return painted(drawing, (picture) => picture.jpeg({ quality, chromaSubsampling, optimiseCoding: !large }));
}

const isLarge = ({ width, height }: Drawing): boolean => width * height > LARGE;

/** Paints a drawing, on one channel if all is grey, and encodes it. */
async function painted(drawing: Drawing, encode: (picture: Sharp) => Sharp): Promise<Buffer> {
  const { width, height, background } = drawing;
  const colours = coloursFor(drawing);
  const canvas = createCanvas(width, height, colours, background, { except: findPaintedBox(drawing) });
  try {
    await paint(drawing, canvas);
    const picture = sharp(canvas.data, { raw: { width, height, channels: colours.channels } });
    return await encode(picture.toColourspace(colours === GREYS ? 'b-w' : 'srgb')).toBuffer();
  } finally {
    recycleCanvas(canvas);
  }
}

function coloursFor(drawing: Drawing): Colours {
  if (drawing.background === TRANSPARENT) return WITH_OPACITY;
  return isGrey(drawing) ? GREYS : TRUE_COLOURS;
}

const isGrey = (drawing: Drawing): boolean =>
  isPlain(drawing) &&
  [drawing.background, ...drawing.parts.map(({ fill }) => fill)].every((colour) => {
    const [red, green, blue] = parseChannels(colour);
    return red === green && green === blue;
  });
