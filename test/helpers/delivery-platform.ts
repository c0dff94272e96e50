import { nanoid } from 'nanoid';
import { Child } from '../../embedded/child.js';
import type { Collections } from '../../features/collections.js';
import { createKey } from '../../features/keys/keys.js';
import { toMicro } from '../../shared/contract/amounts.js';
import { purchase } from '../../shared/ledger/purchase.js';
import { startPrivateRedis } from './private-redis.js';
import { ownDatabase } from './stack.js';

/** A front, and workers of the pool `deliver` as a test starts them, with a Redis and a database of their own. */
export interface DeliveryPlatform {
  baseUrl: string;
  redisUrl: string;
  /** Kills the Redis server, which restarts at once with what it has written. */
  killRedis(): void;
  store: Collections;
  environment: NodeJS.ProcessEnv;
  /** Starts another front. @returns its URL */
  front(settings: Record<string, string>): Promise<string>;
  /** Starts another worker of the pool `deliver`. */
  deliver(settings?: Record<string, string>): Promise<Child>;
  /** Stops these workers. */
  stopDelivering(): Promise<void>;
  newAccount(): Promise<{ account: string; key: string }>;
  stop(): Promise<void>;
}

export async function deliveryPlatform(settings: Record<string, string> = {}): Promise<DeliveryPlatform> {
  const { store, environment: own, close } = await ownDatabase();
  const redis = await startPrivateRedis(own);
  const environment = { ...own, REDIS_URL: redis.url, PORT: '0', METRICS_PORT: '0', ...settings };
  const delivering: Child[] = [];
  const start = async (name: string, env: NodeJS.ProcessEnv, args: string[] = []) => {
    const child = new Child({ name, module: `dist/${name}/main.js`, args, env }, () => {});
    await child.start();
    return child;
  };
  const fronts: Child[] = [];
  const startFront = async (more: Record<string, string> = {}) => {
    const front = await start('api', { ...environment, ...more });
    fronts.push(front);
    return `http://127.0.0.1:${front.facts.port}`;
  };
  const baseUrl = await startFront();
  const stopDelivering = async () => {
    await Promise.all(delivering.splice(0).map((child) => child.stop(10_000)));
  };
  return {
    baseUrl,
    redisUrl: redis.url,
    killRedis: () => redis.kill(),
    store,
    environment,
    front: startFront,
    async deliver(more = {}) {
      const child = await start('workers', { ...environment, ...more }, ['deliver']);
      delivering.push(child);
      return child;
    },
    stopDelivering,
    async newAccount() {
      const account = `account-${nanoid()}`;
      await store.accounts.insertOne({ _id: account, name: account, created: new Date() });
      await purchase(store, { account, amount: toMicro(1), bought: new Date() });
      const { plain: key } = await createKey(store, { account, name: 'test', limits: { '*': 100_000 } });
      return { account, key };
    },
    async stop() {
      await Promise.all([...fronts.map((front) => front.stop(10_000)), stopDelivering()]);
      await redis.stop();
      await close();
    },
  };
}
