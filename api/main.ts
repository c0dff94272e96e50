import { randomUUID } from 'node:crypto';
import { getServers } from 'node:dns';
import { createServer as createHttpServer } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { openBatchQueue } from '../features/batches/index.js';
import { HintFollower, openPayments } from '../features/billing/index.js';
import { BlockList } from '../features/blocks/index.js';
import { collections, indexes } from '../features/collections.js';
import { createGaugeUpdater } from '../features/console/index.js';
import { createTlsCheck, DomainHosts } from '../features/domains/index.js';
import { AccountRequests, Authenticator, Tokens } from '../features/keys/index.js';
import { TrafficRecorder } from '../features/monitoring/index.js';
import { Clients, Connections, createConnectEntry, isConnectable, MetadataDocuments } from '../features/oauth/index.js';
import { AsyncResults, ReplyStore, RequestBodies, RequestLog } from '../features/requests/index.js';
import { type InProcessSender, RateLimiter } from '../features/web/index.js';
import {
  createGuardedAgent,
  createJobNotifier,
  createPublisher,
  openDeliverQueue,
  SigningSecrets,
  Targets,
} from '../features/webhooks/index.js';
import { PIPELINED_REQUESTS, UNREAD_BYTES } from '../shared/contract/bounds.js';
import { selectOffered } from '../shared/contract/offer.js';
import { poolNames, pools } from '../shared/contract/pools.js';
import { announceStart } from '../shared/process/announce-start.js';
import { warnAboutRedis } from '../shared/process/check-redis.js';
import { withTimeout } from '../shared/process/clock.js';
import { loadConfig } from '../shared/process/config.js';
import { createLogger, logConnectionErrors } from '../shared/process/log.js';
import { publishPresence } from '../shared/process/metrics/published-status.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { Outages } from '../shared/process/outages.js';
import { connectRedis, watchRedis, whenReady } from '../shared/process/redis.js';
import { redisUrl } from '../shared/process/redis-address.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { createRedisClock, storeClock } from '../shared/process/server-clock.js';
import { startTracing } from '../shared/process/tracing.js';
import { chooseBackend } from '../shared/queue/backend.js';
import { JobClient } from '../shared/queue/job-client.js';
import { MemoryQuota } from '../shared/queue/memory-quota.js';
import { openPoolQueues, parsePartitions } from '../shared/queue/queues.js';
import { Disks } from '../shared/storage/disks.js';
import { Quota } from '../shared/storage/quota.js';
import { connectGuardedStore } from '../shared/store/connect.js';
import { ignoreWrites } from '../shared/store/ignore-writes.js';
import { watchStore } from '../shared/store/outage.js';
import { IndexPreparation } from '../shared/store/prepare-indexes.js';
import { ConcurrencyLimiter } from './calls/concurrency-limiter.js';
import { Idempotency } from './calls/idempotency.js';
import { UnauthenticatedLimiter } from './calls/unauthenticated-limiter.js';
import { serveWithinLimits } from './connections.js';
import { Drain } from './drain.js';
import { Ledger } from './ledger/ledger.js';
import { KEEP_ALIVE_MS, keepAlive, listen } from './listen.js';
import { servePages } from './routes.js';
import { createServer } from './server.js';

const config = loadConfig();
const outages = new Outages();
const log = createLogger('api', config, outages);
const onError = (err: unknown) => log.warn({ err }, 'background operation failed');
const onRedisError = logConnectionErrors(log, 'redis');
const CONNECT_TIMEOUT_MS = 15_000;
const SETTLE_TIMEOUT_MS = 5_000;
/** Time for which the start waits for the store's time, in ms. */
const CLOCK_TIMEOUT_MS = 2_000;
/** Time for which the start waits for missing indexes, in ms; until they exist the front is not ready. */
const INDEX_TIMEOUT_MS = 2_000;
/** State of the indexes for a front that only reads: it needs none, and creates none. */
const ALL_INDEXES = { missing: [], problems: [], areUniqueReady: true };
/** Check interval for requests that take too long to arrive, in ms. */
const CHECK_CONNECTIONS_MS = 1_000;

// Large bodies are short-lived, but V8 counts them as memory that stays, and would start a major collection after every second of them.
// Start it only when the heap limit is nearly reached (in percent; see V8's flag-definitions.h).
setFlagsFromString('--incremental-marking-soft-trigger=90');
setFlagsFromString('--incremental-marking-hard-trigger=100');

