import { deepEqual, equal, ok } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { activeJobs } from '../helpers/active-jobs.js';
import { scriptedFront } from '../helpers/scripted-workers.js';
import { call, newAccount, stack } from '../helpers/stack.js';

const CALLS = 6;

describe('a worker is told to stop', () => {
  it('finishes the jobs in hand, leaves the rest to the next, and ends with exit code 0', async () => {
    const { platform } = await stack();
    const { baseUrl, redisUrl, stop } = await scriptedFront();
    const env = { ...platform.environment, REDIS_URL: redisUrl, SHUTDOWN_GRACE_MS: '30000' };
    const newWorker = () => new Child({ name: 'worker', module: 'dist/workers/main.js', args: ['qr'], env }, () => {});
    const [first, second] = [newWorker(), newWorker()];
    try {
      await first.start();
      const { key } = await newAccount({ credits: 5 });
      const calls = Array.from({ length: CALLS }, (_, index) =>
        call(
          '/v1/qr-code/generate',
          { qr_code_text: `${index}`, image_format: 'PNG', image_width: 2_000 },
          { key, baseUrl },
        ),
      );
      ok((await activeJobs(redisUrl, 'qr', 1)) >= 1, 'no job was in hand');
      const code = first.stop(40_000);
      await second.start();
      deepEqual(
        (await Promise.all(calls)).map(({ status }) => status),
        Array.from({ length: CALLS }, () => 200),
      );
      equal(await code, 0);
    } finally {
      await second.stop(5_000);
      await stop();
    }
  });
});
