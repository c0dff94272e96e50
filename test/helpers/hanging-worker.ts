import { isPoolName } from '../../shared/contract/pools.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { servePool } from '../../workers/runtime/take.js';
import { testQueueBackend } from './queue-backend.js';

/** A worker of a pool that takes jobs and never ends one. It counts in Redis how many it has in hand. */
const [redisUrl = '', pool = '', counter = ''] = process.argv.slice(2);
if (!isPoolName(pool)) throw new Error(`there is no pool ${pool}`);
const redis = connectRedis(redisUrl, 'worker', () => {});
await whenReady(redis, 30_000);

const hang = async () => {
  await redis.incr(counter);
  return new Promise<never>(() => {});
};
servePool(pool, 'hanging', redis, { run: hang }, () => {}, { backend: testQueueBackend() });
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
