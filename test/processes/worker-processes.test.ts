import { deepEqual, equal, ok } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { jsonReply } from '../../shared/queue/job.js';
import { findLiveWorkers } from '../../shared/queue/live-workers.js';
import { parsePartitions } from '../../shared/queue/queues.js';
import { type PoolWorker, servePool } from '../../workers/runtime/take.js';
import { activeJobs } from '../helpers/active-jobs.js';
import { listChildren } from '../helpers/process-tree.js';
import { testQueueBackend } from '../helpers/queue-backend.js';
import { itNightly } from '../helpers/scale.js';
import { parseSamples, sumSamples } from '../helpers/scrape.js';
import { sharedFront } from '../helpers/shared-front.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

const PROCESSES = 3;

describe('a worker command with several processes', () => {
  itNightly('runs the set number of workers, replaces one that dies, and drains all on SIGTERM', async () => {
    const { platform } = await stack();
    const { baseUrl, redisUrl, stop } = await sharedFront();
    const env = {
      ...platform.environment,
      REDIS_URL: redisUrl,
      SHUTDOWN_GRACE_MS: '30000',
      METRICS_PORT: '0',
      WORKER_PROCESSES: String(PROCESSES),
    };
    const command = new Child({ name: 'workers', module: 'dist/workers/main.js', args: ['qr'], env }, () => {});
    const connection = connectRedis(redisUrl, 'worker', () => {});
    const jobs = { run: async () => jsonReply(200, {}) };
    let next: PoolWorker | undefined;
    try {
      const [{ metricsPort }] = await Promise.all([command.start(), whenReady(connection, 30_000)]);
      const pid = command.pid ?? 0;
      const alive = async () => (await findLiveWorkers(connection, parsePartitions())).qr;
      await eventually(alive, (count) => count === PROCESSES);
      const first = listChildren(pid);
      equal(first.length, PROCESSES);

      process.kill(first[0] ?? 0, 'SIGKILL');
      const then = await eventually(
        async () => listChildren(pid),
        (children) => children.length === PROCESSES && !children.includes(first[0] ?? 0),
      );
      ok(
        first.slice(1).every((other) => then.includes(other)),
        'others were disturbed',
      );
      await eventually(alive, (count) => count === PROCESSES);

      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      ok(sumSamples(parseSamples(metrics), 'process_cpu_seconds_total') > 0, metrics.slice(0, 200));

      const { key } = await newAccount({ credits: 5 });
      const code = { qr_code_text: 'of many', image_format: 'PNG', image_width: 2_000 };
      const calls = Array.from({ length: PROCESSES }, () => call('/v1/qr-code/generate', code, { key, baseUrl }));
      ok((await activeJobs(redisUrl, 'qr', 1)) >= 1, 'no job was in hand');
      const stopped = command.stop(40_000);
      // Jobs that none of them had begun are left to the next.
      next = servePool('qr', 'next', connection, jobs, () => {}, { backend: testQueueBackend() });
      const [exit, ...answers] = await Promise.all([stopped, ...calls]);
      equal(exit, 0);
      deepEqual(
        answers.map(({ status }) => status),
        answers.map(() => 200),
      );
      await eventually(alive, (count) => count === 1);
      deepEqual(then.filter(isAlive), []);
    } finally {
      await Promise.all([command.stop(5_000), next?.stop()]);
      connection.disconnect();
      await stop();
    }
  });

  it('says why it cannot start, and leaves nothing running', async () => {
    const { platform } = await stack();
    const env = { ...platform.environment, WORKER_PROCESSES: '2' };
    const command = new Child({ name: 'workers', module: 'dist/workers/main.js', args: ['none'], env }, () => {});
    await command.start().then(
      () => ok(false, 'it started'),
      (error: Error) => ok(error.message.includes('usage: '), error.message),
    );
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
