import { randomUUID } from 'node:crypto';
import { type Queue, Worker } from 'bullmq';
import { PoolSlots, startBatchWorker } from '../../features/batches/index.js';
import { collections } from '../../features/collections.js';
import { startEmailWorker } from '../../features/emails/index.js';
import { RateLimiter } from '../../features/web/index.js';
import {
  attemptDelivery,
  createGuardedAgent,
  DELIVER_POOL,
  type DeliveryContext,
  enqueueSend,
  openDeliverQueue,
  RetrySchedule,
  type SendJob,
  SigningSecrets,
  startDeliveryCounters,
  Targets,
  type WebhookCollections,
} from '../../features/webhooks/index.js';
import { withTimeout } from '../../shared/process/clock.js';
import { baseUrl, type Config } from '../../shared/process/config.js';
import { type Logger, logConnectionErrors } from '../../shared/process/log.js';
import { publishPresence } from '../../shared/process/metrics/published-status.js';
import type { Outages } from '../../shared/process/outages.js';
import { connectRedis, watchRedis, whenReady } from '../../shared/process/redis.js';
import { redisUrl } from '../../shared/process/redis-address.js';
import { createRedisClock, storeClock } from '../../shared/process/server-clock.js';
import { jsonReply } from '../../shared/queue/job.js';
import { JobClient } from '../../shared/queue/job-client.js';
import { createDeliverWorkerOptions, openPoolQueues, parsePartitions } from '../../shared/queue/queues.js';
import { Quota } from '../../shared/storage/quota.js';
import { connectStore } from '../../shared/store/connect.js';
import { watchStore } from '../../shared/store/outage.js';

/** Receivers that a process sends to at a time. It waits for them, which costs little. */
const CONCURRENCY = 100;
/** Time after which a receiver with more due deliveries goes to the end of the queue, in ms. */
const TIME_SLICE_MS = 5_000;
const CONNECT_WITHIN_MS = 15_000;
/** Time limit of the start for reading the clock of the store, in ms. */
const TIME_WITHIN_MS = 2_000;

/** The running workers of the pool `deliver`. */
interface Deliveries {
  /** Checks that Redis and the store respond. */
  readonly checks: Readonly<Record<'redis' | 'store', () => Promise<unknown>>>;
  isRunning(): boolean;
  /** Waits until the attempts in progress have ended. */
  stop(): Promise<void>;
}

/**
 * Serves the pool `deliver`: sends webhooks and emails. Its jobs are no requests: they have no key, no credits and no reply.
 */
