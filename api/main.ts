import { randomUUID } from 'node:crypto';
import { createServer as createHttpServer } from 'node:http';
import type { Decision } from '../shared/ledger/settle.js';
import { systemClock } from '../shared/process/clock.js';
import { ownConfig, required } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { startTracing } from '../shared/process/tracing.js';
import { chooseBackend } from '../shared/queue/backend.js';
import { Disks } from '../shared/storage/disks.js';
import { Quota } from '../shared/storage/quota.js';
import { collections } from '../shared/store/collections.js';
import { connectGuardedStore } from '../shared/store/connect.js';
import { Authenticator } from './access/authenticator.js';
import { Strangers } from './access/strangers.js';
import { Tokens } from './access/tokens.js';
import { Admission } from './admission/admission.js';
import { refuseExcess } from './admission/refuse-excess.js';
import type { Services } from './call.js';
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
/** Longer than balancers keep idle connections, 60 s as a rule: who closes one must not be who gets its next request. */
const KEEP_ALIVE_MS = 65_000;
/** How often connections are looked for whose request takes too long, in ms. */
const CHECK_CONNECTIONS_MS = 1_000;

async function start(): Promise<Running> {
  const tracing = await startTracing('api', config, { begins: true, log });
  const redisUrl = required(config, 'REDIS_URL');
  const producer = connectRedis(redisUrl, 'producer', onError);
  const blocking = connectRedis(redisUrl, 'blocking', onError);
  const store = connectGuardedStore(config, onError);
  const documents = collections(store.db);
  const instance = randomUUID();
  const sender = new Sender(instance, producer, blocking, onError, chooseBackend(config, log));
  const ownHolds = new OwnHolds(instance, documents, systemClock, onError);
  const settled = ({ hold }: Decision) => {
    ownHolds.decided(hold);
    sender.settled(hold.id);
  };
  const settlements = new SettleQueue(documents, systemClock, settled, onError);
  const traffic = new Traffic(documents.traffic, instance, systemClock, onError);
  const tokens = new Tokens(config.TOKEN_SECRETS);
  const disks = new Disks(config);
  const quota = new Quota(documents.keptBytes, systemClock, config);
  const replies = new KeptReplies(disks, quota, config);
  const services: Services = {
    config,
    log,
    clock: systemClock,
    store: documents,
    tokens,
    admission: new Admission(),
    authenticator: new Authenticator(documents.keys, tokens, systemClock),
    strangers: new Strangers(producer),
    limiter: new Limiter(producer),
    overruns: new Overruns(producer),
    idempotency: new Idempotency(documents.firstAnswers, replies, systemClock),
    budgets: new Budgets(documents.keys, systemClock),
    debits: new Debits(documents.wallets, systemClock, ownHolds),
    settlements,
    sender,
    results: new Results(producer, replies),
    disks,
    quota,
    traffic,
  };
  const sources = { store: documents, redis: producer, queues: sender.queues, now: () => systemClock.now() };
  const freshGauges = frontGauges(sources, services);
  const drain = new Drain(config);
  const app = createServer(
    services,
    pages({ services, redis: producer, db: store.db, sources, freshGauges, drain }),
    drain,
  );
  await whenReady(producer, CONNECT_WITHIN_MS);
  await sender.start();
  ownHolds.start();
  traffic.start();
  services.admission.start();
  const metrics = await serveMetrics(config, freshGauges);
  const requestTimeout = config.REQUEST_WITHIN_MS;
  const server = createHttpServer(
    {
      ...{ requestTimeout, headersTimeout: requestTimeout, connectionsCheckingInterval: CHECK_CONNECTIONS_MS },
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
      await sender.stop();
      await settlements.drain(SETTLE_WITHIN_MS / 2);
      await ownHolds.stop();
      await traffic.stop();
      await metrics.stop();
      await tracing.stop();
      await store.close();
      producer.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_NOTICE_MS + config.SHUTDOWN_GRACE_MS + SETTLE_WITHIN_MS, start);
