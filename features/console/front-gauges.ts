import type Router from '@koa/router';
import type { Db } from 'mongodb';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { gauge, removeGauge } from '../../shared/process/metrics/measure.js';
import { METRICS_TYPE, metricsText } from '../../shared/process/metrics/serve.js';
import type { QueueInfrastructure } from '../../shared/queue/infrastructure.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import { liveWorkers } from '../../shared/queue/live-workers.js';
import {
  AVAILABILITY_TARGET,
  knownInTime,
  type PlatformStatus,
  readStatus,
  type Sources,
} from '../monitoring/index.js';
import type { AdminGate } from './admin-gate.js';

/**
 * `GET /healthz`: this process is alive. `GET /readyz`: it can serve calls, which takes the store, Redis and at least
 * one worker of every pool; otherwise 503 and what is missing. A front that is about to end is not ready either.
 */
export function health(
  router: Router,
  { redis, partitions }: Pick<QueueInfrastructure, 'redis' | 'partitions'>,
  db: Db,
  drain: { readonly begun: boolean },
): void {
  router.get('/healthz', (ctx) => {
    ctx.body = { status: 'ok' };
  });
  router.get('/readyz', async (ctx) => {
    if (drain.begun) {
      ctx.status = 503;
      ctx.body = { status: 'stopping' };
      return;
    }
    const [store, workers] = await Promise.all([
      knownInTime(db.command({ ping: 1 })),
      knownInTime(liveWorkers(redis, partitions)),
    ]);
    const missing = [
      ...(store ? [] : ['store']),
      ...(workers ? idlePools(workers).map((pool) => `worker:${pool}`) : ['redis']),
    ];
    ctx.status = missing.length === 0 ? 200 : 503;
    ctx.body = missing.length === 0 ? { status: 'ready', workers } : { status: 'not ready', missing };
  });
}

const idlePools = (workers: Record<PoolName, number>): PoolName[] => poolNames.filter((pool) => workers[pool] === 0);

/** `GET /metrics` on the front's own port, for operators with a token. */
export function metricsRoute(router: Router, gate: AdminGate, prepare: () => Promise<void>): void {
  router.get('/metrics', async (ctx) => {
    await gate.check(ctx);
    await prepare();
    ctx.body = await metricsText();
    ctx.set('Content-Type', METRICS_TYPE);
  });
}

/** Several scrapers, and the console beside them, ask the platform no more often than this, in ms. */
const FRESH_MS = 2_000;

/** What is read anew each time, and not shown when it cannot be. */
const READ = [
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

/** Brings the gauges that only a front can fill up to date, before its metrics are shown. */
export function frontGauges(
  sources: Sources,
  {
    sender,
    concurrency,
  }: {
    readonly sender: JobClient;
    readonly concurrency: Readonly<Record<PoolName, { readonly limit: number; readonly inFlight: number }>>;
  },
): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    gauge('awaitedReplies', {}, sender.waiting);
    for (const pool of poolNames) {
      gauge('callsInFlight', { pool }, concurrency[pool].inFlight);
      gauge('concurrencyLimit', { pool }, concurrency[pool].limit);
    }
    if (performance.now() - readAt < FRESH_MS) return;
    readAt = performance.now();
    fillGauges(await readStatus(sources));
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
  for (const metric of READ) removeGauge(metric);
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
