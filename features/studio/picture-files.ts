import { pagesUrl } from '../../shared/process/config.js';
import type { Disks } from '../../shared/storage/disks.js';

type UrlSettings = Parameters<typeof pagesUrl>[0];

/** Length of the id of a picture: about 130 bits. */
export const PICTURE_ID_LENGTH = 22;
const PICTURE_PATH = new RegExp(`^/p/([\\w-]{${PICTURE_ID_LENGTH}})\\.webp$`);

/** True if a text has the format of an id. */
export const isPictureId = (text: string): boolean => parsePicturePath(`/p/${text}.webp`) === text;

/** Returns the public URL of a picture. */
export const pictureUrl = (id: string, config: UrlSettings): string => `${pagesUrl(config)}/p/${id}.webp`;

/** True if `mountPictures` serves a path. */
export const isPicturePath = (path: string): boolean => path.startsWith('/p/');

/** Returns the id of the picture under a path. */
export const parsePicturePath = (path: string): string | undefined => PICTURE_PATH.exec(path)?.[1];

/** Returns the id of the picture with a URL; undefined for a URL that is none of ours. */
export function findPictureId(url: string, config: UrlSettings): string | undefined {
  const base = pagesUrl(config);
  return url.startsWith(`${base}/p/`) ? parsePicturePath(url.slice(base.length)) : undefined;
}

/** Returns the path of a picture on the private disk. */
export const pictureFile = async (disks: Disks, account: string, id: string): Promise<string> =>
  `${await disks.accountFolder(account)}/pictures/${id}.webp`;

/** Reads a picture of an account; undefined if it has none of this id. */
export async function readPicture(disks: Disks, account: string, id: string): Promise<Buffer | undefined> {
  const path = await pictureFile(disks, account, id);
  const disk = await disks.private;
  return (await disk.exists(path)) ? Buffer.from(await disk.getBytes(path)) : undefined;
}
