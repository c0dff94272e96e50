import { deepEqual, equal, ok } from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type PoolName, pools } from '../../shared/contract/pools.js';
import { projectFile } from '../../shared/process/project-file.js';
import { connectRedis, whenReady } from '../../shared/process/redis.js';
import { type Job, jsonReply, type Reply } from '../../shared/queue/job.js';
import { offloadInput } from '../../shared/queue/offload.js';
import { openQueues, queuePrefix } from '../../shared/queue/queues.js';
import { ReplyReader, readUnsettledReplies } from '../../shared/queue/reply-stream.js';
import { type PrivateRedis, startPrivateRedis } from '../../test/helpers/private-redis.js';
import { testQueueBackend } from '../../test/helpers/queue-backend.js';
import { nightlyOrDaily } from '../../test/helpers/scale.js';
import { eventually } from '../../test/helpers/stack.js';
import { servePool } from './take.js';

const WITHIN_MS = 60_000;

describe('the worker of a pool', () => {
  let server: PrivateRedis;
  before(async () => {
    server = await startPrivateRedis();
  });
  after(() => server.stop());

  /** A front without HTTP: adds jobs of a pool and collects the replies. */
  async function front(pool: PoolName) {
    const connections = (['worker', 'blocking'] as const).map((use) => connectRedis(server.url, use, () => {}));
    const [redis, blocking] = connections as [(typeof connections)[0], (typeof connections)[0]];
    await whenReady(redis, WITHIN_MS);
    const replies: [id: string, reply: Reply][] = [];
    const collect = (id: string, reply: Reply) => {
      replies.push([id, reply]);
      return true;
    };
    const reader = new ReplyReader(`of-test-${pool}`, redis, blocking, collect, () => {});
    await reader.start();
    const queues = openQueues(redis, () => {}, testQueueBackend());
    return {
      redis,
      replies,
      state: (id: string) => queues[pool].getJobState(id),
      settled: (id: string) => reader.settled(id),
      async send(id: string, inMs: number = pools[pool].deadlineMs, input: object = { id }) {
        const job: Job = {
          endpoint: 'test',
          input,
          account: 'test',
          requestId: id,
          deadline: Date.now() + inMs,
          replyTo: reader.stream,
        };
        await queues[pool].add('test', await offloadInput(redis, job, Math.max(1, inMs)), { jobId: id });
      },
      async stop() {
        await reader.stop();
        await Promise.all(Object.values(queues).map((queue) => queue.close()));
        redis.disconnect();
      },
    };
  }

  it('replies to each job when it ends: 504 to those past their deadline, 500 to those that stalled twice', async () => {
    const { redis, replies, send, state, stop } = await front('compute');
    const ids = ['in time', 'too late', 'stalled twice', 'failing'];
    await Promise.all(ids.map((id) => send(id, id === 'too late' ? -1 : undefined)));
    // BullMQ marks a job like this when it has been taken over too often.
    await redis.hset(
      `${queuePrefix('compute')}:compute:stalled twice`,
      'defa',
      'job stalled more than allowable limit',
    );
    const started: string[] = [];
    const run = async ({ input, requestId }: Job): Promise<Reply> => {
      started.push(requestId);
      return requestId === 'failing' ? jsonReply(500, {}) : jsonReply(200, input as object);
    };
    const worker = servePool('compute', 'test', redis, { run }, () => {}, { backend: testQueueBackend() });
    try {
      await eventually(
        async () => replies.length,
        (count) => count >= ids.length,
      );
      const received = replies.map(([id, { status, body }]) => [id, status, JSON.parse(body).type ?? body]);
      deepEqual(received.sort(), [
        ['failing', 500, '{}'],
        ['in time', 200, '{"id":"in time"}'],
        ['stalled twice', 500, 'job_crashed'],
        ['too late', 504, 'deadline_exceeded'],
      ]);
      deepEqual(started.sort(), ['failing', 'in time']);
      deepEqual(await Promise.all(ids.map(state)), ['completed', 'failed', 'failed', 'failed']);
    } finally {
      await worker.stop();
      await stop();
    }
  });

  it('keeps nothing of payloads of megabytes once a job has ended and its reply is settled', async () => {
    const { redis, replies, send, settled, stop } = await front('qr');
    const file = `file ${'x'.repeat(2_000_000)}`;
    const run = async ({ input }: Job) => jsonReply(200, input as object);
    const memory = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
    const before = await memory();
    const readData = async (id: string) => String(await redis.hget(`${queuePrefix('qr')}:qr:${id}`, 'data'));
    await send('large', undefined, { file });
    ok((await readData('large')).length < 500, 'the job is small');
    const worker = servePool('qr', 'test', redis, { run }, () => {}, { backend: testQueueBackend() });
    try {
      await eventually(
        async () => replies.length,
        (count) => count > 0,
      );
      deepEqual(
        replies.map(([id, { status, body }]) => [id, status, JSON.parse(body).file === file]),
        [['large', 200, true]],
      );
      // Whoever settles calls of a front that has died reads it there.
      const unsettled = await readUnsettledReplies(redis, 'of-test-qr');
      equal(JSON.parse(unsettled.get('large')?.body ?? '{}').file, file);
      settled('large');
      const left = await eventually(memory, (bytes) => bytes < before + 1_000_000);
      ok(left < before + 1_000_000, `${left - before} bytes are left`);
    } finally {
      await worker.stop();
      await stop();
    }
  });

  it('takes over the jobs of killed workers as retries, each once', async () => {
    const { redis, replies, send, stop } = await front('content');
    const counter = 'in hand';
    const hanging = [1, 2].map(() =>
      fork(projectFile('dist/test/helpers/hanging-worker.js'), [server.url, 'content', counter]),
    );
    const died = hanging.map((one) => once(one, 'exit'));
    let worker: ReturnType<typeof servePool> | undefined;
    try {
      await Promise.all(hanging.map((one) => once(one, 'message')));
      const ids = Array.from({ length: 2 * pools.content.concurrency }, (_, index) => `call ${index}`);
      // A busy machine may need longer than a request has; nightly, suites run alone.
      const deadlineMs = nightlyOrDaily(pools.content.deadlineMs, WITHIN_MS);
      await Promise.all(ids.map((id) => send(id, deadlineMs)));
      const inHand = async () => Number(await redis.get(counter));
      equal(await eventually(inHand, (count) => count === ids.length), 100);
      const retries: boolean[] = [];
      const run = async ({ input }: Job, isRetry: boolean) => {
        retries.push(isRetry);
        return jsonReply(200, input as object);
      };
      worker = servePool('content', 'next', redis, { run }, () => {}, { backend: testQueueBackend() });
      for (const one of hanging) one.kill('SIGKILL');
      await Promise.all(died);
      await eventually(
        async () => replies.length,
        (count) => count >= ids.length,
        WITHIN_MS,
      );
      deepEqual(replies.map(([id]) => id).sort(), [...ids].sort());
      ok(replies.every(([id, { body }]) => JSON.parse(body).id === id));
      deepEqual(retries, Array(ids.length).fill(true));
    } finally {
      for (const one of hanging) one.kill('SIGKILL');
      await Promise.all(died);
      await worker?.stop();
      await stop();
    }
  });
});
