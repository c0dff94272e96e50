import { deepEqual, equal, ok } from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type PoolName, pools } from '../shared/contract/pools.js';
import { projectFile } from '../shared/process/project-file.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { lighten } from '../shared/queue/beside.js';
import { asText, type JobData, jsonReply, QUEUE_PREFIX, type ReceivedReply, type Reply } from '../shared/queue/job.js';
import { openQueues } from '../shared/queue/queues.js';
import { endsInStream, ReplyReader } from '../shared/queue/reply-stream.js';
import { backendOfTests } from '../test/helpers/backend-of-tests.js';
import { type OwnRedis, ownRedis } from '../test/helpers/own-redis.js';
import { eventually } from '../test/helpers/stack.js';
import { servePool } from './serve-pool.js';

const WITHIN_MS = 60_000;

describe('a pool replies to each call exactly when its job ends', () => {
  let server: OwnRedis;
  before(async () => {
    server = await ownRedis();
  });
  after(() => server.stop());

  /** A front without HTTP: adds jobs of a pool and collects the replies. */
  async function front(pool: PoolName) {
    const connections = (['worker', 'blocking'] as const).map((use) => connectRedis(server.url, use, () => {}));
    const [redis, blocking] = connections as [(typeof connections)[0], (typeof connections)[0]];
    await whenReady(redis, WITHIN_MS);
    const replies: [id: string, reply: Reply][] = [];
    const collect = (id: string, reply: ReceivedReply) => {
      replies.push([id, asText(reply)]);
      return true;
    };
    const reader = new ReplyReader(`of-test-${pool}`, redis, blocking, collect, () => {});
    await reader.start();
    const queues = openQueues(redis, () => {}, backendOfTests());
    return {
      redis,
      replies,
      state: (id: string) => queues[pool].getJobState(id),
      settled: (id: string) => reader.settled(id),
      async send(id: string, inMs: number = pools[pool].deadlineMs, input: object = { id }) {
        const job: JobData = {
          endpoint: 'test',
          input,
          account: 'test',
          requestId: id,
          deadline: Date.now() + inMs,
          replyTo: reader.stream,
        };
        await queues[pool].add('test', await lighten(redis, 0, job, Math.max(1, inMs)), { jobId: id });
      },
      async stop() {
        await reader.stop();
        await Promise.all(Object.values(queues).map((queue) => queue.close()));
        redis.disconnect();
      },
    };
  }

  it('with what it was answered, with 503 when it came too late or brought down its workers', async () => {
    const { redis, replies, send, state, stop } = await front('compute');
    await Promise.all([send('in time'), send('too late', -1), send('poison'), send('failing')]);
    // As BullMQ leaves a job that has been taken over too often.
    await redis.hset(`${QUEUE_PREFIX}:compute:poison`, 'defa', 'job stalled more than allowable limit');
    const runner = {
      async answer({ input, requestId }: JobData): Promise<Reply> {
        if (requestId === 'poison' || requestId === 'too late') throw new Error('it was begun');
        if (requestId === 'failing') return jsonReply(500, {});
        return jsonReply(200, input as object);
      },
    };
    const worker = servePool('compute', 'test', redis, runner, () => {}, { backend: backendOfTests() });
    try {
      await eventually(
        async () => replies.length,
        (count) => count >= 4,
      );
      const told = replies.map(([id, { status, body }]) => [id, status, JSON.parse(body).type ?? body]);
      deepEqual(told.sort(), [
        ['failing', 500, '{}'],
        ['in time', 200, '{"id":"in time"}'],
        ['poison', 503, 'service_unavailable'],
        ['too late', 503, 'service_busy'],
      ]);
      const states = await Promise.all(['in time', 'too late', 'poison', 'failing'].map(state));
      deepEqual(states, ['completed', 'failed', 'failed', 'failed']);
    } finally {
      await worker.stop();
      await stop();
    }
  });

  it('with megabytes beside job and reply, of which nothing is left when they have ended and are settled', async () => {
    const { redis, replies, send, settled, stop } = await front('qr');
    const file = `file ${'x'.repeat(2_000_000)}`;
    const answer = async ({ input }: JobData) => jsonReply(200, input as object);
    const memory = async () => Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
    const before = await memory();
    const dataOf = async (id: string) => String(await redis.hget(`${QUEUE_PREFIX}:qr:${id}`, 'data'));
    await send('large', undefined, { file });
    ok((await dataOf('large')).length < 500, 'the job is small');
    const worker = servePool('qr', 'test', redis, { answer }, () => {}, {
      backend: backendOfTests(),
    });
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
      const unsettled = await endsInStream(redis, 'of-test-qr');
      equal(JSON.parse(unsettled.get('large')?.body ?? '{}').file, file);
      settled('large');
      const left = await eventually(memory, (bytes) => bytes < before + 1_000_000);
      ok(left < before + 1_000_000, `${left - before} bytes are left`);
      ok((await dataOf('large')).includes('file xxx'), 'operators see what it was asked for');
    } finally {
      await worker.stop();
      await stop();
    }
  });

  it('once, when workers with 100 jobs in hand are killed and another takes these over', async () => {
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
      await Promise.all(ids.map((id) => send(id)));
      const inHand = async () => Number(await redis.get(counter));
      equal(await eventually(inHand, (count) => count === ids.length), 100);
      const answer = async ({ input }: JobData) => jsonReply(200, input as object);
      worker = servePool('content', 'next', redis, { answer }, () => {}, { backend: backendOfTests() });
      const killed = performance.now();
      for (const one of hanging) one.kill('SIGKILL');
      await Promise.all(died);
      // Longer than callers wait: the jobs are taken over because their workers' connections are gone.
      await Promise.all(ids.map((id) => redis.pexpire(`${QUEUE_PREFIX}:content:${id}:lock`, 60_000)));
      await eventually(
        async () => replies.length,
        (count) => count >= ids.length,
      );
      const seconds = (performance.now() - killed) / 1_000;
      deepEqual(replies.map(([id]) => id).sort(), [...ids].sort());
      ok(replies.every(([id, { body }]) => JSON.parse(body).id === id));
      // A second passes before a worker that is away counts as gone; the deadline is 25 s.
      ok(seconds < 15, `the last was answered after ${seconds.toFixed(1)} s`);
    } finally {
      for (const one of hanging) one.kill('SIGKILL');
      await Promise.all(died);
      await worker?.stop();
      await stop();
    }
  });
});
