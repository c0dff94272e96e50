import type Router from '@koa/router';
import type { Redis } from 'ioredis';
import type { Db } from 'mongodb';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { liveWorkers } from '../../shared/queue/live-workers.js';

const PROBE_TIMEOUT_MS = 2_000;

/**
 * `GET /healthz`: this process is alive. `GET /readyz`: it can serve calls, which takes the store, Redis and at least
 * one worker of every pool; otherwise 503 and what is missing.
 */
export function health(router: Router, redis: Redis, db: Db): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    const [store, workers] = await Promise.all([probe(db.command({ ping: 1 })), probe(liveWorkers(redis))]);
    const missing = [
      ...(store ? [] : ['store']),
      ...(workers ? idlePools(workers).map((pool) => `worker:${pool}`) : ['redis']),
    ];
    ctx.status = missing.length === 0 ? 200 : 503;
    ctx.body = missing.length === 0 ? { status: 'ready', workers } : { status: 'not ready', missing };
  });
}

const idlePools = (workers: Record<PoolName, number>): PoolName[] => poolNames.filter((pool) => workers[pool] === 0);

/** The answer, or undefined when there is none in time. */
async function probe<T>(asking: Promise<T>): Promise<T | undefined> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PROBE_TIMEOUT_MS).unref());
  return Promise.race([asking, tooLate]).catch(() => undefined);
}
