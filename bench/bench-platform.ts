import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import { type Platform, startPlatform } from '../embedded/platform.js';
import { collections, createIndexes } from '../features/collections.js';
import { createKey } from '../features/keys/keys.js';
import { toMicro } from '../shared/contract/amounts.js';
import { purchase } from '../shared/ledger/purchase.js';
import { connectStore, type Store } from '../shared/store/connect.js';

/** Rate limit that no benchmark reaches, per second. */
const NO_LIMIT = { '*': 1_000_000_000 };

/** An account whose key has no rate limit, or its own limits. */
type BenchAccount = string | { readonly account: string; readonly limits: Readonly<Record<string, number>> };

export interface BenchPlatform {
  readonly platform: Platform;
  readonly db: Db;
  /** Data folder. */
  readonly folder: string;
  /** One key per account, in their order. */
  readonly keys: readonly string[];
  /** Stops the platform and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the whole platform in a temporary folder, with accounts that can pay for the measured requests.
 *
 * @param credits credits of each account
 * @param settings settings of its processes, besides those of this process
 */
export async function startBenchPlatform(
  accounts: readonly BenchAccount[],
  credits: number,
  settings: NodeJS.ProcessEnv = {},
): Promise<BenchPlatform> {
  const folder = await mkdtemp(join(tmpdir(), 'utility-api-bench-'));
  const keys: string[] = [];
  let store: Store | undefined;
  const platform = await startPlatform({
    environment: {
      ...process.env,
      PORT: '0',
      DATA_DIR: folder,
      LOG_LEVEL: 'silent',
      MONGODB_DATABASE: 'bench',
      ...settings,
    },
    say: () => {},
    async prepare(config) {
      store = connectStore(config);
      await createIndexes(store.db);
      const documents = collections(store.db);
      for (const wanted of accounts) {
        const { account, limits } = typeof wanted === 'string' ? { account: wanted, limits: NO_LIMIT } : wanted;
        await purchase(documents, { account, amount: toMicro(credits), bought: new Date() });
        keys.push((await createKey(documents, { account, name: 'bench', limits })).plain);
      }
      return {};
    },
  });
  const connected = store;
  if (!connected) throw new Error('The platform started without its preparation');
  const stop = async () => {
    await connected.close();
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { platform, db: connected.db, folder, keys, stop };
}
