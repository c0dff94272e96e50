import { ABANDONED_AFTER_MS, oldHolds } from '../../shared/ledger/abandoned.js';
import { type LastAudit, readAudit } from '../../shared/ledger/audit-report.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Hold } from '../../shared/ledger/documents.js';
import { type Clock, within } from '../../shared/process/clock.js';
import {
  lastRuns,
  type Run,
  readBreakers,
  readWrongClocks,
  type ShownBreaker,
  type WrongClock,
} from '../../shared/process/metrics/boards.js';
import { readSpending, type SpentInPeriod } from '../../shared/process/model-spending.js';
import type { Machinery } from '../../shared/queue/infrastructure.js';
import type { PageCollections } from '../pages/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { MonitoringCollections } from './collections.js';
import { type PoolState, poolStates } from './pool-states.js';
import { type Availability, availability, recentMinutes, type TrafficTotals } from './traffic.js';

type Store = Pick<PageCollections, 'experiences'> &
  Pick<LedgerCollections, 'refunds' | 'wallets'> &
  MonitoringCollections &
  Pick<WebhookCollections, 'deliveries' | 'messages' | 'webhooks'>;

const WITHIN_MS = 2_000;
const MINUTES_SHOWN = 60;
const HOUR_MS = 3_600_000;
/** A pool that refused calls so long ago does so no more. */
const SHED_WITHIN_MS = 5 * 60_000;
/** A scheduler that lives decides an abandoned hold within this. */
const RECONCILED_WITHIN_MS = 60_000;

/** Where the state of the platform is read from. */
export interface Sources {
  readonly store: Store;
  /** Of the store. */
  readonly clock: Clock;
  readonly machinery: Pick<Machinery, 'redis' | 'clock' | 'partitions' | 'queues'>;
}

/** The state of the platform. What could not be learned in time is undefined. */
export interface PlatformStatus {
  pools: readonly PoolState[] | undefined;
  openHolds: number | undefined;
  /** Calls whose credits operators have given back so far. */
  refunds: number | undefined;
  availability: Availability | undefined;
  deliveries: DeliveryBacklog | undefined;
  /** Holds that are older than any call may be. */
  abandoned: AbandonedHolds | undefined;
  /** What the last audit has found; null when there was none. */
  audit: LastAudit | null | undefined;
  /** Hosted pages with reports that nobody has looked at. */
  reported: number | undefined;
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
  /** What the language model has cost, if it was asked. */
  spending: readonly SpentInPeriod[] | undefined;
  lastHour: LastHour | undefined;
}

interface AbandonedHolds {
  holds: number;
  /** The request id of the oldest; undefined where there are none. */
  oldest: string | undefined;
  /** Since when it has been open, ISO 8601. */
  since: string;
}

interface LastHour {
  /** The most workers that were seen alive, by pool. */
  workers: Readonly<Record<string, number>>;
  /** Calls that were refused for want of room in the last minutes, by pool. */
  busy: Readonly<Record<string, number>>;
}

/** Reads the state of the platform, within 2 s; never throws. */
export async function readStatus(sources: Sources): Promise<PlatformStatus> {
  const { store, clock, machinery } = sources;
  const [pools, openHolds, refunds, share, deliveries, abandoned, audit, reported] = await Promise.all([
    knownInTime(poolStates(machinery)),
    knownInTime(countOpenHolds(store)),
    knownInTime(store.refunds.estimatedDocumentCount()),
    knownInTime(availability(store.traffic, clock.now())),
    knownInTime(deliveryBacklog(store, clock.now())),
    knownInTime(abandonedHolds(store, clock.now())),
    knownInTime(readAudit(machinery.redis)),
    knownInTime(store.experiences.countDocuments({ reported: { $gt: new Date(0) } })),
  ]);
  return { pools, openHolds, refunds, availability: share, deliveries, abandoned, audit, reported };
}

/** Reads all that the overview shows, within 2 s; never throws. */
export async function readOverview(sources: Sources): Promise<Overview> {
  const { store, clock, machinery } = sources;
  const { redis, clock: queueClock } = machinery;
  const now = clock.now();
  const [status, minutes, breakers, runs, wrongClocks, spending, lastHour] = await Promise.all([
    readStatus(sources),
    knownInTime(recentMinutes(store.traffic, MINUTES_SHOWN, clock.now())),
    knownInTime(readBreakers(redis, queueClock)),
    knownInTime(lastRuns(redis)),
    knownInTime(readWrongClocks(redis, queueClock)),
    knownInTime(readSpending(redis, queueClock)),
    knownInTime(lastHourOf(store, now)),
  ]);
  return { ...status, minutes, breakers, runs, wrongClocks, spending, lastHour };
}

/** Only wallets that have open holds are read: the index on their age leads to them. */
async function countOpenHolds({ wallets }: Store): Promise<number> {
  const holding = await wallets.find({ 'open.at': { $gt: new Date(0) } }, { projection: { 'open.id': 1 } }).toArray();
  return holding.reduce((total, { open }) => total + open.length, 0);
}

/** The index on the age of holds leads to them; what crashes leave is there for some seconds more than the longest call. */
async function abandonedHolds(store: Store, now: Date): Promise<AbandonedHolds> {
  const holds: Hold[] = [];
  for await (const found of oldHolds(store, now, ABANDONED_AFTER_MS + RECONCILED_WITHIN_MS)) holds.push(...found.holds);
  const [oldest] = holds.sort((a, b) => a.at.getTime() - b.at.getTime());
  return { holds: holds.length, oldest: oldest?.id, since: oldest?.at.toISOString() ?? '' };
}

/** Reads the samples of the last hour, and the refusals that the fronts counted in the last minutes. */
async function lastHourOf({ platformSamples, traffic }: Store, now: Date): Promise<LastHour> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const [samples, recent] = await Promise.all([
    platformSamples.find({ _id: { $gte: ago(HOUR_MS), $lte: now } }).toArray(),
    traffic.find({ span: 'minute', at: { $gte: ago(SHED_WITHIN_MS) } }, { projection: { busy: 1 } }).toArray(),
  ]);
  const [workers, busy]: [Record<string, number>, Record<string, number>] = [{}, {}];
  for (const { pools } of samples) {
    for (const [pool, seen] of Object.entries(pools)) workers[pool] = Math.max(workers[pool] ?? 0, seen.workers);
  }
  for (const { busy: refused = {} } of recent) {
    for (const [pool, calls] of Object.entries(refused)) busy[pool] = (busy[pool] ?? 0) + calls;
  }
  return { workers, busy };
}

/** All of it is read by indexes that hold only what is pending, or fails. */
async function deliveryBacklog({ deliveries, messages, webhooks }: Store, now: Date): Promise<DeliveryBacklog> {
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
