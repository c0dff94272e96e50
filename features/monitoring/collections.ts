import type { Collection, Db, IndexDescription } from 'mongodb';
import type { PoolName } from '../../shared/contract/pools.js';
import type { PlatformSample } from './samples.js';

/** Answered calls, counted. */
export interface CountedCalls {
  calls: number;
  /** Answered with 5xx: failed by us. */
  failed: number;
  /** How many calls took up to each edge of the fronts' scale (and longer than the one before), and longer than all. */
  latency: number[];
}

/**
 * What one front answered in one minute or one day (UTC). A front writes its own documents only, always whole, so
 * that a write may be repeated; readers add them up. That keeps figures of all fronts beyond their restarts, and
 * unlike the usage documents it also counts calls that failed before they were charged.
 */
export interface TrafficSpan extends CountedCalls {
  /** `minute|day`, its beginning, the front. */
  _id: string;
  span: 'minute' | 'day';
  /** Its beginning. */
  at: Date;
  expires: Date;
  /** Calls whose credits were taken, and given back as they failed. */
  givenBack: number;
  /** Calls that were answered 503 before any credits were taken, by their pools, of a minute. */
  busy?: Partial<Record<PoolName, number>>;
  /** Calls by pool; only in documents of a day. */
  pools?: Partial<Record<PoolName, CountedCalls>>;
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
