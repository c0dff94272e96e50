import { randomUUID } from 'node:crypto';
import { enqueue } from '../api/steps/enqueue.js';
import { collections } from '../features/collections.js';
import { AsyncResults } from '../features/requests/async-results.js';
import { ReplyStore } from '../features/requests/reply-store.js';
import { systemClock } from '../shared/process/clock.js';
import { connectRedis } from '../shared/process/redis.js';
import { chooseBackend } from '../shared/queue/backend.js';
import { JobClient } from '../shared/queue/job-client.js';
import { MemoryQuota } from '../shared/queue/memory-quota.js';
import { openPoolQueues, parsePartitions } from '../shared/queue/queues.js';
import { Disks } from '../shared/storage/disks.js';
import { Quota } from '../shared/storage/quota.js';
import { connectStore } from '../shared/store/connect.js';
import { runFront } from './front.js';

/** The queue and replies of the platform, without hold and settlement. */
await runFront('bench-front', async ({ config, log, redisUrl, producer }) => {
  const sender = new JobClient({
    instance: randomUUID(),
    redis: producer,
    blocking: connectRedis(redisUrl, 'blocking', () => {}),
    clock: systemClock,
    queues: openPoolQueues(producer, parsePartitions(), () => {}, chooseBackend(config, log)),
    onError: () => {},
  });
  await sender.start();
  const { keptBytes } = collections(connectStore(config).db);
  const replies = new ReplyStore(new Disks(config), new Quota(keptBytes, systemClock, config), config);
  return [
    async (ctx, next) => {
      await next();
      sender.settled(ctx.state.requestId);
    },
    enqueue({
      config,
      log,
      results: new AsyncResults(producer, replies, new MemoryQuota(producer, 'jobs', config)),
      sender,
    }),
  ];
});
