import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import type { Clock } from '../../shared/process/clock.js';
import { readBreakers } from '../../shared/process/metrics/published-status.js';
import type { Redis } from '../../shared/process/redis.js';
import type { ScheduledTask } from '../../shared/process/scheduled-task.js';
import { findLiveWorkers } from '../../shared/queue/live-workers.js';
import type { Partitions } from '../../shared/queue/queues.js';
import { queueName, queuePrefix } from '../../shared/queue/queues.js';
import type { MonitoringCollections, PlatformSample } from './collections.js';

const MINUTE_MS = 60_000;
/** Retention of samples: long enough for the sums of hours that are merged late. */
const RETENTION_MS = 48 * 3_600_000;

/** Stores the numbers of live workers and waiting jobs, and the states of the breakers, once a minute. */
export const samplePlatform: ScheduledTask<{
  readonly redis: Redis;
  readonly partitions: Partitions;
  readonly queueClock: Clock;
  readonly store: Pick<MonitoringCollections, 'platformSamples'>;
}> = {
  name: 'sample-platform',
  schedule: '5 * * * * *',
  atStart: true,
  async run({ redis, partitions, queueClock, store, clock }) {
    const [workers, breakers, ...waiting] = await Promise.all([
      findLiveWorkers(redis, partitions),
      readBreakers(redis, queueClock),
      ...poolNames.map((pool) => countWaiting(redis, pool, partitions[pool])),
    ]);
    const now = clock.now().getTime();
    const sample: PlatformSample = {
      _id: new Date(now - (now % MINUTE_MS)),
      pools: {},
      upstreams: {},
      expires: new Date(now + RETENTION_MS),
    };
    for (const [index, pool] of poolNames.entries()) {
      sample.pools[pool] = { workers: workers[pool], waiting: waiting[index] ?? 0 };
    }
    // The worst state is written last.
    for (const worse of ['closed', 'half open', 'open'] as const) {
      for (const { upstream, state } of breakers) if (state === worse) sample.upstreams[upstream] = state;
    }
    await store.platformSamples.replaceOne({ _id: sample._id }, sample, { upsert: true });
    return {};
  },
};

/** Counts the waiting jobs of a pool, over all of its partitions. */
async function countWaiting(redis: Redis, pool: PoolName, partitions: number): Promise<number> {
  const names = Array.from({ length: partitions }, (_, partition) => queueName(pool, partition));
  const counts = await Promise.all(
    names.flatMap((name) => [
      redis.llen(`${queuePrefix(name)}:${name}:wait`),
      redis.zcard(`${queuePrefix(name)}:${name}:prioritized`),
    ]),
  );
  return counts.reduce((total, count) => total + count, 0);
}
