import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import type { NetConnectOpts } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nanoid } from 'nanoid';
import { type Platform, startPlatform } from '../../../embedded/platform.js';
import { type Collections, collections, createIndexes } from '../../../features/collections.js';
import { createKey } from '../../../features/keys/keys.js';
import { toMicro } from '../../../shared/contract/amounts.js';
import { type Purchase, purchase } from '../../../shared/ledger/purchase.js';
import { withTimeout } from '../../../shared/process/clock.js';
import { readConfig } from '../../../shared/process/config.js';
import { projectFile } from '../../../shared/process/project-file.js';
import { connectStore } from '../../../shared/store/connect.js';
import { type PrivateRedis, startPrivateRedis } from '../../helpers/private-redis.js';
import { ADMIN_TOKEN } from '../../helpers/stack.js';
import { unusedPort } from '../../helpers/unused-port.js';
import { type Engine, type RunningEngine, startEngine, toRedisUrl } from './engine.js';
import { FaultyLink } from './proxy.js';

/** The whole platform, every process by itself, with faulty links between it and its store, and it and its Redis. */
export interface FaultyPlatform {
  platform: Platform;
  /** Log of the supervisor of its processes so far. */
  said: readonly string[];
  /** To the store. */
  link: FaultyLink;
  redisLink: FaultyLink;
  redis: PrivateRedis;
  /** The store, past the link. */
  store: Collections;
  /** URL of the store itself, for connections that bypass this process. */
  storeUrl(): string;
  storeAt(): NetConnectOpts;
  /** Ends the store, with -9 unless something else is said. */
  killStore(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** One more link to the store, for a process of the test's own. */
  anotherLink(): Promise<FaultyLink>;
  /** Waits for the end of a store that ends by itself. */
  storeEnded(): Promise<unknown>;
  /** @param filesUpTo bytes that no file of the store may outgrow */
  startStore(filesUpTo?: number): Promise<void>;
  /** Sets by how many ms the clocks of processes are ahead, by their names; the others are right. */
  setClocks(ahead: Readonly<Record<string, number>>): Promise<void>;
  /** Folder of the store's files. */
  storeFolder: string;
  /** @param purchases in its wallet, of 10,000 credits unless something else is said */
  newAccount(...purchases: Partial<Purchase>[]): Promise<{ account: string; key: string }>;
  stop(): Promise<void>;
}

/** Opens accounts of a test's own, with a key that no limit holds back. */
export const accountOpener =
  (store: Collections): FaultyPlatform['newAccount'] =>
  async (...purchases) => {
    const account = `account-${nanoid()}`;
    await store.accounts.insertOne({ _id: account, name: account, created: new Date() });
    for (const order of purchases.length > 0 ? purchases : [{}]) {
      await purchase(store, { account, amount: toMicro(10_000), bought: new Date(), ...order });
    }
    const { plain } = await createKey(store, { account, name: 'test', limits: { '*': 1_000_000 } });
    return { account, key: plain };
  };

const CLOSES_WITHIN_MS = 5_000;

const started = new Map<Engine, Promise<FaultyPlatform>>();

/** Starts such a platform on the first call; every later call of the run gets the same one. */
export function faultyPlatform(engine: Engine): Promise<FaultyPlatform> {
  const running = started.get(engine) ?? start(engine);
  started.set(engine, running);
  return running;
}

// Outside of any suite: after the last test of the run.
after(async function () {
  this.timeout(60_000);
  for (const running of started.values()) await (await running.catch(() => undefined))?.stop();
});

async function start(engine: Engine): Promise<FaultyPlatform> {
  const folder = await mkdtemp(join(tmpdir(), 'ua-faults-'));
  const storeFolder = join(folder, 'store');
  const port = await unusedPort();
  let running: RunningEngine = await startEngine(engine, storeFolder, port);
  const link = await FaultyLink.open(running.at);
  const redis = await startPrivateRedis();
  const redisLink = await FaultyLink.open({ path: redis.url.replace(/^unix:\/\//, '') });
  const clocks = join(folder, 'clocks.json');
  const preloads = ['shifted-clock', 'crashing-handler'].map(
    (name) => `--import ${pathToFileURL(projectFile(`dist/test/faults/harness/${name}.js`)).href}`,
  );
  const environment = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(await unusedPort()),
    METRICS_PORT: '0',
    ADMIN_TOKEN,
    TOKEN_SECRETS: 'only:the-only-secret-of-the-faults',
    WEBHOOK_SECRETS: 'only:the-webhook-secret-of-the-faults',
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
    NODE_OPTIONS: preloads.join(' '),
    TEST_CLOCKS: clocks,
    MONGODB_URL: link.url,
    REDIS_URL: redisLink.redisUrl,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  };
  // The tests' own way to the store goes past the link, and through one that follows the store to where it is.
  const past = await FaultyLink.open(running.at);
  const storeLinks = [link, past];
  const { db, close } = connectStore(readConfig({ ...environment, MONGODB_URL: past.url }));
  const store = collections(db);
  await createIndexes(db);
  const said: string[] = [];
  const starting = startPlatform({ environment, say: (line) => void said.push(line), prepare: async () => ({}) });
  const platform = await starting.catch(async (error: unknown) => {
    await running.kill();
    await redis.stop();
    throw error;
  });
  return {
    platform,
    said,
    link,
    redisLink,
    redis,
    store,
    storeUrl: () => toRedisUrl(running.at),
    storeAt: () => running.at,
    storeFolder,
    async killStore(signal) {
      await running.kill(signal);
      link.cut();
    },
    async anotherLink() {
      const another = await FaultyLink.open(running.at);
      storeLinks.push(another);
      return another;
    },
    storeEnded: () => running.ended(),
    async startStore(filesUpTo) {
      running = await startEngine(engine, storeFolder, port, filesUpTo);
      for (const each of storeLinks) each.leadTo(running.at);
    },
    async setClocks(ahead) {
      await writeFile(`${clocks}.new`, JSON.stringify(ahead));
      await rename(`${clocks}.new`, clocks);
    },
    newAccount: accountOpener(store),
    async stop() {
      link.heal();
      redisLink.heal();
      await platform.stop();
      await running.kill();
      await redis.stop();
      // Now and then the driver does not end with a store that was killed.
      await withTimeout(CLOSES_WITHIN_MS, close());
      await Promise.all([...storeLinks, redisLink].map((each) => each.close()));
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
