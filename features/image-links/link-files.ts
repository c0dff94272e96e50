import { createHash } from 'node:crypto';
import { throwStorageUnavailable } from '../../shared/contract/errors.js';
import type { Disks } from '../../shared/storage/disks.js';
import type { Quota } from '../../shared/storage/quota.js';
import { computeKeyedHash, type PageCollections } from '../pages/index.js';
import type { ImageLink, ImageLinkCollections } from './collections.js';
import { imageFormats } from './formats.js';

/** Folder of the files of a link on the private disk. */
const linkFolder = (link: string): string => `image-links/${link}`;

/** Path of the image of a link. */
export const imagePath = (link: string): string => `${linkFolder(link)}/image`;

/** Path of the request that draws the images of texts. */
export const requestPath = (link: string): string => `${linkFolder(link)}/request.json`;

/** Id of the image of a text. */
export const textKey = (link: string, text: string): string =>
  `${link}.${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;

/** Path of the image of a text. */
export const textPath = (link: string, key: string): string => `${linkFolder(link)}/texts/${key.split('.')[1]}`;

/** Name of a link's image in its URL. */
export const fileName = ({ _id, format }: Pick<ImageLink, '_id' | 'format'>): string =>
  `${_id}.${imageFormats[format].extension}`;

/** Signs the name of a file, so that no other name, and so no other format, can be requested; a wrong one costs no read. */
export const signFile = async ({ secrets }: Pick<PageCollections, 'secrets'>, file: string): Promise<string> =>
  (await computeKeyedHash(secrets, 'image-link-signature', file)).toString('base64url').slice(0, 22);

/** Deletes a link with its images. It is revoked first, whatever happens then. */
export async function removeLink(
  {
    store,
    disks,
    quota,
  }: { readonly store: ImageLinkCollections; readonly disks: Disks; readonly quota: Pick<Quota, 'release'> },
  { _id, account, bytes }: Pick<ImageLink, '_id' | 'account' | 'bytes'>,
): Promise<void> {
  const { deletedCount } = await store.imageLinks.deleteOne({ _id });
  if (deletedCount > 0) await quota.release(account, bytes);
  await store.imageLinkTexts.deleteMany({ link: _id });
  await (await disks.private).deleteAll(linkFolder(_id)).catch(throwStorageUnavailable);
}
