import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../process/config.js';

/**
 * The secret from which names of folders are made: the setting, or one that is made once and kept in the data folder,
 * readable by its user alone. Of processes that make it at the same time one is the first, and the others take its own.
 */
export async function storageSecret({ STORAGE_SECRET, DATA_DIR }: Config): Promise<string> {
  if (STORAGE_SECRET) return STORAGE_SECRET;
  const file = join(DATA_DIR, 'storage-secret');
  await mkdir(DATA_DIR, { recursive: true });
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  return readFile(file, 'utf8');
}
