import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { Decision } from '../shared/ledger/settle.js';
import { within } from '../shared/process/clock.js';
import { ownConfig, required } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { publishClocks } from '../shared/process/metrics/boards.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { redisClock, storeClock } from '../shared/process/server-clock.js';
import { startTracing } from '../shared/process/tracing.js';
import { chooseBackend } from '../shared/queue/backend.js';
import { Convictions } from '../shared/queue/convictions.js';
import { Disks } from '../shared/storage/disks.js';
import { Quota } from '../shared/storage/quota.js';
import { collections } from '../shared/store/collections.js';
import { connectGuardedStore } from '../shared/store/connect.js';
import { SigningSecrets } from '../shared/webhooks/secrets.js';
import { Targets } from '../shared/webhooks/targets.js';
import { jobTeller } from '../shared/webhooks/tell-of-jobs.js';
import { Authenticator } from './access/authenticator.js';
import { Strangers } from './access/strangers.js';
import { Tokens } from './access/tokens.js';
import { Admission } from './admission/admission.js';
import { refuseExcess } from './admission/refuse-excess.js';
import type { Services } from './call.js';
import { Balances } from './calls/balances.js';
import { Budgets } from './calls/budgets.js';
import { Debits } from './calls/debit.js';
import { Idempotency } from './calls/idempotency.js';
import { KeptReplies } from './calls/kept-replies.js';
import { Limiter } from './calls/limiter.js';
import { Overruns } from './calls/overruns.js';
import { OwnHolds } from './calls/own-holds.js';
import { Results } from './calls/results.js';
import { Sender } from './calls/send.js';
import { SettleQueue } from './calls/settle-queue.js';
import { Drain } from './drain.js';
import { listen } from './listen.js';
import { frontGauges } from './operator/monitoring.js';
import { Traffic } from './operator/traffic.js';
import { pages } from './routes.js';
import { createServer } from './server.js';

const config = ownConfig();
const log = createLogger('api', config);
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');
const CONNECT_WITHIN_MS = 15_000;
const SETTLE_WITHIN_MS = 5_000;
/** How long the start waits to learn the store's time, in ms. */
const TIME_WITHIN_MS = 2_000;
/** How often connections are looked for whose request takes too long, in ms. */
const CHECK_CONNECTIONS_MS = 1_000;
/** Longer than clients and balancers keep idle connections (nginx: 60 s), so that none sends on one that is being closed here. */
const KEEP_ALIVE_MS = 75_000;

async function start(): Promise<Running> {
  const tracing = await startTracing('api', config, { begins: true, log });
  const redisUrl = required(config, 'REDIS_URL');
  const producer = connectRedis(redisUrl, 'producer', onError);
  const blocking = connectRedis(redisUrl, 'blocking', onError);
  const store = connectGuardedStore(config, onError);
  const documents = collections(store.db);
  const instance = randomUUID();
  const queueClock = redisClock(producer, log);
  const clock = storeClock(store.db, log, queueClock);
  const sender = new Sender(instance, producer, blocking, queueClock, onError, chooseBackend(config, log));
  const convictions = new Convictions(producer, onError);
  const ownHolds = new OwnHolds(instance, documents, clock, onError);
  const settled = ({ hold }: Decision) => {
    ownHolds.decided(hold);
    sender.settled(hold.id);
  };
  const traffic = new Traffic(documents.traffic, instance, clock, onError);
  const tokens = new Tokens(config.TOKEN_SECRETS);
  const disks = new Disks(config);
  const quota = new Quota(documents.keptBytes, clock, config);
  const replies = new KeptReplies(disks, quota, config);
  const teller = jobTeller(documents, (...kept) => quota.pass(...kept));
  const settlements = new SettleQueue(documents, clock, teller, settled, onError);
  const balances = new Balances(documents, clock, onError);
  const services: Services = {
    config,
    log,
    clock,
    store: documents,
    tokens,
    signing: new SigningSecrets(config.WEBHOOK_SECRETS),
    targets: new Targets(config.WEBHOOK_ALLOW_PRIVATE),
    admission: new Admission(config.ADMIT_AT_LEAST),
    authenticator: new Authenticator(documents.keys, tokens, clock),
    strangers: new Strangers(producer),
    limiter: new Limiter(producer),
    overruns: new Overruns(producer),
    idempotency: new Idempotency(documents.firstAnswers, replies, clock),
    budgets: new Budgets(documents.keys, clock),
    debits: new Debits(documents.wallets, clock, ownHolds, (account) => balances.look(account)),
    settlements,
    sender,
    convictions,
    results: new Results(producer, replies),
    disks,
    quota,
    traffic,
  };
  const sources = { store: documents, redis: producer, queues: sender.queues, clock, queueClock };
  const freshGauges = frontGauges(sources, services);
  const drain = new Drain(config);
  const app = createServer(
    services,
    pages({ services, redis: producer, db: store.db, sources, freshGauges, drain }),
    drain,
  );
  await whenReady(producer, CONNECT_WITHIN_MS);
  await Promise.all([queueClock.start(), within(TIME_WITHIN_MS, clock.start())]);
  const stopClocks = publishClocks(producer, `api ${instance}`, [queueClock, clock], onError);
  await sender.start();
  convictions.start();
  ownHolds.start();
  traffic.start();
  services.admission.start();
  const metrics = await serveMetrics(config, freshGauges);
  const requestTimeout = config.REQUEST_WITHIN_MS;
  const server = createHttpServer(
    {
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: CHECK_CONNECTIONS_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    refuseExcess(services, drain, app.callback()),
  );
  const listener = await listen(server, config, onError);
  const { port } = listener;
  log.debug({ port }, 'listening');
  return {
    facts: { port, ...metrics.facts },
    async stop() {
      await drain.run(listener);
      services.admission.stop();
      // The replies of calls that are not settled outlive this front in its stream.
      await settlements.drain(SETTLE_WITHIN_MS / 2);
      convictions.stop();
      await sender.stop();
      await settlements.drain(SETTLE_WITHIN_MS / 2);
      await ownHolds.stop();
      await traffic.stop();
      await stopClocks();
      clock.stop();
      queueClock.stop();
      await metrics.stop();
      await tracing.stop();
      await store.close();
      producer.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_NOTICE_MS + config.SHUTDOWN_GRACE_MS + SETTLE_WITHIN_MS, start);
