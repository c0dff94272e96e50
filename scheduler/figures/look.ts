import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { OVERALL, type Platform, spanId, spans } from '../../shared/figures/collections.js';
import { noPlatform } from '../../shared/figures/platform.js';
import { nothing } from '../../shared/figures/tally.js';
import { readBreakers } from '../../shared/process/metrics/boards.js';
import { queuePrefix } from '../../shared/queue/job.js';
import { queueIn } from '../../shared/queue/lanes.js';
import { liveWorkers } from '../../shared/queue/live-workers.js';
import type { TaskContext } from '../run-tasks.js';

type Seen = Pick<Platform, 'pools' | 'upstreams'>;

/**
 * Looks at the workers, the queues and the breakers, and notes what is seen for the minute that is running. Who looks twice in a
 * minute has seen what there was the second time.
 */
export async function look({ redis, lanes, queueClock, store, clock }: TaskContext): Promise<void> {
  const [workers, breakers, ...waiting] = await Promise.all([
    liveWorkers(lanes),
    readBreakers(redis, queueClock),
    ...poolNames.map((pool) => waitingIn(lanes, pool)),
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

/** How many jobs of a pool wait, in all lanes that can be asked. */
async function waitingIn(lanes: TaskContext['lanes'], pool: PoolName): Promise<number> {
  const counted = lanes
    .filter(({ pools }) => pools.includes(pool))
    .map(({ redis, index }) => redis.llen(`${queuePrefix(index)}:${queueIn(index, pool)}:wait`).catch(() => 0));
  return (await Promise.all(counted)).reduce((total, count) => total + count, 0);
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
