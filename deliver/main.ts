import { randomUUID } from 'node:crypto';
import { within } from '../shared/process/clock.js';
import { ownConfig } from '../shared/process/config.js';
import { createLogger } from '../shared/process/log.js';
import { publishClocks } from '../shared/process/metrics/boards.js';
import { serveMetrics } from '../shared/process/metrics/serve.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { redisUrl } from '../shared/process/redis-address.js';
import { type Running, runProcess } from '../shared/process/run-process.js';
import { redisClock, storeClock } from '../shared/process/server-clock.js';
import { collections } from '../shared/store/collections.js';
import { connectStore } from '../shared/store/connect.js';
import { openDeliverQueue } from '../shared/webhooks/queue.js';
import { SigningSecrets } from '../shared/webhooks/secrets.js';
import { Targets } from '../shared/webhooks/targets.js';
import { giveTurns } from './give-turns.js';
import { guardedAgent } from './guarded-agent.js';
import { sendMail } from './mail/send-mail.js';
import { Relay } from './relay.js';
import { reseal } from './reseal.js';
import { RetrySchedule } from './retry-schedule.js';

const config = ownConfig();
const log = createLogger('deliver', config);
const CONNECT_WITHIN_MS = 15_000;
/** How long the start waits to learn the store's time, in ms. */
const TIME_WITHIN_MS = 2_000;
const onError = (err: unknown) => log.warn({ err }, 'connection trouble');

async function start(): Promise<Running> {
  const signing = new SigningSecrets(config.WEBHOOK_SECRETS);
  const targets = new Targets(config.WEBHOOK_ALLOW_PRIVATE);
  const schedule = new RetrySchedule(config.WEBHOOK_RETRY_SECONDS);
  const agent = guardedAgent(targets, config.WEBHOOK_DNS_SERVERS);
  const redis = connectRedis(redisUrl(config), 'worker', onError);
  await whenReady(redis, CONNECT_WITHIN_MS);
  const connection = connectStore(config, onError);
  const store = collections(connection.db);
  const queueClock = redisClock(redis, log);
  const clock = storeClock(connection.db, log, queueClock);
  await Promise.all([queueClock.start(), within(TIME_WITHIN_MS, clock.start())]);
  const stopClocks = publishClocks(redis, `deliver ${randomUUID()}`, [queueClock, clock], onError);
  const metrics = await serveMetrics(config);
  const queue = openDeliverQueue(redis, onError);
  const courier = { store, clock, log, agent, signing, targets, schedule };
  const turns = giveTurns(courier, redis, onError);
  const mail = sendMail(config, { store, redis, clock, queueClock, log, onError });
  const relay = new Relay(store, queue, clock, onError);
  relay.start();
  reseal(store, signing).then(
    (webhooks) => webhooks > 0 && log.info({ webhooks }, 'secrets were encrypted anew'),
    onError,
  );
  log.debug({ off: signing.areOff }, 'delivering');
  return {
    facts: metrics.facts,
    async stop() {
      await relay.stop();
      await turns.stop();
      await mail.stop();
      await queue.close().catch(onError);
      await agent.close();
      await stopClocks();
      clock.stop();
      queueClock.stop();
      await metrics.stop();
      await connection.close();
      redis.disconnect();
    },
  };
}

await runProcess(log, config.SHUTDOWN_GRACE_MS, start);
