import type { Disk } from 'flydrive';
import sharp from 'sharp';
import { LARGEST_LOGO } from '../../../shared/contract/bounds.js';
import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors } from '../../../shared/contract/errors.js';
import { type Disks, reducePath } from '../../../shared/storage/disks.js';
import { cleanSvg } from './clean-svg.js';
import { type Logo, pictureLogo } from './logo.js';

/** The most pixels a logo may have: beyond, it could be small as a file and still fill the memory. */
const MOST_PIXELS = 40_000_000;

/** The longer side, in pixels, to which an uploaded logo is brought: enough for a code printed on a poster. */
const LONGEST_SIDE = 1024;

/**
 * The logo that comes with a request, or lies on a disk. Nothing of the file itself is passed on: pictures are decoded
 * and encoded anew without their metadata, drawings are rebuilt from what is known to be harmless.
 *
 * @throws ApiError when there is no file, it is too large, or is no PNG, JPG, WebP or SVG
 */
export async function uploadedLogo(request: ImageRequest, account: string, disks: Disks): Promise<Logo> {
  const file = await readUpload(request, account, disks);
  if (file.length > LARGEST_LOGO) throw errors.qrLogoTooLarge();
  return looksLikeSvg(file) ? drawnLogo(file) : paintedLogo(file);
}

async function readUpload(request: ImageRequest, account: string, disks: Disks): Promise<Buffer> {
  const { logo_data_base64: data, logo_path: path, storage_disk: diskName } = request;
  if (data) return fromBase64(data);
  if (!path) throw errors.qrLogoRequired();
  const disk = disks.get(diskName);
  if (!disk) throw errors.qrDiskUnknown({ disks: disks.names.join(', ') });
  const reduced = reducePath(path);
  if (!(await disks.mayRead(account, reduced))) throw errors.qrLogoNotFound();
  return readFrom(await disk, reduced);
}

/** Bytes from base64, with or without the head of a data URI. */
function fromBase64(data: string): Buffer {
  return Buffer.from(data.replace(/^data:[^,]{0,100},/, ''), 'base64');
}

async function readFrom(disk: Disk, path: string): Promise<Buffer> {
  if (!(await attempt(() => disk.exists(path)))) throw errors.qrLogoNotFound();
  const { contentLength } = await attempt(() => disk.getMetaData(path));
  if (contentLength > LARGEST_LOGO) throw errors.qrLogoTooLarge();
  return Buffer.from(await attempt(() => disk.getBytes(path)));
}

async function attempt<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw errors.storageUnavailable({}, cause);
  }
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
