import { randomUUID } from 'node:crypto';
import { openPayments } from '../shared/payments/payments.js';
import { within } from '../shared/process/clock.js';
import { ownConfig } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { publishClocks } from '../shared/process/metrics/boards.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { redisUrls } from '../shared/process/redis-address.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { redisClock, storeClock } from '../shared/process/server-clock.js';
import { startTracing } from '../shared/process/tracing.js';
import type { ChoreData } from '../shared/queue/job.js';
import { connectLanes, disconnectLanes, lanesOf } from '../shared/queue/lanes.js';
import { openQueues } from '../shared/queue/queues.js';
import { Disks } from '../shared/storage/disks.js';
import { collections } from '../shared/store/collections.js';
import { connectStore } from '../shared/store/connect.js';
import { auditBooks } from './audit-books.js';
import { clearClosedAccounts } from './clear-closed-accounts.js';
import { closeMonths } from './close-months.js';
import { countVisits } from './count-visits.js';
import { dropReplies } from './drop-replies.js';
import { enterAbandonedDeeds } from './enter-abandoned-deeds.js';
import { expireCredits } from './expire-credits.js';
import { finishDeletions } from './finish-deletions.js';
import { forgetVisitors } from './forget-visitors.js';
import { mailAlerts } from './mail-alerts.js';
import { mailInvitations } from './mail-invitations.js';
import { mailNotices } from './mail-notices.js';
import { movePhotos } from './move-photos.js';
import { noteSearchTerms } from './note-search-terms.js';
import { pruneUsage } from './prune-usage.js';
import { pruneVisits } from './prune-visits.js';
import { reconcileHolds } from './reconcile-holds.js';
import { reconcilePayments } from './reconcile-payments.js';
import { recoverOutbox } from './recover-outbox.js';
import { refreshExchangeRates } from './refresh-rates.js';
import { rollUpAccounts } from './roll-up-accounts.js';
import { rollUpFigures } from './roll-up-figures.js';
import type { Task } from './run-tasks.js';
import { runTasks } from './run-tasks.js';
import { sweepExperiences } from './sweep-experiences.js';
import { tellOfAlerts } from './tell-of-alerts.js';
import { tellOfBalances } from './tell-of-balances.js';
import { topUpCredits } from './top-up.js';
import { warnOfExpiry } from './warn-of-expiry.js';
import { watchAccounts } from './watch-accounts.js';
import { writeReadingsAhead } from './write-ahead.js';

/** Everything that the scheduler does. */
const tasks: readonly Task[] = [
  expireCredits,
  reconcileHolds,
  refreshExchangeRates,
  countVisits,
  forgetVisitors,
  pruneVisits,
  pruneUsage,
  closeMonths,
  sweepExperiences,
  movePhotos,
  noteSearchTerms,
  dropReplies,
  tellOfBalances,
  reconcilePayments,
  topUpCredits,
  tellOfAlerts,
  recoverOutbox,
  mailAlerts,
  mailInvitations,
  mailNotices,
  warnOfExpiry,
  watchAccounts,
  writeReadingsAhead,
  enterAbandonedDeeds,
  finishDeletions,
  clearClosedAccounts,
  rollUpFigures,
  rollUpAccounts,
  auditBooks,
];

const config = ownConfig();
const log = createLogger('scheduler', config);
const CONNECT_WITHIN_MS = 15_000;
/** How long the start waits to learn the store's time, in ms. */
const TIME_WITHIN_MS = 2_000;
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');

async function start(): Promise<Running> {
  const tracing = await startTracing('scheduler', config, { begins: false, log });
  const redis = connectRedis(redisUrls(config)[0], 'producer', onError);
  const lanes = connectLanes(lanesOf(config), redis, 'producer', onError);
  await whenReady(redis, CONNECT_WITHIN_MS);
  const payments = await openPayments(config);
  const store = connectStore(config, onError);
  const queueClock = redisClock(redis, log);
  const clock = storeClock(store.db, log, queueClock);
  await Promise.all([queueClock.start(), within(TIME_WITHIN_MS, clock.start())]);
  const stopClocks = publishClocks(redis, `scheduler ${randomUUID()}`, [queueClock, clock], onError);
  const metrics = await serveMetrics(config);
  const queues = openQueues<ChoreData, unknown>(redis, onError);
  const stopTasks = runTasks(tasks, {
    ...{ log, config, redis, lanes, queues, payments },
    clock,
    queueClock,
    store: collections(store.db),
    disks: new Disks(config),
  });
  log.debug({ tasks: tasks.map((task) => task.name) }, 'scheduling');
  return {
    facts: metrics.facts,
    async stop() {
      await stopTasks();
      await Promise.all(Object.values(queues).map((queue) => queue.close().catch(onError)));
      await stopClocks();
      clock.stop();
      queueClock.stop();
      await metrics.stop();
      await tracing.stop();
      await store.close();
      disconnectLanes(lanes);
      redis.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_GRACE_MS, start);
