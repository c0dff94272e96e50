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

/** Storages of the data of requests. */
interface Storages {
  readonly redis: Redis;
  readonly db: Db;
  /** Folders of files. */
  readonly folders: readonly string[];
}

/** Measures the stored bytes when they are stable, as requests are settled after their responses. */
export async function measureWhenSettled(storages: Storages): Promise<Kept> {
  let last = await measureAll(storages);
  for (let turn = 0; turn < MOST_MEASUREMENTS; turn++) {
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
    const now = await measureAll(storages);
    if (Math.abs(sum(now) - sum(last)) < STABLE_BYTES) return now;
    last = now;
  }
  return last;
}

/** Number and interval of measurements, in ms. Fronts release settled requests once a second. */
const [MOST_MEASUREMENTS, INTERVAL_MS] = [10, 1_200];

/** Maximum change without requests, in bytes: counters of rate limits that expire, leases. */
const STABLE_BYTES = 2_000;

export const sum = ({ redis, store, disk }: Kept): number => redis + store + disk;

async function measureAll({ redis, db, folders }: Storages): Promise<Kept> {
  const sizes = await Promise.all(folders.map(measureFolder));
  return { redis: await measureRedis(redis), store: await measureStore(db), disk: sizes.reduce((a, b) => a + b, 0) };
}

/** Sums the bytes of all keys, with Redis' overhead. */
async function measureRedis(redis: Redis): Promise<number> {
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

/** Sums the bytes of all documents in BSON. */
async function measureStore(db: Db): Promise<number> {
  let bytes = 0;
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    for await (const document of db.collection(name).find()) bytes += BSON.calculateObjectSize(document);
  }
  return bytes;
}

async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size));
  return sizes.reduce((total, size) => total + size, 0);
}