export async function serveDeliveries(config: Config, log: Logger, outages: Outages): Promise<Deliveries> {
  const signing = new SigningSecrets(config.WEBHOOK_SECRETS);
  const targets = new Targets(config.WEBHOOK_ALLOW_PRIVATE);
  const schedule = new RetrySchedule(config.WEBHOOK_RETRY_SECONDS);
  const agent = createGuardedAgent(targets, config.WEBHOOK_DNS_SERVERS);
  const onError = logConnectionErrors(log, 'redis');
  const redis = connectRedis(redisUrl(config), 'worker', onError);
  await whenReady(redis, CONNECT_WITHIN_MS);
  const connection = connectStore(config, logConnectionErrors(log, 'store'));
  outages.watch('redis', watchRedis(redis));
  outages.watch('store', watchStore(connection.db));
  const store = collections(connection.db);
  const queueClock = createRedisClock(redis, log);
  const clock = storeClock(connection.db, log, queueClock);
  await Promise.all([queueClock.start(), withTimeout(TIME_WITHIN_MS, clock.start())]);
  const instance = randomUUID();
  const stopClocks = publishPresence(redis, `${DELIVER_POOL} ${instance}`, [queueClock, clock], onError);
  const queue = openDeliverQueue(redis, onError);
  const context = { store, clock, log, agent, signing, targets, schedule };
  startDeliveryCounters();
  let isStopping = false;
  const worker = new Worker<SendJob, void>(
    DELIVER_POOL,
    ({ data }) => sendDue(context, queue, data.orderingKey, () => isStopping),
    createDeliverWorkerOptions(DELIVER_POOL, redis, CONCURRENCY),
  );
  worker.on('error', onError);
  worker.on('failed', (_, err) => log.warn({ err }, 'delivery job failed'));
  const producer = connectRedis(redisUrl(config), 'producer', onError);
  const jobs = new JobClient({
    ...{ instance, redis: producer, clock: queueClock, onError },
    blocking: connectRedis(redisUrl(config), 'blocking', onError),
    queues: openPoolQueues(producer, parsePartitions(config.QUEUE_PARTITIONS), onError),
  });
  await whenReady(producer, CONNECT_WITHIN_MS);
  await jobs.start();
  const batchWorker = startBatchWorker(
    {
      ...{ store, clock, config, log, jobs, slots: new PoolSlots() },
      quota: new Quota(store.keptBytes, clock, config),
      rateLimiter: new RateLimiter(producer),
      async findExample({ id }) {
        // The documentation is large, and few batches are tests.
        const { readRecordedResponses } = await import('../../features/docs/index.js');
        return jsonReply(200, Object(readRecordedResponses(baseUrl(config))[id]?.answer));
      },
    },
    ...([redis, onError] as const),
  );
  const emailWorker = startEmailWorker(config, { store, redis, clock, log, onError });
  if (signing.isRotating)
    reencryptSecrets(store, signing, log).catch((err: unknown) => log.warn({ err }, 'secrets not re-encrypted'));
  log.debug({ webhooks: !signing.areOff, emails: emailWorker !== undefined }, 'serving');
  return {
    checks: { redis: () => redis.ping(), store: () => connection.db.command({ ping: 1 }) },
    isRunning: () => worker.isRunning(),
    async stop() {
      isStopping = true;
      await Promise.all([worker.close(), batchWorker.stop(), emailWorker?.stop()]);
      await jobs.stop();
      await queue.close().catch(onError);
      await agent.close();
      await stopClocks();
      clock.stop();
      queueClock.stop();
      await connection.close();
      producer.disconnect();
      redis.disconnect();
    },
  };
}

/**
 * Sends the due deliveries of an ordering key one after the other, the one that is due longest first. Then it enqueues the key again for
 * the next one.
 *
 * @param isStopping true once no further delivery may begin
 * @throws Error when the result of an attempt cannot be stored; the delivery stays due
 */
async function sendDue(
  context: DeliveryContext,
  queue: Queue<SendJob>,
  orderingKey: string,
  isStopping: () => boolean,
): Promise<void> {
  const { store, clock } = context;
  const sliceEnd = performance.now() + TIME_SLICE_MS;
  let enqueuedFor: number | undefined;
  for (;;) {
    const next = await store.deliveries.findOne({ orderingKey, due: { $gt: new Date(0) } }, { sort: { due: 1 } });
    if (!next?.due) return;
    const due = next.due.getTime();
    if (due === enqueuedFor) return;
    const waitMs = due - clock.now().getTime();
    if (waitMs <= 0 && performance.now() < sliceEnd && !isStopping()) {
      await attemptDelivery(context, next);
      continue;
    }
    await enqueueSend(queue, orderingKey, Math.max(0, waitMs));
    // Read once more: this may have replaced the job of a delivery that was added since the last read.
    enqueuedFor = due;
  }
}

/** Encrypts the secrets of all webhooks with the newest of WEBHOOK_SECRETS, so that the older ones can be removed. */
async function reencryptSecrets(
  { webhooks }: Pick<WebhookCollections, 'webhooks'>,
  signing: SigningSecrets,
  log: Logger,
): Promise<void> {
  let done = 0;
  for await (const { _id, secrets } of webhooks.find({}, { projection: { secrets: 1 } })) {
    const reencrypted = signing.reencrypt(secrets);
    // A webhook that is rotated meanwhile has the newest already.
    if (reencrypted)
      done += (await webhooks.updateOne({ _id, secrets }, { $set: { secrets: reencrypted } })).modifiedCount;
  }
  if (done > 0) log.info({ webhooks: done }, 'secrets re-encrypted');
}
