import { deepEqual, equal } from 'node:assert/strict';
import { poolNames, pools } from '../../shared/contract/pools.js';
import { computeSignals, findThroughputWindow } from './scaling.js';

const quiet = { pool: 'compute', workers: 2, waiting: 0, active: 0, oldestWaitMs: 0, servedPerSecond: 0 } as const;

describe('the signals for autoscalers', () => {
  it('expect the wait of the waiting jobs at the current throughput', () => {
    const load = { ...quiet, waiting: 300, active: 32, oldestWaitMs: 1_500, servedPerSecond: 200 };
    deepEqual(computeSignals(load), { expectedWaitMs: 1_500, busyShare: 1 });
  });

  it('expect no wait without waiting jobs, whatever the throughput', () => {
    equal(computeSignals(quiet).expectedWaitMs, 0);
    deepEqual(computeSignals({ ...quiet, active: 8, servedPerSecond: 50 }), { expectedWaitMs: 0, busyShare: 0.25 });
  });

  it('use the oldest wait without finished jobs', () => {
    equal(computeSignals({ ...quiet, waiting: 5, oldestWaitMs: 700 }).expectedWaitMs, 700);
  });

  it('demand workers for waiting jobs without any, and only then', () => {
    for (const pool of poolNames) {
      const none = { ...quiet, pool, workers: 0 };
      deepEqual(computeSignals({ ...none, waiting: 1 }), { expectedWaitMs: pools[pool].deadlineMs, busyShare: 1 });
      deepEqual(computeSignals(none), { expectedWaitMs: 0, busyShare: 0 });
    }
  });

  it('stay within the deadline and 100 %, with jobs of dead workers still active', () => {
    const load = { ...quiet, waiting: 9_000, active: 90, oldestWaitMs: 9_000, servedPerSecond: 10 };
    deepEqual(computeSignals(load), { expectedWaitMs: pools.compute.deadlineMs, busyShare: 1 });
  });

  it('count finished jobs over the time that jobs have waited, 1 to 30 s', () => {
    deepEqual([0, 4_000, 90_000].map(findThroughputWindow), [1_000, 4_000, 30_000]);
  });
});
