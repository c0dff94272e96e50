import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import { type Platform, startPlatform } from '../../../embedded/platform.js';
import { issueKey } from '../../../shared/keys/keys.js';
import { toMicro } from '../../../shared/ledger/amounts.js';
import { purchase } from '../../../shared/ledger/purchase.js';
import { within } from '../../../shared/process/clock.js';
import { readConfig } from '../../../shared/process/config.js';
import { type Collections, collections, createIndexes } from '../../../shared/store/collections.js';
import { connectStore } from '../../../shared/store/connect.js';
import { unusedPort } from '../../helpers/unused-port.js';
import { type Engine, type RunningEngine, startEngine, urlOf } from './engine.js';
import { FaultyLink } from './proxy.js';

/** The whole platform, every process by itself, with a faulty link between it and its store. */
export interface FaultyPlatform {
  platform: Platform;
  link: FaultyLink;
  /** The store, past the link. */
  store: Collections;
  /** Where the store itself is, for what is not to pass this process. */
  storeUrl(): string;
  /** Ends the store, with -9 unless something else is said. */
  killStore(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** One more link to the store, for a process of the test's own. */
  anotherLink(): Promise<FaultyLink>;
  /** Waits for the end of a store that ends by itself. */
  storeEnded(): Promise<unknown>;
  /** @param filesUpTo bytes that no file of the store may outgrow */
  startStore(filesUpTo?: number): Promise<void>;
  /** Where the store keeps its files. */
  storeFolder: string;
  newAccount(): Promise<{ account: string; key: string }>;
  stop(): Promise<void>;
}

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
  const environment = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(await unusedPort()),
    METRICS_PORT: '0',
    MONGODB_URL: link.url,
    REDIS_URL: undefined,
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
  };
  // The tests' own way to the store goes past the link, and through one that follows the store to where it is.
  const past = await FaultyLink.open(running.at);
  const links = [link, past];
  const { db, close } = connectStore(readConfig({ ...environment, MONGODB_URL: past.url }));
  const store = collections(db);
  await createIndexes(db);
  const starting = startPlatform({ environment, say: () => {}, prepare: async () => ({}) });
  const platform = await starting.catch(async (error: unknown) => {
    await running.kill();
    throw error;
  });
  return {
    platform,
    link,
    store,
    storeUrl: () => urlOf(running.at),
    storeFolder,
    async killStore(signal) {
      await running.kill(signal);
      link.cut();
    },
    async anotherLink() {
      const another = await FaultyLink.open(running.at);
      links.push(another);
      return another;
    },
    storeEnded: () => running.ended(),
    async startStore(filesUpTo) {
      running = await startEngine(engine, storeFolder, port, filesUpTo);
      for (const each of links) each.leadTo(running.at);
    },
    async newAccount() {
      const account = `account-${nanoid()}`;
      await store.accounts.insertOne({ _id: account, name: account, created: new Date() });
      await purchase(store, { account, amount: toMicro(10_000), bought: new Date() });
      const { plain } = await issueKey(store, { account, name: 'test', limits: { '*': 1_000_000 } });
      return { account, key: plain };
    },
    async stop() {
      link.heal();
      await platform.stop();
      await running.kill();
      // Now and then the driver does not end with a store that was killed.
      await within(CLOSES_WITHIN_MS, close());
      await Promise.all(links.map((each) => each.close()));
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
