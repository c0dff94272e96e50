import { statfs } from 'node:fs/promises';

/** Bytes of the disk of a folder. */
export interface DiskSpace {
  /** Bytes that are free for this user. */
  readonly free: number;
  readonly total: number;
}

/** Reads the space on the disk of a folder. @throws Error if the folder does not exist */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