async function start(stopping: AbortSignal): Promise<Running> {
  announceStart(log, config);
  const metrics = await serveMetrics(config, stopping);
  const offered = selectOffered(config.ENDPOINTS_OFF);
  const tracing = await startTracing('api', config, { begins: true, log });
  const producer = connectRedis(redisUrl(config), 'producer', onRedisError);
  const queueClock = createRedisClock(producer, log);
  const connection = connectGuardedStore(config, logConnectionErrors(log, 'store'));
  const store = config.READ_ONLY ? { ...connection, db: ignoreWrites(connection.db) } : connection;
  const documents = collections(store.db);
  outages.watch('redis', watchRedis(producer));
  outages.watch('store', watchStore(store.db));
  const instance = randomUUID();
  const clock = storeClock(store.db, log, queueClock);
  const partitions = parsePartitions(config.QUEUE_PARTITIONS);
  const queues = openPoolQueues(producer, partitions, onRedisError, chooseBackend(config, log));
  const sender = new JobClient({
    ...{ instance, redis: producer, clock: queueClock, queues, onError },
    blocking: connectRedis(redisUrl(config), 'blocking', onRedisError),
  });
  const traffic = new TrafficRecorder(documents.traffic, instance, clock, onError);
  const tokens = new Tokens(config.TOKEN_SECRETS);
  const disks = new Disks(config);
  const quota = new Quota(documents.keptBytes, clock, config);
  const replies = new ReplyStore(disks, quota, config);
  const deliveries = openDeliverQueue(producer, onRedisError);
  const batchQueue = openBatchQueue(producer, onRedisError);
  const publish = createPublisher(documents, deliveries, onError);
  const notify = createJobNotifier(publish, (...reserved) => quota.reserveExpiring(...reserved));
  const settled = (requestId: string) => sender.settled(requestId);
  const ledger = new Ledger({ store: documents, clock, front: instance, notify, settled, onError });
  const requestLog = new RequestLog(documents, clock, onError);
  const bodies = new RequestBodies(documents, config.WEBHOOK_SECRETS, clock, onError);
  const payments = await openPayments(config);
  const hints = new HintFollower(documents, payments, clock, log, onError);
  const infrastructure = { redis: producer, clock: queueClock, partitions, queues, deliveries };
  const blocks = new BlockList(documents, clock, onError);
  // Hosts that operators allow for webhooks are none that an app may name.
  const publicOnly = new Targets(undefined);
  // Lookups by the system cannot be cancelled, and slow ones would delay those of the store and Redis.
  const dnsServers = config.WEBHOOK_DNS_SERVERS ?? getServers().join(',');
  const documentsOfApps = new MetadataDocuments(publicOnly, () => createGuardedAgent(publicOnly, dnsServers));
  const services = {
    config,
    log,
    blocks,
    clock,
    offered,
    store: documents,
    publish,
    batchQueue,
    connections: new Connections(documents, clock),
    clients: new Clients(documents, clock, documentsOfApps),
    hosts: new DomainHosts(documents, config),
    infrastructure,
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
    unauthenticatedLimiter: new UnauthenticatedLimiter(producer),
    requestLog,
    bodies,
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
    disks,
    quota,
    traffic,
    payments,
    hints,
  };
  const preparation = new IndexPreparation({ config, declared: indexes, redis: producer, log });
  const needs = config.READ_ONLY
    ? { db: store.db, indexes: ALL_INDEXES, pools: [] }
    : { db: store.db, indexes: preparation, pools: poolNames };
  const updateGauges = createGaugeUpdater(services, services, { ...needs, dataDir: config.DATA_DIR });
  const drain = new Drain(config);
  const withRequests = (sendInProcess: InProcessSender) => ({
    ...services,
    accountRequests: new AccountRequests({ ...services, sendInProcess }),
  });
  const createPages = (sendInProcess: InProcessSender) =>
    servePages({ services: withRequests(sendInProcess), ...{ needs, updateGauges, drain } });
  const createEntries = (sendInProcess: InProcessSender) =>
    isConnectable(config) ? [createConnectEntry(withRequests(sendInProcess))] : [];
  const app = createServer(services, createPages, {
    createEntries,
    drain,
    indexes: needs.indexes,
  });
  await whenReady(producer, CONNECT_TIMEOUT_MS);
  void warnAboutRedis(producer, log);
  await queueClock.start();
  await Promise.all([
    withTimeout(CLOCK_TIMEOUT_MS, clock.start()),
    config.READ_ONLY || withTimeout(INDEX_TIMEOUT_MS, preparation.start()),
  ]);
  const stopClocks = publishPresence(producer, `api ${instance}`, [queueClock, clock], onError, config.DATA_DIR);
  await sender.start();
  await blocks.start();
  ledger.start();
  traffic.start();
  requestLog.start();
  bodies.start();
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
  serveWithinLimits(limits, server, app.callback());
  keepAlive(server, KEEP_ALIVE_MS);
  const listener = await listen(server, config);
  const { port } = listener;
  metrics.started({ prepare: updateGauges, checks: { '/internal/tls-allowed': createTlsCheck(services) } });
  log.debug({ port }, 'listening');
  return {
    facts: { port, ...metrics.facts },
    async stop() {
      await drain.run(listener);
      // The replies of calls that are not settled stay in this front's stream for the reconciler.
      await Promise.all([ledger.drain(SETTLE_TIMEOUT_MS / 2), services.idempotency.drain(SETTLE_TIMEOUT_MS / 2)]);
      await sender.stop();
      await Promise.all([deliveries, batchQueue].map((queue) => queue.close().catch(onError)));
      await ledger.drain(SETTLE_TIMEOUT_MS / 2);
      await ledger.stop();
      await hints.stop(SETTLE_TIMEOUT_MS);
      await traffic.stop();
      blocks.stop();
      await preparation.stop();
      await requestLog.stop();
      await bodies.stop();
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

await runProcess(log, config.SHUTDOWN_NOTICE_MS + config.SHUTDOWN_GRACE_MS + SETTLE_TIMEOUT_MS, start);
