import type { PoolName } from '../../shared/contract/pools.js';
import type { BreakerState } from '../../shared/process/metrics/published-status.js';

/** State of the workers, queues and breakers in one minute. */
export interface PlatformSample {
  /** Beginning of the minute. */
  _id: Date;
  pools: Partial<Record<PoolName, { workers: number; waiting: number }>>;
  /** State of each upstream's breaker, the worst of all processes. */
  upstreams: Record<string, BreakerState>;
  expires: Date;
}
