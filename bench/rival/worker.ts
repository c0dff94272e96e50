import { Worker } from 'bullmq';
import { vat } from '../../shared/contract/catalogue/vat.js';
import { readConfig, required } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { runProcess } from '../../shared/process/run-process.js';
import { loadHandlers } from '../../workers/load-handlers.js';
import { compute } from '../../workers/run-handler.js';
import { connect, RIVAL_PREFIX, RIVAL_QUEUES, type RivalJob } from './jobs.js';

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
  const process = async ({ data: { input } }: { data: RivalJob }) => {
    const work = {
      endpoint: vat.id,
      input,
      account: 'bench',
      deadline: Date.now() + 10_000,
      replyTo: '',
      requestId: '',
    };
    return JSON.parse((await compute(handlers, resources, work)).body);
  };
  const workers = Object.values(RIVAL_QUEUES).map(
    (name) => new Worker<RivalJob>(name, process, { connection, prefix: RIVAL_PREFIX, concurrency: 16 }),
  );
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.close()));
    },
  };
});
