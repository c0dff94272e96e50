import type { Collection, Db, IndexDescription } from 'mongodb';
import type { PoolName } from '../../shared/contract/pools.js';
import type { BreakerState } from '../../shared/process/metrics/published-status.js';

/** Counts of finished requests. */
export interface CountedCalls {
  calls: number;
  /** Server faults (5xx). */
  failed: number;
  /** Histogram of durations: the requests in each latency class. */
  latency: number[];
}

/**
 * Requests of one front in one minute or one day (UTC). A front writes only its own documents, always whole, so that writes can be
 * repeated; readers sum them. Unlike usage entries these include requests that failed before a charge.
 */
export interface TrafficSpan extends CountedCalls {
  /** Span, its beginning, and the front. */
  _id: string;
  span: 'minute' | 'day';
  /** Beginning. */
  at: Date;
  expires: Date;
  /** Charged requests that failed and were refunded. */
  givenBack: number;
  /** Requests refused with 503 before a charge, by pool; only in documents of a minute. */
  busy?: Partial<Record<PoolName, number>>;
  /** Requests by pool; only in documents of a day. */
  pools?: Partial<Record<PoolName, CountedCalls>>;
}

/** State of the workers, queues and breakers in one minute. */
export interface PlatformSample {
  /** Beginning of the minute. */
  _id: Date;
  pools: Partial<Record<PoolName, { workers: number; waiting: number }>>;
  /** State of each upstream's breaker, the worst of all processes. */
  upstreams: Record<string, BreakerState>;
  expires: Date;
}

export const monitoringIndexes = {
  traffic: [{ key: { span: 1, at: 1 } }, { key: { expires: 1 }, expireAfterSeconds: 0 }],
  platformSamples: [{ key: { expires: 1 }, expireAfterSeconds: 0 }],
} satisfies Record<string, IndexDescription[]>;

export interface MonitoringCollections {
  traffic: Collection<TrafficSpan>;
  platformSamples: Collection<PlatformSample>;
}

export const monitoringCollections = (db: Db): MonitoringCollections => ({
  traffic: db.collection('traffic'),
  platformSamples: db.collection('platformSamples'),
});
