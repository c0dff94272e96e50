import { setTimeout as pause } from 'node:timers/promises';
import { isPoolName } from '../../../shared/contract/pools.js';
import { connectRedis, whenReady } from '../../../shared/process/redis.js';
import { jsonReply } from '../../../shared/queue/job.js';
import { servePool } from '../../../workers/runtime/take.js';
import { testQueueBackend } from '../../helpers/queue-backend.js';

/** A worker of a pool that waits a while over each call, as one does that asks a slow upstream: what it serves is known. */
const [redisUrl = '', pool = '', ms = ''] = process.argv.slice(2);
if (!isPoolName(pool)) throw new Error(`there is no pool ${pool}`);
const redis = connectRedis(redisUrl, 'worker', () => {});
await whenReady(redis, 30_000);

const run = async () => {
  await pause(Number(ms));
  return jsonReply(200, {});
};
servePool(pool, 'slow', redis, { run }, () => {}, { backend: testQueueBackend() });
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.send?.({ ready: true });
