import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Binary, type Collection, type Db, type IndexDescription } from 'mongodb';
import { nanoid } from 'nanoid';
import type { Clock } from '../../../shared/process/clock.js';
import type { Mapping } from './read-items.js';
import type { Separator } from './read-table.js';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Uploads of an account; the oldest gives way to a new one. */
const MOST_UPLOADS = 3;
const LIFETIME_MS = 3_600_000;

/** An uploaded CSV between its upload and the start of its batch. */
export interface BatchUpload {
  _id: string;
  account: string;
  /** Id of the endpoint. */
  endpoint: string;
  /** Name of the batch. */
  name: string;
  /** The text, with the names of its columns in its first line, compressed. */
  csv: Binary;
  /** Size of the text, in bytes. */
  bytes: number;
  rows: number;
  header: string[];
  separator: Separator;
  /** Mapping that was saved; set at once if it repeats items of another batch. */
  mapping?: Mapping;
  /** Pattern of the names of images. */
  name_pattern?: string;
  created: Date;
  expires: Date;
  /** Set by the request that starts the batch, so that only one does. */
  started?: Date;
}

export const uploadIndexes = {
  batchUploads: [{ key: { account: 1, created: -1 } }, { key: { expires: 1 }, expireAfterSeconds: 0 }],
} satisfies Record<string, IndexDescription[]>;

export interface UploadCollections {
  batchUploads: Collection<BatchUpload>;
}

export const uploadCollections = (db: Db): UploadCollections => ({ batchUploads: db.collection('batchUploads') });

interface Context {
  readonly store: UploadCollections;
  readonly clock: Clock;
}

type NewUpload = Pick<BatchUpload, 'account' | 'endpoint' | 'name' | 'rows' | 'header' | 'separator'> & {
  readonly csv: string;
  readonly mapping?: Mapping;
};

/** Stores a CSV for an hour. @returns its id */
export async function storeUpload({ store, clock }: Context, { csv, ...upload }: NewUpload): Promise<string> {
  const created = clock.now();
  const stored: BatchUpload = {
    ...{ _id: nanoid(), ...upload, created, expires: new Date(created.getTime() + LIFETIME_MS) },
    ...{ csv: new Binary(await compress(csv)), bytes: Buffer.byteLength(csv) },
  };
  await store.batchUploads.insertOne(stored);
  const oldest = await store.batchUploads
    .find({ account: upload.account }, { projection: { _id: 1 }, sort: { created: -1 }, skip: MOST_UPLOADS })
    .toArray();
  if (oldest.length > 0) await store.batchUploads.deleteMany({ _id: { $in: oldest.map(({ _id }) => _id) } });
  return stored._id;
}

/** Finds an upload of an account that has not expired and was not started. */
export async function findUpload({ store, clock }: Context, account: string, id: string) {
  const found = await store.batchUploads.findOne({ _id: id });
  const isOpen = found?.account === account && found.expires > clock.now() && !found.started;
  if (!found || !isOpen) return undefined;
  return { ...found, csv: (await decompress(found.csv.buffer)).toString('utf8') };
}

/** Stores how the columns of an upload are mapped so far. */
export async function saveMapping(
  { store }: Pick<Context, 'store'>,
  id: string,
  changed: Pick<BatchUpload, 'name' | 'mapping' | 'name_pattern'>,
): Promise<void> {
  await store.batchUploads.updateOne({ _id: id }, { $set: changed });
}

/**
 * Starts a batch with an upload, which is then deleted. If that fails the upload stays.
 *
 * @returns undefined if another request has started it
 */
export async function startUpload<T>(
  { store, clock }: Context,
  id: string,
  start: () => Promise<T>,
): Promise<T | undefined> {
  const open = { _id: id, started: { $exists: false } };
  const { modifiedCount } = await store.batchUploads.updateOne(open, { $set: { started: clock.now() } });
  if (modifiedCount === 0) return undefined;
  try {
    const started = await start();
    await store.batchUploads.deleteOne({ _id: id });
    return started;
  } catch (error) {
    await store.batchUploads.updateOne({ _id: id }, { $unset: { started: '' } });
    throw error;
  }
}
