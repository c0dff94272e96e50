import type { Disk } from 'flydrive';
import { isPictureId, readPicture } from '../../../features/studio/index.js';
import type { ApiError } from '../../../shared/contract/api-error.js';
import { DRAWING, LOGO, PICTURES } from '../../../shared/contract/bounds.js';
import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors } from '../../../shared/contract/errors.js';
import { reducePath } from '../../../shared/storage/disks.js';
import type { Call } from '../../handle.js';
import { PictureRefused } from '../pictures/decoder.js';
import {
  type DecodedPicture,
  type DecodeRequest,
  detectFormat,
  type PictureFormat,
  type RefusalReason,
} from '../pictures/formats.js';
import { cleanSvg } from './clean-svg.js';
import { effectiveBackground } from './drawing.js';
import { type Logo, pictureLogo } from './logo.js';

const FORMATS: readonly PictureFormat[] = ['png', 'jpeg', 'webp', 'svg'];

/** Longer side of an uploaded picture, in pixels: enough for a code on a poster. */
const LONGEST_SIDE = 1024;

/** Maximum share of a logo in the width of its image. */
const LARGEST_SHARE = 0.4;

/** The members of a call that a logo needs. */
export type LogoCall = Pick<Call, 'account' | 'disks' | 'pictures' | 'signal'>;

/**
 * Reads the logo of a request, or from a disk. The file itself is not passed on: pictures are re-encoded without metadata, SVGs are
 * rebuilt from an allowlist.
 *
 * @throws ApiError if there is no file, it is too large or too costly, or not a PNG, JPG, WebP or SVG
 */
export async function uploadedLogo(request: ImageRequest, call: LogoCall): Promise<Logo> {
  const sent = await readUpload(request, call);
  if (sent.length > LOGO.bytes) throw errors.qrLogoTooLarge();
  const format = detectFormat(sent, FORMATS);
  if (!format) throw errors.qrLogoUnreadable();
  const drawing = format === 'svg' ? Buffer.from(cleanSvg(sent.toString('utf8'))) : undefined;
  const use = request.image_format === 'SVG' && !drawing ? 'logo-to-send' : 'logo-to-paint';
  const needed = use === 'logo-to-send' ? LONGEST_SIDE : Math.ceil(LARGEST_SHARE * request.image_width);
  const side = Math.min(drawing ? DRAWING.side : LONGEST_SIDE, needed);
  const { pixels } = LOGO;
  // It was encoded by us, within bounds.
  const isStored = request.logo_picture !== undefined && !request.logo_data_base64;
  const isWide = !['SVG', 'PDF'].includes(request.image_format) && request.image_width > LOGO.wide;
  const order = {
    use,
    format,
    file: drawing ?? sent,
    side,
    background: effectiveBackground(request.background_color),
    pixels,
    work: isStored ? PICTURES.work : isWide ? LOGO.workInWide : LOGO.work,
  } as const;
  const { bytes, width, height } = await decode(order, call, isWide ? besideWide : refusals);
  const raw = { raw: { width, height, channels: 3 } } as const;
  return pictureLogo({ bytes: Buffer.from(bytes), ...(use === 'logo-to-paint' && raw) }, width / height, drawing);
}

type Refusals = Readonly<Record<RefusalReason, (cause: unknown) => ApiError>>;

async function decode(order: DecodeRequest, call: LogoCall, refused: Refusals): Promise<DecodedPicture> {
  try {
    return await call.pictures.decode(order, call);
  } catch (cause) {
    throw cause instanceof PictureRefused ? refused[cause.reason](cause) : cause;
  }
}

const refusals: Refusals = {
  unreadable: (cause) => errors.qrLogoUnreadable({}, cause),
  too_large: (cause) => errors.qrLogoTooManyPixels({ limit: LOGO.pixels / 1e6 }, cause),
  too_costly: (cause) => errors.qrLogoTooCostly({}, cause),
};

/** Errors of a wide image, in which fewer logos are allowed. */
const besideWide: Refusals = {
  ...refusals,
  too_large: (cause) => errors.qrTooLargeToPaint({ most: LOGO.wide, what: 'logo of so many pixels or bytes' }, cause),
};

async function readUpload(request: ImageRequest, { account, disks }: LogoCall): Promise<Buffer> {
  const { logo_data_base64: data, logo_path: path, logo_picture: picture, storage_disk: diskName } = request;
  if (data) return fromBase64(data);
  if (picture) return readLogoPicture(picture, account, disks);
  if (!path) throw errors.qrLogoRequired();
  const disk = disks.get(diskName);
  if (!disk) throw errors.qrDiskUnknown({ disks: disks.names.join(', ') });
  const reduced = reducePath(path);
  if (reduced === '' || !(await disks.canRead(account, reduced))) throw errors.qrLogoNotFound();
  return readFrom(await disk, reduced);
}

/** Reads a picture of the account that it has uploaded before. */
async function readLogoPicture(id: string, account: string, disks: LogoCall['disks']): Promise<Buffer> {
  const file = isPictureId(id) ? await attempt(() => readPicture(disks, account, id)) : undefined;
  if (!file) throw errors.logoPictureUnknown();
  return file;
}

/** Decodes base64, with or without the prefix of a data URI. */
function fromBase64(data: string): Buffer {
  return Buffer.from(data.replace(/^data:[^,]{0,100},/, ''), 'base64');
}

async function readFrom(disk: Disk, path: string): Promise<Buffer> {
  if (!(await attempt(() => disk.exists(path)))) throw errors.qrLogoNotFound();
  const { contentLength } = await attempt(() => disk.getMetaData(path));
  if (contentLength > LOGO.bytes) throw errors.qrLogoTooLarge();
  return Buffer.from(await attempt(() => disk.getBytes(path)));
}

async function attempt<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw isFolder(cause) ? errors.qrLogoNotFound() : errors.storageUnavailable({}, cause);
  }
}

/** Folders of a local disk exist, but cannot be read. */
const isFolder = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (('code' in thrown && thrown.code === 'EISDIR') || (thrown.cause !== undefined && isFolder(thrown.cause)));
