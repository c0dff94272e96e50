import type { Collection } from 'mongodb';
import { ABANDONED_AFTER_MS, findAbandonedHolds } from '../../shared/ledger/abandoned-holds.js';
import { type LastAudit, readAudit } from '../../shared/ledger/audit.js';
import type { LedgerCollections } from '../../shared/ledger/collections.js';
import type { Hold } from '../../shared/ledger/documents.js';
import { type Clock, withTimeout } from '../../shared/process/clock.js';
import {
  type LiveProcess,
  type Run,
  readBreakers,
  readLastRuns,
  readProcesses,
  readWrongClocks,
  type ShownBreaker,
  type WrongClock,
} from '../../shared/process/metrics/published-status.js';
import { readSpending, type SpentInPeriod } from '../../shared/process/model-spending.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import type { PageCollections } from '../pages/index.js';
import type { WebhookCollections } from '../webhooks/index.js';
import type { MonitoringCollections } from './collections.js';
import { type PoolState, readPoolStates } from './pool-states.js';
import { type RedisState, readRedisState, readStoreState, type StoreState } from './servers.js';
import { type Availability, readAvailability, readRecentMinutes, type TrafficTotals } from './traffic.js';

type Store = Pick<PageCollections, 'experiences'> &
  Pick<LedgerCollections, 'acknowledgedFindings' | 'refunds' | 'wallets'> &
  MonitoringCollections /** Payments whose order the store does not know. */ & {
    readonly unknownPayments: Pick<Collection, 'estimatedDocumentCount'>;
  } & Pick<WebhookCollections, 'deliveries' | 'messages' | 'webhooks'>;

const TIMEOUT_MS = 2_000;
const MINUTES_SHOWN = 60;
const HOUR_MS = 3_600_000;
/** Time after which refused requests no longer show an overload. */
const SHED_WITHIN_MS = 5 * 60_000;
/** Time in which a running scheduler settles an abandoned hold. */
const RECONCILED_WITHIN_MS = 60_000;

/** Dependencies for reading the state of the platform. */
export interface StatusSources {
  readonly store: Store;
  /** Clock of the store. */
  readonly clock: Clock;
  readonly infrastructure: Pick<QueueInfrastructure, 'redis' | 'clock' | 'partitions' | 'queues'>;
}

/** State of the platform. A part that could not be read in time is undefined. */
export interface PlatformStatus {
  pools: readonly PoolState[] | undefined;
  openHolds: number | undefined;
  /** Requests that operators have refunded so far. */
  refunds: number | undefined;
  availability: Availability | undefined;
  deliveries: DeliveryBacklog | undefined;
  /** Holds that are older than any request can be. */
  abandoned: AbandonedHolds | undefined;
  /** Result of the last ledger audit; null if there was none. */
  audit: LastAudit | null | undefined;
  /** Hosted pages with open reports. */
  reported: number | undefined;
}

interface DeliveryBacklog {
  /** Deliveries whose next attempt is due, and messages that have no deliveries yet. */
  due: number;
  oldestMs: number;
  /** Webhooks that have failed since their last success. */
  failing: number;
}

/** State of the platform with what else the console shows. */
export interface Overview extends PlatformStatus {
  minutes: readonly TrafficTotals[] | undefined;
  breakers: readonly ShownBreaker[] | undefined;
  runs: readonly (Run & { task: string })[] | undefined;
  wrongClocks: readonly WrongClock[] | undefined;
  /** Spending on the language model, if it was used. */
  spending: readonly SpentInPeriod[] | undefined;
  lastHour: LastHour | undefined;
  processes: readonly LiveProcess[] | undefined;
  redis: RedisState | undefined;
  storeState: StoreState | undefined;
  /** Payments whose order the store does not know. */
  unknownPayments: number | undefined;
}

interface AbandonedHolds {
  holds: number;
  /** Request id of the oldest. */
  oldest: string | undefined;
  /** Time of the oldest, ISO 8601. */
  since: string;
}

