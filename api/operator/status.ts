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
  deliveries: DeliveryBacklog | undefined;
}

/** How far what is told by webhooks is behind. */
export interface DeliveryBacklog {
  /** Deliveries whose next attempt is due, and messages that have no deliveries yet. */
  due: number;
  oldestMs: number;
  /** Webhooks that have failed since their last success. */
  failing: number;
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
  const [pools, openHolds, refunds, share, deliveries] = await Promise.all([
    knownInTime(poolStates(sources)),
    knownInTime(countOpenHolds(store)),
    knownInTime(store.refunds.estimatedDocumentCount()),
    knownInTime(availability(store.traffic, clock.now())),
    knownInTime(deliveryBacklog(store, clock.now())),
  ]);
  return { pools, openHolds, refunds, availability: share, deliveries };
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

/** All of it is read by indexes that hold only what is pending, or fails. */
async function deliveryBacklog({ deliveries, messages, webhooks }: Collections, now: Date): Promise<DeliveryBacklog> {
  const [due, waiting, failing, [nextDue], [nextMessage]] = await Promise.all([
    deliveries.countDocuments({ due: { $lte: now } }),
    messages.countDocuments({ pending: { $lte: now } }),
    webhooks.countDocuments({ failing_since: { $gt: new Date(0) } }),
    deliveries.find({ due: { $lte: now } }, { sort: { due: 1 }, limit: 1, projection: { due: 1 } }).toArray(),
    messages.find({ pending: { $lte: now } }, { sort: { pending: 1 }, limit: 1, projection: { pending: 1 } }).toArray(),
  ]);
  const oldest = Math.min(now.getTime(), ...[nextDue?.due, nextMessage?.pending].flatMap((at) => at?.getTime() ?? []));
  return { due: due + waiting, oldestMs: now.getTime() - oldest, failing };
}

/** What is read; undefined when that fails or takes longer than 2 s. */
export const knownInTime = <T>(reading: Promise<T>): Promise<T | undefined> =>
  within(WITHIN_MS, reading).catch(() => undefined);
