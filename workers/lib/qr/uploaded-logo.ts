import sharp from 'sharp';
import { errors } from '../../../shared/contract/errors.js';
import { cleanSvg } from './clean-svg.js';
import { type Logo, pictureLogo } from './logo.js';

/** The largest file taken as a logo, in bytes. */
export const LARGEST_LOGO = 2 * 1024 * 1024;

/** The most pixels a logo may have: beyond, it could be small as a file and still fill the memory. */
const MOST_PIXELS = 40_000_000;

/** The longer side, in pixels, to which an uploaded logo is brought: enough for a code printed on a poster. */
const LONGEST_SIDE = 1024;

/**
 * Makes a logo of an uploaded image file. Nothing of the file itself is passed on: pictures are decoded and encoded
 * anew without their metadata, drawings are rebuilt from what is known to be harmless.
 *
 * @throws ApiError when the file is too large, or is no PNG, JPG, WebP or SVG
 */
export async function uploadedLogo(file: Buffer): Promise<Logo> {
  if (file.length > LARGEST_LOGO) throw errors.qrLogoTooLarge();
  return looksLikeSvg(file) ? drawnLogo(file) : paintedLogo(file);
}

const looksLikeSvg = (file: Buffer): boolean => /^\s*(<\?xml|<!|<svg)/.test(file.toString('utf8', 0, 200));

async function drawnLogo(file: Buffer): Promise<Logo> {
  const drawing = Buffer.from(cleanSvg(file.toString('utf8')));
  const { width, height } = await read(() => sharp(drawing, { limitInputPixels: MOST_PIXELS }).metadata());
  return pictureLogo('image/svg+xml', drawing, width / height);
}

async function paintedLogo(file: Buffer): Promise<Logo> {
  const { data, info } = await read(async () => {
    const picture = sharp(file, { limitInputPixels: MOST_PIXELS });
    const { format } = await picture.metadata();
    if (!['png', 'jpeg', 'webp'].includes(format ?? '')) throw new Error(`the logo is ${format}`);
    return picture
      .rotate()
      .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true });
  });
  return pictureLogo('image/png', data, info.width / info.height);
}

async function read<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (cause) {
    throw errors.qrLogoUnreadable({}, cause);
  }
}
