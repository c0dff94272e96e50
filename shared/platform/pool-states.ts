import { type PoolName, poolNames } from '../contract/pools.js';
import { within } from '../process/clock.js';
import { liveWorkers } from '../queue/live-workers.js';
import type { PoolQueue } from '../queue/queues.js';
import type { MachineryLane } from './machinery.js';
import { type ScalingSignals, scalingSignals, servedOver, servedPerSecond } from './scaling.js';

/** What a pool has to do in all its lanes. */
export interface PoolState extends ScalingSignals {
  pool: PoolName;
  workers: number;
  waiting: number;
  active: number;
  oldestWaitMs: number;
}

interface QueueState extends Pick<PoolState, 'waiting' | 'active' | 'oldestWaitMs'> {
  servedPerSecond: number;
}

/** Of several lanes, one that has not answered by then is left out, in ms. */
const LANE_WITHIN_MS = 1_000;

/**
 * The states of the pools, over all lanes that can be asked.
 *
 * @throws Error when none can
 */
export async function poolStates(lanes: readonly MachineryLane[]): Promise<PoolState[]> {
  const [workers, ...perLane] = await Promise.all([
    liveWorkers(lanes),
    ...lanes.map((lane) => {
      const asked = queueStates(lane);
      return lanes.length === 1 ? asked : within(LANE_WITHIN_MS, asked).catch(() => undefined);
    }),
  ]);
  return poolNames.map((pool) => {
    const queues = perLane.flatMap((states) => states?.get(pool) ?? []);
    const sum = (of: (state: QueueState) => number) => queues.reduce((total, state) => total + of(state), 0);
    const state = {
      ...{ pool, workers: workers[pool], waiting: sum(({ waiting }) => waiting), active: sum(({ active }) => active) },
      oldestWaitMs: Math.max(0, ...queues.map(({ oldestWaitMs }) => oldestWaitMs)),
    };
    const served = sum((queue) => queue.servedPerSecond);
    return { ...state, ...scalingSignals({ ...state, servedPerSecond: served }) };
  });
}

async function queueStates(lane: MachineryLane): Promise<ReadonlyMap<PoolName, QueueState>> {
  const states = [...lane.queues].map(async ([pool, queue]) => [pool, await queueState(queue, lane)] as const);
  return new Map(await Promise.all(states));
}

async function queueState(queue: PoolQueue, { redis, clock }: MachineryLane): Promise<QueueState> {
  const now = clock.now().getTime();
  const [counts, [oldest]] = await Promise.all([queue.getJobCounts('waiting', 'active'), queue.getWaiting(0, 0)]);
  const { waiting = 0, active = 0 } = counts;
  const oldestWaitMs = oldest ? Math.max(0, now - oldest.timestamp) : 0;
  const served = waiting > 0 ? await servedPerSecond(redis, queue, now, servedOver(oldestWaitMs)) : 0;
  return { waiting, active, oldestWaitMs, servedPerSecond: served };
}
