import type Router from '@koa/router';
import type { Db } from 'mongodb';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { readDiskSpace } from '../../shared/process/disk-space.js';
import { gauge, removeGauge } from '../../shared/process/metrics/measure.js';
import { readLastRuns } from '../../shared/process/metrics/published-status.js';
import { METRICS_TYPE, renderMetrics } from '../../shared/process/metrics/serve.js';
import type { Redis } from '../../shared/process/redis.js';
import { version } from '../../shared/process/version.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import { findLiveWorkers } from '../../shared/queue/live-workers.js';
import {
  AVAILABILITY_TARGET,
  type PlatformStatus,
  readRedisState,
  readStatus,
  readStoreState,
  type StatusSources,
  withinTimeLimit,
} from '../monitoring/index.js';
import type { OperatorAuthenticator } from './operator-authenticator.js';

type Servers = Pick<QueueInfrastructure, 'redis' | 'partitions'>;

/** Dependencies without which a front cannot serve, beside Redis. */
export interface FrontNeeds {
  readonly db: Db;
  readonly indexes: { readonly missing: readonly string[]; readonly problems: readonly string[] };
  /** Pools of which it needs a worker. */
  readonly pools: readonly PoolName[];
}

/**
 * Mounts `GET /healthz` (the process is alive) and `GET /readyz` (it can serve requests: the store, Redis, and a worker of every
 * pool respond, and all indexes exist; otherwise 503 with what is missing). A front that is stopping is not ready.
 */
export function mountHealthRoutes(
  router: Router,
  infrastructure: Servers,
  needs: FrontNeeds,
  drain: { readonly begun: boolean },
): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok', version };
  });
  router.get('/readyz', async (ctx) => {
    if (drain.begun) {
      ctx.status = 503;
      ctx.body = { status: 'stopping' };
      return;
    }
    const { ready, workers } = await readReadiness(infrastructure, needs);
    const missing = Object.keys(ready)
      .filter((what) => !ready[what])
      .flatMap((what) => (what === 'indexes' ? needs.indexes.missing : [what]));
    ctx.status = missing.length === 0 ? 200 : 503;
    const { problems } = needs.indexes;
    ctx.body =
      missing.length === 0
        ? { status: 'ready', workers }
        : { status: 'not ready', missing, ...(problems.length > 0 && { problems }) };
  });
}

/** Checks the store and its indexes, Redis and the pools. */
async function readReadiness(
  { redis, partitions }: Servers,
  { db, indexes, pools }: FrontNeeds,
): Promise<{ ready: Record<string, boolean>; workers: Record<PoolName, number> | undefined }> {
  const [store, workers] = await Promise.all([
    withinTimeLimit(db.command({ ping: 1 })),
    withinTimeLimit(findLiveWorkers(redis, partitions)),
  ]);
  const ready: Record<string, boolean> = { store: store !== undefined, redis: workers !== undefined };
  if (store) ready.indexes = indexes.missing.length === 0;
  if (workers) for (const pool of pools) ready[`worker:${pool}`] = workers[pool] > 0;
  return { ready, workers };
}

/** Mounts `GET /metrics`, for operators with a token. @param prepare updates the gauges */
export function mountMetricsRoute(
  router: Router,
  authenticator: OperatorAuthenticator,
  prepare: () => Promise<void>,
): void {
  router.get('/metrics', async (ctx) => {
    await authenticator.check(ctx);
    await prepare();
    ctx.body = await renderMetrics();
    ctx.set('Content-Type', METRICS_TYPE);
  });
}

/** Minimum time between two reads of the platform's state for several scrapers, in ms. */
const FRESH_MS = 2_000;

/** Gauges that are removed if they cannot be read. */
const READ_GAUGES = [
  'ready',
  'lastRun',
  'redisMemoryUsed',
  'redisMemoryMax',
  'replicas',
  'replicationLag',
  'storageFree',
  'storageSize',
  'liveWorkers',
  'waitingJobs',
  'oldestWaitSeconds',
  'expectedWaitSeconds',
  'busyShare',
  'openHolds',
  'refunds',
  'availability',
  'deliveriesDue',
  'oldestDeliverySeconds',
  'failingWebhooks',
  'abandonedHolds',
  'auditFindings',
  'reportedPages',
] as const;

