import { Worker } from 'bullmq';
import { vat } from '../../shared/contract/catalogue/vat.js';
import { systemClock } from '../../shared/process/clock.js';
import { readConfig, required } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { runProcess } from '../../shared/process/run-process.js';
import { Disks } from '../../shared/storage/disks.js';
import { DisposableDomains } from '../../workers/lib/disposable-domains.js';
import { Resolver } from '../../workers/lib/dns.js';
import { PictureDecoder } from '../../workers/lib/pictures/decoder.js';
import { Upstreams } from '../../workers/lib/upstream/upstreams.js';
import { loadHandlers } from '../../workers/runtime/load-handlers.js';
import { runHandler } from '../../workers/runtime/run.js';
import { connect, RIVAL_PREFIX, RIVAL_QUEUES, type RivalJob } from './jobs.js';

/** The worker that a user would write: BullMQ as in its manual, concurrency 16, the same VAT handler. */
const config = readConfig();
const log = createLogger('rival-worker', config);

await runProcess(log, 2_000, async () => {
  const connection = connect(required(config, 'REDIS_URL'));
  const resources = {
    config,
    log,
    redis: connection,
    clock: systemClock,
    upstreams: new Upstreams(config),
    model: undefined,
    disks: new Disks(config),
    dns: new Resolver(config.DNS_SERVERS),
    disposable: new DisposableDomains(undefined, log),
    pictures: new PictureDecoder(),
    store: () => Promise.reject(new Error('no store')),
  };
  const handlers = await loadHandlers('compute', resources);
  const process = async ({ data: { input } }: { data: RivalJob }) => {
    const work = {
      endpoint: vat.id,
      input,
      account: 'bench',
      deadline: Date.now() + 10_000,
      replyTo: '',
      requestId: '',
    };
    return JSON.parse((await runHandler(handlers, resources, work)).body);
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
