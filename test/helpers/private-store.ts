import { mkdtemp, rm } from 'node:fs/promises';
import type { NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStore } from 'document-store';
import { type Db, MongoClient } from 'mongodb';
import { createIndexes } from '../../features/collections.js';

/** An empty document store in this process, for tests that need nothing else of the platform. */
export async function startPrivateStore(): Promise<{
  db: Db;
  url: string;
  /** URL on which the store listens. */
  at: NetConnectOpts;
  close(): Promise<void>;
}> {
  const dir = await mkdtemp(join(tmpdir(), 'ua-store-'));
  const failed = (reason: unknown) => {
    throw new Error(`the store failed: ${reason}`);
  };
  const store = await startStore({ dir, port: 0, report: () => {}, failed });
  const url = String(store.urls[0]);
  const client = await new MongoClient(url).connect();
  const db = client.db('test');
  await createIndexes(db);
  return {
    db,
    url,
    at: { host: '127.0.0.1', port: Number(new URL(url).port) },
    async close() {
      await client.close();
      await store.stop();
      await rm(dir, { recursive: true });
    },
  };
}
