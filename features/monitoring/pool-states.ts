import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import { findLiveWorkers } from '../../shared/queue/live-workers.js';
import { computeSignals, findThroughputWindow, measureThroughput, type ScalingSignals } from './scaling.js';

/** Load of a pool, over all its partitions. */
export interface PoolState extends ScalingSignals {
  pool: PoolName;
  workers: number;
  waiting: number;
  active: number;
  oldestWaitMs: number;
}

interface QueueState extends Pick<PoolState, 'pool' | 'waiting' | 'active' | 'oldestWaitMs'> {
  servedPerSecond: number;
}

type Sources = Pick<QueueInfrastructure, 'redis' | 'clock' | 'partitions' | 'queues'>;

/** Reads the load of all pools. @throws Error if Redis is unavailable */
export async function readPoolStates(infrastructure: Sources): Promise<PoolState[]> {
  const [workers, ...states] = await Promise.all([
    findLiveWorkers(infrastructure.redis, infrastructure.partitions),
    ...infrastructure.queues.map((queue) => readQueueState(queue, infrastructure)),
  ]);
  return poolNames.map((pool) => {
    const queues = states.filter((state) => state.pool === pool);
    const sum = (of: (state: QueueState) => number) => queues.reduce((total, state) => total + of(state), 0);
    const state = {
      ...{ pool, workers: workers[pool], waiting: sum(({ waiting }) => waiting), active: sum(({ active }) => active) },
      oldestWaitMs: Math.max(0, ...queues.map(({ oldestWaitMs }) => oldestWaitMs)),
    };
    const served = sum((queue) => queue.servedPerSecond);
    return { ...state, ...computeSignals({ ...state, servedPerSecond: served }) };
  });
}

async function readQueueState(
  { pool, queue }: QueueInfrastructure['queues'][number],
  { redis, clock }: Sources,
): Promise<QueueState> {
  const now = clock.now().getTime();
  const [counts, ...oldest] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active'),
    queue.getWaiting(0, 0),
    queue.getPrioritized(0, 0),
  ]);
  const waiting = (counts.waiting ?? 0) + (counts.prioritized ?? 0);
  const since = Math.min(now, ...oldest.flat().map(({ timestamp }) => timestamp));
  const oldestWaitMs = now - since;
  const served = waiting > 0 ? await measureThroughput(redis, queue, now, findThroughputWindow(oldestWaitMs)) : 0;
  return { pool, waiting, active: counts.active ?? 0, oldestWaitMs, servedPerSecond: served };
}
