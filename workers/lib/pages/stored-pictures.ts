import { throwStorageUnavailable } from '../../../shared/contract/errors.js';
import { pagesUrl } from '../../../shared/process/config.js';
import type { Call } from '../../handle.js';

/** URLs of pictures that accounts have uploaded. */
const PICTURE = /^\/p\/([A-Za-z0-9_-]{10,64})\.webp$/;

/** Returns the path of an uploaded picture on the private disk. */
const picturePath = (id: string): string => `pictures/${id}.webp`;

/** Returns a function that reads uploaded pictures from the disk. No URL is fetched. */
export const pictureReader =
  ({ config, disks }: Pick<Call, 'config' | 'disks'>) =>
  async (url: string): Promise<Uint8Array | undefined> => {
    const { origin, pathname } = new URL(url);
    const id = PICTURE.exec(pathname)?.[1];
    if (!id || origin !== new URL(pagesUrl(config)).origin) return undefined;
    const disk = await disks.private;
    if (!(await disk.exists(picturePath(id)).catch(throwStorageUnavailable))) return undefined;
    return disk.getBytes(picturePath(id)).catch(throwStorageUnavailable);
  };