interface LastHour {
  /** Maximum of live workers, by pool. */
  workers: Readonly<Record<string, number>>;
  /** Requests that were refused by overloaded pools in the last minutes, by pool. */
  busy: Readonly<Record<string, number>>;
}

/** Reads the state of the platform, within 2 s; never throws. */
export async function readStatus(sources: StatusSources): Promise<PlatformStatus> {
  const { store, clock, infrastructure } = sources;
  const [pools, openHolds, refunds, share, deliveries, abandoned, audit, reported] = await Promise.all([
    withinTimeLimit(readPoolStates(infrastructure)),
    withinTimeLimit(countOpenHolds(store)),
    withinTimeLimit(store.refunds.estimatedDocumentCount()),
    withinTimeLimit(readAvailability(store.traffic, clock.now())),
    withinTimeLimit(readDeliveryBacklog(store, clock.now())),
    withinTimeLimit(countAbandonedHolds(store, clock.now())),
    withinTimeLimit(readAudit(infrastructure.redis, store)),
    withinTimeLimit(store.experiences.countDocuments({ reported: { $gt: new Date(0) } })),
  ]);
  return { pools, openHolds, refunds, availability: share, deliveries, abandoned, audit, reported };
}

/** Reads the content of the overview, within 4 s; never throws. */
export async function readOverview(sources: StatusSources): Promise<Overview> {
  const { store, clock, infrastructure } = sources;
  const { redis, clock: queueClock } = infrastructure;
  const now = clock.now();
  const [status, minutes, breakers, runs, wrongClocks, spending, lastHour, processes] = await Promise.all([
    readStatus(sources),
    withinTimeLimit(readRecentMinutes(store.traffic, MINUTES_SHOWN, clock.now())),
    withinTimeLimit(readBreakers(redis, queueClock)),
    withinTimeLimit(readLastRuns(redis)),
    withinTimeLimit(readWrongClocks(redis, queueClock)),
    withinTimeLimit(readSpending(redis, queueClock)),
    withinTimeLimit(readLastHour(store, now)),
    withinTimeLimit(readProcesses(redis, queueClock)),
  ]);
  const [redisState, storeState, unknownPayments] = await Promise.all([
    withinTimeLimit(readRedisState(redis)),
    withinTimeLimit(readStoreState(store.traffic.db)),
    withinTimeLimit(store.unknownPayments.estimatedDocumentCount()),
  ]);
  return {
    ...{ ...status, minutes, breakers, runs, wrongClocks, spending, lastHour, processes },
    ...{ redis: redisState, storeState, unknownPayments },
  };
}

/** Counts the open holds, by the index of their age: it has only wallets with open holds. */
async function countOpenHolds({ wallets }: Store): Promise<number> {
  const holding = await wallets.find({ 'open.at': { $gt: new Date(0) } }, { projection: { 'open.id': 1 } }).toArray();
  return holding.reduce((total, { open }) => total + open.length, 0);
}

/** Finds holds that are older than the longest request, and that the scheduler should have settled. */
async function countAbandonedHolds(store: Store, now: Date): Promise<AbandonedHolds> {
  const holds: Hold[] = [];
  for await (const found of findAbandonedHolds(store, now, ABANDONED_AFTER_MS + RECONCILED_WITHIN_MS))
    holds.push(...found.holds);
  const [oldest] = holds.sort((a, b) => a.at.getTime() - b.at.getTime());
  return { holds: holds.length, oldest: oldest?.id, since: oldest?.at.toISOString() ?? '' };
}

/** Reads the samples of the last hour, and the refusals that the fronts counted in the last minutes. */
async function readLastHour({ platformSamples, traffic }: Store, now: Date): Promise<LastHour> {
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

/** Reads the backlog of webhooks, by indexes that have only pending or failing documents. */
async function readDeliveryBacklog({ deliveries, messages, webhooks }: Store, now: Date): Promise<DeliveryBacklog> {
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

/** Resolves to undefined if a promise fails or takes longer than 2 s. */
export const withinTimeLimit = <T>(reading: Promise<T>): Promise<T | undefined> =>
  withTimeout(TIMEOUT_MS, reading).catch(() => undefined);
