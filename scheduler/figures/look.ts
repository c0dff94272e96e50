import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { OVERALL, type Platform, spanId, spans } from '../../shared/figures/collections.js';
import { noPlatform } from '../../shared/figures/platform.js';
import { nothing } from '../../shared/figures/tally.js';
import { readBreakers } from '../../shared/process/metrics/boards.js';
import type { Redis } from '../../shared/process/redis.js';
import { liveWorkers } from '../../shared/queue/live-workers.js';
import { queueName, queuePrefix } from '../../shared/queue/queues.js';
import type { TaskContext } from '../run-tasks.js';

type Seen = Pick<Platform, 'pools' | 'upstreams'>;

/**
 * Looks at the workers, the queues and the breakers, and notes what is seen for the minute that is running. Who looks twice in a
 * minute has seen what there was the second time.
 */
export async function look({ redis, partitions, queueClock, store, clock }: TaskContext): Promise<void> {
  const [workers, breakers, ...waiting] = await Promise.all([
    liveWorkers(redis, partitions),
    readBreakers(redis, queueClock),
    ...poolNames.map((pool) => countWaiting(redis, pool, partitions[pool])),
  ]);
  const seen: Seen = { pools: {}, upstreams: {} };
  for (const [index, pool] of poolNames.entries()) {
    const [live, jobs] = [workers[pool], waiting[index] ?? 0];
    seen.pools[pool] = { looks: 1, workers: live, fewest: live, waiting: jobs, most: jobs };
  }
  // The worst of all processes counts: it is written last.
  for (const worse of ['closed', 'half open', 'open'] as const) {
    for (const { upstream, state } of breakers) if (state === worse) seen.upstreams[upstream] = { [state]: 1 };
  }
  await note(store, clock.now(), seen);
}

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

async function note({ spanFigures }: TaskContext['store'], now: Date, { pools, upstreams }: Seen): Promise<void> {
  const { lengthMs, keptMs } = spans.minute;
  const at = new Date(now.getTime() - (now.getTime() % lengthMs));
  const _id = spanId('minute', OVERALL, at);
  // A minute that has not begun to be counted is begun.
  const begun = { span: 'minute', scope: OVERALL, at, expires: new Date(at.getTime() + keptMs), ...nothing() } as const;
  await spanFigures.updateOne({ _id }, { $setOnInsert: { ...begun, platform: noPlatform() } }, { upsert: true });
  await spanFigures.updateOne({ _id }, { $set: { 'platform.pools': pools, 'platform.upstreams': upstreams } });
}
