import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Child } from '../../embedded/child.js';
import { declared } from '../../shared/process/metrics/table.js';
import type { Redis } from '../../shared/process/redis.js';
import { type InternalJob, refreshRates, runInternalJob } from '../../shared/queue/internal-jobs.js';
import type { JobClient } from '../../shared/queue/job-client.js';
import { openQueues } from '../../shared/queue/queues.js';
import { connectJobClient } from '../helpers/job-client.js';
import { scrape, sumSamples } from '../helpers/scrape.js';
import type { ScriptedFront } from '../helpers/scripted-workers.js';
import { sharedFront } from '../helpers/shared-front.js';
import { call, eventually, newAccount, stack } from '../helpers/stack.js';

describe('the internal job that refreshes the rates', () => {
  let redis: Redis;
  let sender: JobClient;
  let disconnect = async () => {};

  async function connectSender(redisUrl: string): Promise<void> {
    ({ client: sender, redis, stop: disconnect } = await connectJobClient(redisUrl));
  }

  const run = (job: InternalJob = refreshRates) =>
    runInternalJob(sender, job, {}, { account: '', requestId: randomUUID() });

  describe('on a running platform', () => {
    before(async () => {
      const { platform } = await stack();
      await connectSender(platform.redisUrl);
    });
    after(async () => {
      await disconnect();
    });

    it('is sent by the scheduler, which requests no upstream itself', async () => {
      const done = { task: 'refresh-rates', outcome: 'done' };
      const samples = await eventually(
        () => scrape('scheduler'),
        (found) => sumSamples(found, declared.runs.name, done) > 0,
      );
      ok(sumSamples(samples, declared.runs.name, done) > 0);
      const names = new Set(samples.map(({ name }) => name));
      const { upstreamCalls, upstreamAnswers, breakers } = declared;
      deepEqual(
        [upstreamCalls, upstreamAnswers, breakers].filter(({ name }) => names.has(name)),
        [],
      );
    });

    it('runs on a worker of the fetch pool and returns what each source gave', async () => {
      const countRequests = async () =>
        sumSamples(await scrape('worker:fetch'), declared.upstreamCalls.name, {
          upstream: 'rates-primary',
          result: 'ok',
        });
      const before = await countRequests();
      deepEqual(Object.keys(Object(await run())), ['primary', 'secondary', 'central_bank']);
      ok((await countRequests()) > before);
    });

    it('cannot be sent by clients', async () => {
      const { key } = await newAccount();
      equal((await call(`/v1/${refreshRates.name}`, {}, { key })).status, 404);
    });

    it('fails with the error of the worker', async () => {
      await rejects(run({ ...refreshRates, name: 'currency/unknown' }), { status: 500, type: 'internal_error' });
    });
  });

  describe('without a worker', () => {
    let front: ScriptedFront;
    before(async () => {
      front = await sharedFront();
      await connectSender(front.redisUrl);
    });
    after(async () => {
      await disconnect();
      await front.stop();
    });

    it('waits in the queue of the fetch pool until a worker starts', async () => {
      const result = run();
      const queue = openQueues(redis, () => {}).fetch;
      const [job] = await eventually(
        () => queue.getWaiting(),
        (jobs) => jobs.length > 0,
      );
      equal(job?.name, refreshRates.name);
      const { platform } = await stack();
      const env = { ...platform.environment, REDIS_URL: front.redisUrl };
      const worker = new Child(
        { name: 'worker:fetch', module: 'dist/workers/main.js', args: ['fetch'], env },
        () => {},
      );
      await worker.start();
      try {
        deepEqual(Object.keys(Object(await result)), ['primary', 'secondary', 'central_bank']);
      } finally {
        await worker.stop(10_000);
        await queue.close();
      }
    });

    it('fails after its deadline', async () => {
      await rejects(run({ ...refreshRates, deadlineMs: 100 }), { status: 503 });
    });

    it('is abandoned by a scheduler that stops', async () => {
      const result = run();
      await Promise.all([rejects(result, { status: 503 }), sender.stop()]);
    });
  });
});
