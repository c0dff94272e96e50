import type { Machinery } from '../shared/platform/machinery.js';
import type { Config } from '../shared/process/config.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { redisUrls } from '../shared/process/redis-address.js';
import { StartError } from '../shared/process/run-process.js';
import { redisClock } from '../shared/process/server-clock.js';
import { stockBackend } from '../shared/queue/backend.js';
import { connectLanes, disconnectLanes, lanesOf } from '../shared/queue/lanes.js';
import { openLaneQueues } from '../shared/queue/queues.js';
import { openDeliverQueue } from '../shared/webhooks/dispatch.js';

const CONNECT_WITHIN_MS = 10_000;

const silent = (): void => {};

/**
 * Connects to Redis and the queues, for as long as a command works with them. Lanes whose Redis is away are left out, as the console
 * does.
 *
 * @throws StartError when REDIS_URL is not set, or the first lane does not answer within 10 s
 */
export async function linkMachinery(config: Config): Promise<{ machinery: Machinery; close(): Promise<void> }> {
  const [url] = redisUrls(config);
  const redis = connectRedis(url, 'producer', silent);
  const connected = connectLanes(lanesOf(config), redis, 'producer', silent);
  const ready = await Promise.allSettled(connected.map((lane) => whenReady(lane.redis, CONNECT_WITHIN_MS)));
  if (ready[0]?.status !== 'fulfilled') {
    disconnect();
    throw new StartError('The Redis of REDIS_URL does not answer');
  }
  const lanes = await Promise.all(
    connected.map(async (lane) => {
      const clock = redisClock(lane.redis, { warn: silent });
      await clock.measure().catch(silent);
      const queues = openLaneQueues(lane, silent, stockBackend);
      return { index: lane.index, redis: lane.redis, clock, queues, isAlive: lane.redis.status === 'ready' };
    }),
  );
  const [first] = lanes;
  if (!first) throw new RangeError('there is no lane');
  const deliveries = openDeliverQueue(redis, silent);
  return {
    machinery: { redis, clock: first.clock, lanes, deliveries },
    async close() {
      const queues = [
        deliveries,
        ...lanes.filter(({ isAlive }) => isAlive).flatMap((lane) => [...lane.queues.values()]),
      ];
      await Promise.all(queues.map((queue) => queue.close().catch(silent)));
      disconnect();
    },
  };

  function disconnect(): void {
    disconnectLanes(connected);
    redis.disconnect();
  }
}
