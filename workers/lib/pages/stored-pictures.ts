import { findPictureId, readPicture } from '../../../features/studio/index.js';
import type { Call } from '../../handle.js';

/** Returns a function that reads pictures that the account has uploaded, by their URLs. No URL is fetched. */
export const createPictureReader =
  ({ account, config, disks }: Pick<Call, 'account' | 'config' | 'disks'>) =>
  async (url: string): Promise<Uint8Array | undefined> => {
    const id = findPictureId(url, config);
    return id === undefined ? undefined : readPicture(disks, account, id);
  };
