import type Router from '@koa/router';
import type { Context } from 'koa';
import { forget, gauge } from '../../shared/process/metrics/measure.js';
import { METRICS_TYPE, metricsText } from '../../shared/process/metrics/serve.js';
import type { AdminGate } from '../access/admin-gate.js';
import type { Sender } from '../calls/send.js';
import { AVAILABILITY_TARGET } from './read-traffic.js';
import { readVitals, type Sources, type Vitals } from './vitals.js';

/** Several scrapers, and the console beside them, ask the platform no more often than this, in ms. */
const FRESH_MS = 2_000;

/** What is read anew each time, and not shown when it cannot be. */
const READ = ['liveWorkers', 'waitingJobs', 'oldestWaitSeconds', 'openHolds', 'refunds', 'availability'] as const;

/** Brings the gauges that only a front can fill up to date, before its metrics are shown. */
export function frontGauges(sources: Sources, sender: Sender): () => Promise<void> {
  let readAt = Number.NEGATIVE_INFINITY;
  return async () => {
    gauge('awaitedReplies', {}, sender.awaited);
    if (performance.now() - readAt < FRESH_MS) return;
    readAt = performance.now();
    show(await readVitals(sources));
  };
}

function show({ pools, openHolds, refunds, availability }: Vitals): void {
  for (const metric of READ) forget(metric);
  gauge('availabilityTarget', {}, AVAILABILITY_TARGET);
  for (const { pool, workers, waiting, oldestWaitMs } of pools ?? []) {
    gauge('liveWorkers', { pool }, workers);
    gauge('waitingJobs', { pool }, waiting);
    gauge('oldestWaitSeconds', { pool }, oldestWaitMs / 1_000);
  }
  if (openHolds !== undefined) gauge('openHolds', {}, openHolds);
  if (refunds !== undefined) gauge('refunds', {}, refunds);
  if (availability?.ratio !== undefined) gauge('availability', {}, availability.ratio);
}

/** `GET /metrics` on the front's own port, for who has the admin token. */
export function metricsRoute(router: Router, gate: AdminGate, prepare: () => Promise<void>): void {
  router.get('/metrics', async (ctx) => {
    await gate.check(ctx as unknown as Context);
    await prepare();
    ctx.body = await metricsText();
    ctx.set('Content-Type', METRICS_TYPE);
  });
}