/** Creates a function that updates the gauges of the platform's state, which is called for each scrape. */
export function createGaugeUpdater(
  sources: StatusSources,
  {
    sender,
    concurrency,
  }: {
    readonly sender: JobClient;
    readonly concurrency: Readonly<Record<PoolName, { readonly limit: number; readonly inFlight: number }>>;
  },
  state: FrontNeeds & { readonly dataDir: string },
): () => Promise<void> {
  const { infrastructure } = sources;
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    gauge('awaitedReplies', {}, sender.waiting);
    for (const pool of poolNames) {
      gauge('callsInFlight', { pool }, concurrency[pool].inFlight);
      gauge('concurrencyLimit', { pool }, concurrency[pool].limit);
    }
    if (performance.now() - readAt < FRESH_MS) return;
    readAt = performance.now();
    const [status, states, { ready }, runs = []] = await Promise.all([
      readStatus(sources),
      readServers(infrastructure.redis, state),
      readReadiness(infrastructure, state),
      withinTimeLimit(readLastRuns(infrastructure.redis)),
    ]);
    for (const metric of READ_GAUGES) removeGauge(metric);
    fillGauges(status);
    fillServerGauges(states);
    if (runs.length > 0) gauge('lastRun', {}, Math.max(...runs.map(({ at }) => at.getTime())) / 1_000);
    for (const [what, isReady] of Object.entries(ready)) gauge('ready', { what }, isReady ? 1 : 0);
  };
}

function fillGauges({
  pools,
  openHolds,
  refunds,
  availability,
  deliveries,
  abandoned,
  audit,
  reported,
}: PlatformStatus): void {
  gauge('availabilityTarget', {}, AVAILABILITY_TARGET);
  for (const { pool, workers, waiting, oldestWaitMs, expectedWaitMs, busyShare } of pools ?? []) {
    gauge('liveWorkers', { pool }, workers);
    gauge('waitingJobs', { pool }, waiting);
    gauge('oldestWaitSeconds', { pool }, oldestWaitMs / 1_000);
    gauge('expectedWaitSeconds', { pool }, expectedWaitMs / 1_000);
    gauge('busyShare', { pool }, busyShare);
  }
  if (openHolds !== undefined) gauge('openHolds', {}, openHolds);
  if (abandoned !== undefined) gauge('abandonedHolds', {}, abandoned.holds);
  if (audit) gauge('auditFindings', {}, audit.total);
  if (reported !== undefined) gauge('reportedPages', {}, reported);
  if (refunds !== undefined) gauge('refunds', {}, refunds);
  if (availability?.ratio !== undefined) gauge('availability', {}, availability.ratio);
  if (!deliveries) return;
  gauge('deliveriesDue', {}, deliveries.due);
  gauge('oldestDeliverySeconds', {}, deliveries.oldestMs / 1_000);
  gauge('failingWebhooks', {}, deliveries.failing);
}

/** Reads the state of Redis, of the store and of the disk of the data folder, within 2 s; undefined what cannot be read. */
async function readServers(redis: Redis, { db, dataDir }: { db: Db; dataDir: string }) {
  const [redisState, store, storage] = await Promise.all([
    withinTimeLimit(readRedisState(redis)),
    withinTimeLimit(readStoreState(db)),
    withinTimeLimit(readDiskSpace(dataDir)),
  ]);
  return { redis: redisState, store, storage };
}

/** States of members of a replica set that replicate the data. */
const REPLICATING: ReadonlySet<string> = new Set(['SECONDARY', 'RECOVERING']);

function fillServerGauges({ redis, store, storage }: Awaited<ReturnType<typeof readServers>>): void {
  if (redis) {
    gauge('redisMemoryUsed', {}, redis.usedBytes);
    gauge('redisMemoryMax', {}, redis.maxBytes ?? 0);
    gauge('replicas', { server: 'redis' }, redis.replicas);
    gauge('replicationLag', { server: 'redis' }, redis.lagSeconds);
  }
  if (store && store.members.length > 0) {
    const replicas = store.members.filter(({ state }) => REPLICATING.has(state));
    gauge('replicas', { server: 'store' }, replicas.length);
    gauge('replicationLag', { server: 'store' }, Math.max(0, ...replicas.map(({ lagSeconds }) => lagSeconds ?? 0)));
  }
  if (!storage) return;
  gauge('storageFree', {}, storage.free);
  gauge('storageSize', {}, storage.total);
}
