import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../process/config.js';

/**
 * The secret from which names of folders are made: the setting, or one that is made once and kept in the data folder,
 * readable by its user alone. Of processes that make it at the same time one is the first, and the others take its own.
 */
export async function storageSecret({
  STORAGE_SECRET,
  DATA_DIR,
}: Pick<Config, 'DATA_DIR' | 'STORAGE_SECRET'>): Promise<string> {
  if (STORAGE_SECRET) return STORAGE_SECRET;
  const file = join(DATA_DIR, 'storage-secret');
  const kept = await unlessFails('ENOENT', readFile(file, 'utf8'));
  if (kept !== undefined) return kept;
  const made = `${file}-${randomBytes(8).toString('hex')}`;
  await mkdir(DATA_DIR, { recursive: true });
  await writeFile(made, randomBytes(32).toString('base64url'), { mode: 0o600 });
  // A link is there at once with all of its content, or not at all.
  await unlessFails('EEXIST', link(made, file));
  await rm(made);
  return readFile(file, 'utf8');
}

/** What comes of something; undefined when it fails with this code. */
async function unlessFails<T>(code: string, work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return undefined;
    throw error;
  }
}
