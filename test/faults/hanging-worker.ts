import { serve } from '../../shared/jobs/serve.js';
import { connectRedis, whenReady } from '../../shared/redis.js';

/** A worker of the pool `qr` that takes jobs and never ends one. It counts in Redis how many it has in hand. */
const [redisUrl = '', counter = ''] = process.argv.slice(2);
const redis = connectRedis(redisUrl, 'worker', () => {});
await whenReady(redis, 30_000);

const compute = async () => {
  await redis.incr(counter);
  return new Promise<never>(() => {});
};
serve('qr', 'hanging', redis, compute, () => {});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
