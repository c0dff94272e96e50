import type { Collection, Db } from 'mongodb';
import type { PoolName } from '../../shared/contract/pools.js';
import type { BreakerState } from '../../shared/process/metrics/published-status.js';
import type { Counts } from './counts.js';

// The sums by account, `usageHourly`, are documents of the ledger (`shared/ledger/documents.ts`), as its audit reads them.

/** Facts about the platform beside its requests. Amounts are micro-credits. */
export interface Platform {
  /** Responses of all fronts, including requests that were not charged. */
  answered: number;
  answeredWith5xx: number;
  sold: number;
  /** Refunded by operators. */
  refunded: number;
  expired: number;
  pools: Partial<Record<PoolName, PoolSamples>>;
  /** Number of samples in which an upstream's breaker was in each state. */
  upstreams: Record<string, Partial<Record<BreakerState, number>>>;
}

/** Sums of the samples of a pool. */
interface PoolSamples {
  samples: number;
  /** Live workers, of all samples together. */
  workers: number;
  /** Highest number of waiting jobs. */
  mostWaiting: number;
}

/** Sums of all accounts in one hour, or in one day (UTC). They are written when the time is over, and never change. */
export interface PlatformSums {
  /** Beginning of the hour or day. */
  _id: Date;
  total: Counts;
  endpoints: Record<string, Counts>;
  platform: Platform;
}

/** Retention of the sums of all accounts: the longest view and a day. */
export const PLATFORM_SUMS_KEPT_MS = 91 * 24 * 3_600_000;

export interface UsageCollections {
  platformHours: Collection<PlatformSums>;
  platformDays: Collection<PlatformSums>;
}

export const usageCollections = (db: Db): UsageCollections => ({
  platformHours: db.collection('platformHours'),
  platformDays: db.collection('platformDays'),
});

export const platformSums = ({
  platformHours,
  platformDays,
}: UsageCollections): Record<'hours' | 'days', Collection<PlatformSums>> => ({
  hours: platformHours,
  days: platformDays,
});
