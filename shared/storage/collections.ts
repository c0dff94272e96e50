import type { Collection, Db, IndexDescription } from 'mongodb';
import type { KeptBytes } from './quota.js';

/** A file that an account has saved on a disk. */
interface SavedFile {
  /** Name of the disk and path on it: `public:accounts/…/menu.png`. */
  _id: string;
  account: string;
  bytes: number;
  at: Date;
}

export const storageIndexes = {
  files: [{ key: { account: 1 } }],
} satisfies Record<string, IndexDescription[]>;

export interface StorageCollections {
  files: Collection<SavedFile>;
  keptBytes: Collection<KeptBytes>;
}

export const storageCollections = (db: Db): StorageCollections => ({
  files: db.collection('files'),
  keptBytes: db.collection('keptBytes'),
});
