import type { Disk } from 'flydrive';
import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors } from '../../../shared/contract/errors.js';
import type { Disks } from '../../../shared/storage/disks.js';
import { mayRead, reducePath } from '../../../shared/storage/paths.js';
import { LARGEST_LOGO } from './uploaded-logo.js';

/**
 * The file of the logo that comes with a request, or lies on a disk.
 *
 * @throws ApiError when there is none, or it is larger than a logo may be
 */
export async function readUpload(request: ImageRequest, account: string, disks: Disks): Promise<Buffer> {
  const { logo_data_base64: data, logo_path: path, storage_disk: diskName } = request;
  if (data) return fromBase64(data);
  if (!path) throw errors.qrLogoRequired();
  const disk = disks.get(diskName);
  if (!disk) throw errors.qrDiskUnknown({ disks: disks.names.join(', ') });
  const reduced = reducePath(path);
  if (!mayRead(account, reduced)) throw errors.qrLogoNotFound();
  return readFrom(await disk, reduced);
}

/** Bytes from base64, with or without the head of a data URI. */
function fromBase64(data: string): Buffer {
  const content = data.replace(/^data:[^,]{0,100},/, '');
  if (content.length > LARGEST_LOGO * 1.4) throw errors.qrLogoTooLarge();
  return Buffer.from(content, 'base64');
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
