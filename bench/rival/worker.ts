import { Worker } from 'bullmq';
import { vat } from '../../shared/catalogue/vat.js';
import { readConfig, required } from '../../shared/config.js';
import { createLogger } from '../../shared/log.js';
import { runProcess } from '../../shared/run-process.js';
import { compute } from '../../workers/compute.js';
import { loadHandlers } from '../../workers/load-handlers.js';
import { connect, RIVAL_PREFIX, RIVAL_QUEUE, type RivalJob } from './jobs.js';

/** The worker that a user would write: BullMQ as its manual shows it, concurrency 16, the same VAT handler. */
const config = readConfig();
const log = createLogger('rival-worker', config);

await runProcess(log, 2_000, async () => {
  const connection = connect(required(config, 'REDIS_URL'));
  const handlers = await loadHandlers('compute');
  const resources = {
    config,
    log,
    redis: connection,
    clock: { now: () => new Date() },
    store: () => Promise.reject(new Error('no store')),
  };
  const worker = new Worker<RivalJob>(
    RIVAL_QUEUE,
    async ({ data: { input } }) => {
      const job = {
        endpoint: vat.id,
        input,
        account: 'bench',
        deadline: Date.now() + 10_000,
        replyTo: '',
        requestId: '',
      };
      return JSON.parse((await compute(handlers, resources, job)).body);
    },
    { connection, prefix: RIVAL_PREFIX, concurrency: 16 },
  );
  return { stop: () => worker.close() };
});
