import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { BSON, type Db } from 'mongodb';
import type { Redis } from '../../shared/process/redis.js';

/** Stored bytes. */
export interface Kept {
  readonly redis: number;
  readonly store: number;
  readonly disk: number;
}

/** Places in which a platform stores data of requests. */
interface Keepers {
  readonly redis: Redis;
  readonly db: Db;
  /** Folders of saved files. */
  readonly folders: readonly string[];
}

/** Returns the stored bytes, once they are stable: requests are settled after their responses. */
export async function settled(keepers: Keepers): Promise<Kept> {
  let last = await counted(keepers);
  for (let turn = 0; turn < MOST_LOOKS; turn++) {
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
    const now = await counted(keepers);
    if (Math.abs(sum(now) - sum(last)) < STILL) return now;
    last = now;
  }
  return last;
}

/** Fronts let go of what is settled once a second: looked at more often, nothing would seem to change. */
const [MOST_LOOKS, BETWEEN_LOOKS_MS] = [10, 1_200];

/** Bytes by which what is there changes while nothing happens: counters of limits that end, signs of life. */
const STILL = 2_000;

export const sum = ({ redis, store, disk }: Kept): number => redis + store + disk;

async function counted({ redis, db, folders }: Keepers): Promise<Kept> {
  const sizes = await Promise.all(folders.map(sizeOfFolder));
  return { redis: await sizeOfRedis(redis), store: await sizeOfStore(db), disk: sizes.reduce((a, b) => a + b, 0) };
}

/** Bytes of every key, with Redis' overhead. */
async function sizeOfRedis(redis: Redis): Promise<number> {
  let bytes = 0;
  let cursor = '0';
  do {
    const [next, keys] = await redis.scan(cursor, 'COUNT', 1_000);
    const sizes = await Promise.all(keys.map((key) => redis.memory('USAGE', key, 'SAMPLES', 0)));
    bytes += sizes.reduce<number>((total, size) => total + Number(size ?? 0), 0);
    cursor = next;
  } while (cursor !== '0');
  return bytes;
}

/** Bytes of every document, as BSON. */
async function sizeOfStore(db: Db): Promise<number> {
  let bytes = 0;
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    for await (const document of db.collection(name).find()) bytes += BSON.calculateObjectSize(document);
  }
  return bytes;
}

async function sizeOfFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((total, size) => total + size, 0);
}
