import { Child } from '../../embedded/child.js';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import type { JobRunner } from '../../workers/runtime/run.js';
import { servePool } from '../../workers/runtime/take.js';
import { startPrivateRedis } from './private-redis.js';
import { testQueueBackend } from './queue-backend.js';
import { stack } from './stack.js';

/** A front with a Redis of its own, whose workers do what a test tells them. */
export interface ScriptedFront {
  baseUrl: string;
  redisUrl: string;
  front: Child;
  stop(): Promise<void>;
}

/**
 * Starts one more front on the store of the stack, with its own Redis.
 *
 * @param answer what the workers do with every call; without it there are no workers
 * @param settings of the front, beside those of the stack
 * @param served the pools that have workers
 */
export async function scriptedFront(
  answer?: JobRunner['run'],
  settings: Record<string, string> = {},
  served: readonly PoolName[] = poolNames,
): Promise<ScriptedFront> {
  const { platform } = await stack();
  const env = platform.environment;
  const redis = await startPrivateRedis(env);
  const redisUrl = redis.url;
  const front = new Child(
    { name: 'api', module: 'dist/api/main.js', env: { ...env, REDIS_URL: redisUrl, PORT: '0', ...settings } },
    () => {},
  );
  const { port } = await front.start();
  const stopWorkers = answer && (await serve(redisUrl, answer, served));
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    redisUrl,
    front,
    async stop() {
      await front.stop(10_000);
      await stopWorkers?.();
      await redis.stop();
    },
  };
}

/** Starts workers that do what a test tells them, and gives what stops them. */
export async function serve(redisUrl: string, answer: JobRunner['run'], pools: readonly PoolName[] = poolNames) {
  const connection = connectRedis(redisUrl, 'worker', () => {});
  await whenReady(connection, 30_000);
  const workers = pools.map((pool) =>
    servePool(pool, `scripted-${pool}`, connection, { run: answer }, () => {}, { backend: testQueueBackend() }),
  );
  return async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    connection.disconnect();
  };
}
