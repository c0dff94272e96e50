import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { ConvergeSoon, openPayments } from '../features/billing/index.js';
import { collections } from '../features/collections.js';
import { createGaugeUpdater } from '../features/console/index.js';
import { Authenticator, Tokens } from '../features/keys/index.js';
import { TrafficRecorder } from '../features/monitoring/index.js';
import { AsyncResults, RefusalRecorder, ReplyStore, TestCalls } from '../features/requests/index.js';
import { RateLimiter } from '../features/web/index.js';
import { createPublisher, jobNotifier, openDeliverQueue, SigningSecrets, Targets } from '../features/webhooks/index.js';
import { PIPELINED_REQUESTS, UNREAD_BYTES } from '../shared/contract/bounds.js';
import { pools } from '../shared/contract/pools.js';
import { within } from '../shared/process/clock.js';
import { ownConfig } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { publishClocks } from '../shared/process/metrics/boards.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { redisUrl } from '../shared/process/redis-address.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { redisClock, storeClock } from '../shared/process/server-clock.js';
import { startTracing } from '../shared/process/tracing.js';
import { chooseBackend } from '../shared/queue/backend.js';
import { JobClient } from '../shared/queue/job-client.js';
import { MemoryQuota } from '../shared/queue/memory-quota.js';
import { openPoolQueues, parsePartitions } from '../shared/queue/queues.js';
import { Disks } from '../shared/storage/disks.js';
import { Quota } from '../shared/storage/quota.js';
import { connectGuardedStore } from '../shared/store/connect.js';
import { ConcurrencyLimiter } from './calls/concurrency-limiter.js';
import { Idempotency } from './calls/idempotency.js';
import { Strangers } from './calls/strangers.js';
import { serveWithin } from './connections.js';
import { Drain } from './drain.js';
import { Ledger } from './ledger/ledger.js';
import { KEEP_ALIVE_MS, keepAlive, listen } from './listen.js';
import { pages } from './routes.js';
import { createServer } from './server.js';

const config = ownConfig();
const log = createLogger('api', config);
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');
const CONNECT_WITHIN_MS = 15_000;
const SETTLE_WITHIN_MS = 5_000;
/** How long the start waits to learn the store's time, in ms. */
const TIME_WITHIN_MS = 2_000;

// Megabytes that pass through are gone when the next come, but the engine counts them as what stays, and looks through all of its memory
// after every second call that has some: it is to wait until there is room for next to none (in percent; see V8's flag-definitions.h).
setFlagsFromString('--incremental-marking-soft-trigger=90');
setFlagsFromString('--incremental-marking-hard-trigger=100');
/** How often connections are looked for whose request takes too long, in ms. */
const CHECK_CONNECTIONS_MS = 1_000;

async function start(): Promise<Running> {
  const tracing = await startTracing('api', config, { begins: true, log });
  const producer = connectRedis(redisUrl(config), 'producer', onError);
  const queueClock = redisClock(producer, log);
  const store = connectGuardedStore(config, onError);
  const documents = collections(store.db);
  const instance = randomUUID();
  const clock = storeClock(store.db, log, queueClock);
  const partitions = parsePartitions(config.QUEUE_PARTITIONS);
  const queues = openPoolQueues(producer, partitions, onError, chooseBackend(config, log));
  const sender = new JobClient({
    ...{ instance, redis: producer, clock: queueClock, queues, onError },
    blocking: connectRedis(redisUrl(config), 'blocking', onError),
  });
  const traffic = new TrafficRecorder(documents.traffic, instance, clock, onError);
  const tokens = new Tokens(config.TOKEN_SECRETS);
  const disks = new Disks(config);
  const quota = new Quota(documents.keptBytes, clock, config);
  const replies = new ReplyStore(disks, quota, config);
  const deliveries = openDeliverQueue(producer, onError);
  const publish = createPublisher(documents, deliveries, onError);
  const teller = jobNotifier(publish, (...reserved) => quota.pass(...reserved));
  const settled = (requestId: string) => sender.settled(requestId);
  const ledger = new Ledger({ store: documents, clock, front: instance, teller, settled, onError });
  const payments = await openPayments(config);
  const convergeSoon = new ConvergeSoon(documents, payments, clock, onError);
  const machinery = {
    ...{ redis: producer, clock: queueClock, partitions, queues },
    deliveries,
  };
  const services = {
    config,
    log,
    clock,
    store: documents,
    publish,
    machinery,
    tokens,
    signing: new SigningSecrets(config.WEBHOOK_SECRETS),
    targets: new Targets(config.WEBHOOK_ALLOW_PRIVATE),
    concurrency: {
      content: new ConcurrencyLimiter(pools.content),
      fetch: new ConcurrencyLimiter(pools.fetch),
      qr: new ConcurrencyLimiter(pools.qr),
      compute: new ConcurrencyLimiter(pools.compute),
    },
    authenticator: new Authenticator(documents, tokens, clock),
    strangers: new Strangers(producer),
    refusals: new RefusalRecorder(producer, clock, onError),
    rateLimiter: new RateLimiter(producer),
    idempotency: new Idempotency(
      documents.firstAnswers,
      replies,
      clock,
      (...request) => ledger.undo(...request),
      onError,
    ),
    ledger,
    sender,
    results: new AsyncResults(producer, replies, new MemoryQuota(producer, 'jobs', config)),
    uploads: new MemoryQuota(producer, 'uploads', config),
    testCalls: new TestCalls(producer),
    disks,
    quota,
    traffic,
    payments,
    convergeSoon,
  };
  const freshGauges = createGaugeUpdater(services, services);
  const drain = new Drain(config);
  const app = createServer(services, pages({ services, db: store.db, freshGauges, drain }), drain);
  await whenReady(producer, CONNECT_WITHIN_MS);
  await queueClock.start();
  await within(TIME_WITHIN_MS, clock.start());
  const stopClocks = publishClocks(producer, `api ${instance}`, [queueClock, clock], onError);
  await sender.start();
  ledger.start();
  traffic.start();
  const metrics = await serveMetrics(config, { prepare: freshGauges });
  const requestTimeout = config.REQUEST_WITHIN_MS;
  const server = createHttpServer({
    requestTimeout,
    headersTimeout: requestTimeout,
    connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
  });
  const limits = {
    connections: config.MAX_CONNECTIONS,
    pipelined: PIPELINED_REQUESTS,
    unreadBytes: UNREAD_BYTES,
    readWithinMs: config.READ_WITHIN_MS,
  };
  serveWithin(limits, server, app.callback());
  keepAlive(server, KEEP_ALIVE_MS);
  const listener = await listen(server, config);
  const { port } = listener;
  log.debug({ port }, 'listening');
  return {
    facts: { port, ...metrics.facts },
    async stop() {
      await drain.run(listener);
      // The replies of calls that are not settled outlive this front in its stream.
      await Promise.all([ledger.drain(SETTLE_WITHIN_MS / 2), services.idempotency.drain(SETTLE_WITHIN_MS / 2)]);
      await sender.stop();
      await machinery.deliveries.close().catch(onError);
      await ledger.drain(SETTLE_WITHIN_MS / 2);
      await ledger.stop();
      await convergeSoon.stop(SETTLE_WITHIN_MS);
      await traffic.stop();
      await stopClocks();
      clock.stop();
      await metrics.stop();
      await tracing.stop();
      await store.close();
      queueClock.stop();
      producer.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_NOTICE_MS + config.SHUTDOWN_GRACE_MS + SETTLE_WITHIN_MS, start);
