import type { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { readBreakers, type ShownBreaker } from '../../shared/process/metrics/breaker-board.js';
import { lastRuns, type Run } from '../../shared/process/metrics/scheduler-runs.js';
import { liveWorkers } from '../../shared/queue/live-workers.js';
import type { Collections } from '../../shared/store/collections.js';
import { type Answers, type Availability, availability, recentMinutes } from './read-traffic.js';

const WITHIN_MS = 2_000;
const MINUTES_SHOWN = 60;

/** Where the state of the platform is read from. */
export interface Sources {
  store: Collections;
  redis: Redis;
  queues: readonly Queue[];
  now(): Date;
}

export interface PoolState {
  pool: PoolName;
  workers: number;
  waiting: number;
  active: number;
  oldestWaitMs: number;
}

/** How the platform is. What could not be learned in time is undefined. */
export interface Vitals {
  pools: readonly PoolState[] | undefined;
  openHolds: number | undefined;
  /** Calls whose credits operators have given back so far. */
  refunds: number | undefined;
  availability: Availability | undefined;
}

/** What the console shows beyond that. */
export interface Overview extends Vitals {
  minutes: readonly Answers[] | undefined;
  breakers: readonly ShownBreaker[] | undefined;
  runs: readonly (Run & { task: string })[] | undefined;
}

/** Reads how the platform is, within 2 s; never throws. */
export async function readVitals(sources: Sources): Promise<Vitals> {
  const { store, now } = sources;
  const [pools, openHolds, refunds, share] = await Promise.all([
    inTime(poolStates(sources)),
    inTime(countOpenHolds(store)),
    inTime(store.refunds.estimatedDocumentCount()),
    inTime(availability(store.traffic, now())),
  ]);
  return { pools, openHolds, refunds, availability: share };
}

/** Reads all that the overview shows, within 2 s; never throws. */
export async function readOverview(sources: Sources): Promise<Overview> {
  const { store, redis, now } = sources;
  const [vitals, minutes, breakers, runs] = await Promise.all([
    readVitals(sources),
    inTime(recentMinutes(store.traffic, MINUTES_SHOWN, now())),
    inTime(readBreakers(redis)),
    inTime(lastRuns(redis)),
  ]);
  return { ...vitals, minutes, breakers, runs };
}

async function poolStates({ redis, queues }: Sources): Promise<PoolState[]> {
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
        oldestWaitMs: oldest ? Math.max(0, Date.now() - oldest.timestamp) : 0,
      };
    }),
  );
}

/** Only wallets that have open holds are read: the index on their age leads to them. */
async function countOpenHolds({ wallets }: Collections): Promise<number> {
  const holding = await wallets.find({ 'open.at': { $gt: new Date(0) } }, { projection: { 'open.id': 1 } }).toArray();
  return holding.reduce((total, { open }) => total + open.length, 0);
}

async function inTime<T>(reading: Promise<T>): Promise<T | undefined> {
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), WITHIN_MS).unref());
  return Promise.race([reading, tooLate]).catch(() => undefined);
}
