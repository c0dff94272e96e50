import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { type Clock, within } from '../../shared/process/clock.js';
import {
  lastRuns,
  type Run,
  readBreakers,
  readWrongClocks,
  type ShownBreaker,
  type WrongClock,
} from '../../shared/process/metrics/boards.js';
import { liveWorkers } from '../../shared/queue/live-workers.js';
import type { Collections } from '../../shared/store/collections.js';
import { type Availability, availability, recentMinutes, type TrafficTotals } from './traffic.js';

const WITHIN_MS = 2_000;
const MINUTES_SHOWN = 60;

/** Where the state of the platform is read from. */
export interface Sources {
  store: Collections;
  redis: Redis;
  queues: readonly Queue[];
  /** Of the store. */
  clock: Clock;
  /** Of Redis. */
  queueClock: Clock;
}

export interface PoolState {
  pool: PoolName;
  workers: number;
  waiting: number;
  active: number;
  oldestWaitMs: number;
}

/** The state of the platform. What could not be learned in time is undefined. */
export interface PlatformStatus {
  pools: readonly PoolState[] | undefined;
  openHolds: number | undefined;
  /** Calls whose credits operators have given back so far. */
  refunds: number | undefined;
  availability: Availability | undefined;
}

/** What the console shows beyond that. */
export interface Overview extends PlatformStatus {
  minutes: readonly TrafficTotals[] | undefined;
  breakers: readonly ShownBreaker[] | undefined;
  runs: readonly (Run & { task: string })[] | undefined;
  wrongClocks: readonly WrongClock[] | undefined;
}

/** Reads the state of the platform, within 2 s; never throws. */
export async function readStatus(sources: Sources): Promise<PlatformStatus> {
  const { store, clock } = sources;
  const [pools, openHolds, refunds, share] = await Promise.all([
    knownInTime(poolStates(sources)),
    knownInTime(countOpenHolds(store)),
    knownInTime(store.refunds.estimatedDocumentCount()),
    knownInTime(availability(store.traffic, clock.now())),
  ]);
  return { pools, openHolds, refunds, availability: share };
}

/** Reads all that the overview shows, within 2 s; never throws. */
export async function readOverview(sources: Sources): Promise<Overview> {
  const { store, redis, clock, queueClock } = sources;
  const [status, minutes, breakers, runs, wrongClocks] = await Promise.all([
    readStatus(sources),
    knownInTime(recentMinutes(store.traffic, MINUTES_SHOWN, clock.now())),
    knownInTime(readBreakers(redis, queueClock)),
    knownInTime(lastRuns(redis)),
    knownInTime(readWrongClocks(redis, queueClock)),
  ]);
  return { ...status, minutes, breakers, runs, wrongClocks };
}

async function poolStates({ redis, queues, queueClock }: Sources): Promise<PoolState[]> {
  const workers = await liveWorkers(redis);
  return Promise.all(
    poolNames.map(async (pool) => {
      const queue = queues.find(({ name }) => name === pool);
      const [counts, [oldest]] = await Promise.all([
        queue?.getJobCounts('waiting', 'active'),
        queue?.getWaiting(0, 0) ?? [],
      ]);
      return {
        pool,
        workers: workers[pool],
        waiting: counts?.waiting ?? 0,
        active: counts?.active ?? 0,
        oldestWaitMs: oldest ? Math.max(0, queueClock.now().getTime() - oldest.timestamp) : 0,
      };
    }),
  );
}

/** Only wallets that have open holds are read: the index on their age leads to them. */
async function countOpenHolds({ wallets }: Collections): Promise<number> {
  const holding = await wallets.find({ 'open.at': { $gt: new Date(0) } }, { projection: { 'open.id': 1 } }).toArray();
  return holding.reduce((total, { open }) => total + open.length, 0);
}

/** What is read; undefined when that fails or takes longer than 2 s. */
export const knownInTime = <T>(reading: Promise<T>): Promise<T | undefined> =>
  within(WITHIN_MS, reading).catch(() => undefined);
