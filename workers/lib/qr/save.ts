import { customAlphabet } from 'nanoid';
import type { ImageRequest } from '../../../shared/contract/catalogue/qr-image.js';
import { errors } from '../../../shared/contract/errors.js';
import type { Disks } from '../../../shared/storage/disks.js';
import { accountFolder, reducePath } from '../../../shared/storage/paths.js';
import { fileBase } from './filename.js';
import type { QrImage } from './render.js';

/** Where a saved image can be fetched, and its path on its disk. */
export interface SavedFile {
  readonly url: string;
  readonly path: string;
}

const unguessable = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 12);

const DEFAULT_FOLDER = 'qr';

/**
 * Keeps an image on the disk that the request names, inside the folder of its account. A `filename` replaces an
 * earlier file of that name; a `filename_base`, or no name at all, gets an ending of its own.
 *
 * @throws ApiError when the disk is not configured, or cannot be written now
 */
export async function saveImage(
  image: QrImage,
  request: ImageRequest,
  account: string,
  disks: Disks,
): Promise<SavedFile> {
  const disk = disks.get(request.storage_disk);
  if (!disk) throw errors.qrDiskUnknown({ disks: disks.names.join(', ') });
  const path = `${accountFolder(account)}/${folderOf(request)}/${nameOf(request)}.${image.ext}`;
  try {
    await (await disk).put(path, image.bytes, { contentType: image.mime });
  } catch (cause) {
    throw errors.storageUnavailable({}, cause);
  }
  return { url: disks.url(request.storage_disk, path), path };
}

const folderOf = ({ storage_folder: folder }: ImageRequest): string => (folder && reducePath(folder)) || DEFAULT_FOLDER;

const nameOf = ({ filename, filename_base: base }: ImageRequest): string =>
  filename ? fileBase(filename) : `${fileBase(base)}-${unguessable()}`;
