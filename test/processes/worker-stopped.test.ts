import { deepEqual, equal, ok } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { jsonReply } from '../../shared/queue/job.js';
import { servePool } from '../../workers/runtime/take.js';
import { activeJobs } from '../helpers/active-jobs.js';
import { testQueueBackend } from '../helpers/queue-backend.js';
import { sharedFront } from '../helpers/shared-front.js';
import { call, newAccount, stack } from '../helpers/stack.js';

const CALLS = 6;

describe('a worker that gets SIGTERM', () => {
  it('finishes the jobs in hand, leaves the rest to the next, and ends with exit code 0', async () => {
    const { platform } = await stack();
    const { baseUrl, redisUrl, stop } = await sharedFront();
    const env = { ...platform.environment, REDIS_URL: redisUrl, SHUTDOWN_GRACE_MS: '30000' };
    const worker = new Child({ name: 'worker', module: 'dist/workers/main.js', args: ['qr'], env }, () => {});
    const connection = connectRedis(redisUrl, 'worker', () => {});
    let next: ReturnType<typeof servePool> | undefined;
    try {
      await Promise.all([worker.start(), whenReady(connection, 30_000)]);
      const { key } = await newAccount({ credits: 5 });
      const calls = Array.from({ length: CALLS }, (_, index) =>
        call(
          '/v1/qr-code/generate',
          { qr_code_text: `${index}`, image_format: 'PNG', image_width: 2_000 },
          { key, baseUrl },
        ),
      );
      ok((await activeJobs(redisUrl, 'qr', 1)) >= 1, 'no job was in hand');
      const code = worker.stop(40_000);
      // The next worker is in this process: one that has to start first may come too late for the callers.
      const jobs = { run: async () => jsonReply(200, {}) };
      next = servePool('qr', 'next', connection, jobs, () => {}, { backend: testQueueBackend() });
      deepEqual(
        (await Promise.all(calls)).map(({ status }) => status),
        Array.from({ length: CALLS }, () => 200),
      );
      equal(await code, 0);
    } finally {
      await Promise.all([worker.stop(5_000), next?.stop()]);
      connection.disconnect();
      await stop();
    }
  });
});
