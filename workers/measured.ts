import { type PoolName, pools } from '../shared/contract/pools.js';
import { count, time } from '../shared/process/metrics/measure.js';
import type { Compute } from './serve-pool.js';

/** Counts and times what a worker computes. A task was sent one deadline of its pool before its deadline. */
export const measured =
  (pool: PoolName, compute: Compute): Compute =>
  async (work) => {
    const sentAt = work.deadline - pools[pool].deadlineMs;
    time('queueWaitSeconds', { pool }, Math.max(0, Date.now() - sentAt));
    const began = performance.now();
    const reply = await compute(work);
    time('runSeconds', { endpoint: work.endpoint }, performance.now() - began);
    count('jobs', { endpoint: work.endpoint, status: reply.status });
    return reply;
  };
