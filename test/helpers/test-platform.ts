import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import type { Facts } from '../../embedded/child.js';
import { type Platform, startPlatform } from '../../embedded/platform.js';
import { createIndexes } from '../../features/collections.js';
import { readConfig } from '../../shared/process/config.js';
import { connectWithLongTimeouts } from '../../shared/store/connect.js';
import { unusedPort } from './unused-port.js';

export const ADMIN_TOKEN = 'the-admin-token-of-all-of-the-tests';

/** The header in which the proxy of the tests tells a visitor's country. */
export const COUNTRY_HEADER = 'CF-IPCountry';

/** A platform that runs, whoever has started it. */
export interface RunningPlatform extends Omit<Platform, 'children' | 'stop'> {
  children: ReadonlyMap<string, { readonly pid: number | undefined; readonly facts: Facts }>;
}

/** File that describes the shared platform. */
export const SHARED_PLATFORM = 'TEST_PLATFORM';

/** The platform that this process shares with others; undefined when it is to have its own. */
export function sharedPlatform(): RunningPlatform | undefined {
  const told = process.env[SHARED_PLATFORM];
  if (!told) return undefined;
  const { children, ...platform } = JSON.parse(told);
  return { ...platform, children: new Map(children) };
}

/** Description that `sharedPlatform` reads. */
export const serializePlatform = ({ stop: _, children, ...platform }: Platform): string =>
  JSON.stringify({ ...platform, children: [...children].map(([name, { pid, facts }]) => [name, { pid, facts }]) });

/**
 * Starts the platform with the settings of the tests, on a data folder and a database of its own.
 *
 * @param prepare fills the database
 */
export async function startTestPlatform(
  prepare: (db: Db) => Promise<void> = createIndexes,
): Promise<{ platform: Platform; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'utility-api-test-'));
  const environment = {
    ...process.env,
    PORT: String(await unusedPort()),
    DATA_DIR: dataDir,
    MONGODB_DATABASE: `test_${randomUUID().slice(0, 8)}`,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
    ADMIN_TOKEN,
    METRICS_PORT: '0',
    // Every visitor of a test may come from an address of its own.
    TRUST_PROXY: 'true',
    COUNTRY_HEADER,
    TOKEN_SECRETS: 'new:the-newer-secret-of-the-tests,old:the-older-secret-of-the-tests',
    WEBHOOK_SECRETS: 'tests:the-webhook-secret-of-the-tests',
    SIGN_UP: 'open',
    SIGN_UP_CREDITS: '5',
    SELLER_NAME: 'Seller & Co',
    SELLER_ADDRESS: '1 Harbour Road\\n20095 Hamburg',
    SELLER_VAT_NUMBER: 'DE123456789',
    // Receivers of tests are on this machine; what fails is tried again three times, soon.
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
    WEBHOOK_RETRY_SECONDS: '0.1,0.2,0.3',
  };
  const platform = await startPlatform({
    environment,
    say: () => {},
    async prepare(config) {
      const { db, close } = connectWithLongTimeouts(config);
      await prepare(db);
      await close();
      return {};
    },
  });
  return {
    platform,
    async stop() {
      // Another server than the platform's own would keep it.
      if (process.env.MONGODB_URL) {
        const { db, close } = connectWithLongTimeouts(readConfig(platform.environment));
        await db.dropDatabase();
        await close();
      }
      await platform.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
