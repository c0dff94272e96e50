import { deepEqual, equal, ok, rejects } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type PrivateRedis, startPrivateRedis } from '../../test/helpers/private-redis.js';
import { eventually } from '../../test/helpers/stack.js';
import { type PoolWorker, servePool } from '../../workers/runtime/take.js';
import { systemClock } from '../process/clock.js';
import { createLogger } from '../process/log.js';
import { connectRedis, type Redis, whenReady } from '../process/redis.js';
import { chooseBackend } from './backend.js';
import { type Job, jsonReply, type Reply } from './job.js';
import { JobClient } from './job-client.js';
import { openPoolQueues, parsePartitions } from './queues.js';

const log = createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false });
const WITHIN_MS = 30_000;
/** Timeout of a job that no worker may take, in ms. */
const TRIED_FOR_MS = 2_000;

const echo = async ({ input }: Job): Promise<Reply> => jsonReply(200, Object(input));

const createTask = (account: string, input: unknown = {}) => ({
  endpoint: 'test',
  input,
  account,
  requestId: randomUUID(),
});

for (const QUEUE_BACKEND of ['batching', 'stock'] as const) {
  describe(`JobClient (${QUEUE_BACKEND})`, () => {
    const backend = chooseBackend({ QUEUE_BACKEND }, log);
    const partitions = parsePartitions('compute=3');
    let server: PrivateRedis;
    let redis: Redis;
    let client: JobClient;
    const workers: PoolWorker[] = [];

    const serve = (run: (job: Job) => Promise<Reply>, partition = 0) =>
      workers.push(servePool('compute', randomUUID(), redis, { run }, () => {}, { backend, partition }));
    const send = async (account: string, input?: unknown) => {
      const task = createTask(account, input);
      const reply = await client.send('compute', task);
      client.settled(task.requestId);
      return reply;
    };

    /** Sends jobs of an account, and waits until all are queued. */
    const enqueue = async (account: string, count: number) => {
      const tasks = Array.from({ length: count }, () => createTask(account));
      const sent = tasks.map((task) => client.send('compute', task));
      await eventually(
        () => Promise.all(tasks.map(({ requestId }) => client.readState('compute', requestId))),
        (states) => !states.includes('unknown'),
      );
      return { tasks, sent };
    };
    /** Serves all partitions, and records for each whether the jobs are those sought, in the order in which they start. */
    const recordStarts = (isSought: (job: Job) => boolean): boolean[][] => {
      const started: boolean[][] = [[], [], []];
      for (const [partition, order] of started.entries())
        serve((job) => {
          order.push(isSought(job));
          return echo(job);
        }, partition);
      return started;
    };

    before(async () => {
      server = await startPrivateRedis();
    });
    after(() => server.stop());
    beforeEach(async () => {
      redis = connectRedis(server.url, 'worker', () => {});
      await whenReady(redis, WITHIN_MS);
      await redis.flushall();
      client = new JobClient({
        ...{ instance: randomUUID(), redis, clock: systemClock, onError: () => {} },
        blocking: connectRedis(server.url, 'blocking', () => {}),
        queues: openPoolQueues(redis, partitions, () => {}, backend),
      });
      await client.start();
    });
    afterEach(async () => {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
      await client.stop();
      redis.disconnect();
    });

    it('returns the reply to each job, and offloads large inputs and bodies', async () => {
      for (const partition of [0, 1, 2]) serve(echo, partition);
      const large = { file: 'x'.repeat(2_000_000) };
      const replies = await Promise.all([send('one', { n: 1 }), send('one', large), send('two', { n: 2 })]);
      deepEqual(
        replies.map(({ status, body }) => [status, JSON.parse(body)]),
        [
          [200, { n: 1 }],
          [200, large],
          [200, { n: 2 }],
        ],
      );
      const payloads = async () => (await redis.keys('*')).filter((key) => /input|replies:.*:stream:/.test(key));
      deepEqual(await eventually(payloads, (keys) => keys.length === 0), []);
    });

    it('uses the partitions that have live workers', async () => {
      let started: number[] = [];
      for (const partition of [0, 2])
        serve((job) => {
          started.push(partition);
          return echo(job);
        }, partition);
      const trySome = () =>
        Promise.allSettled(Array.from({ length: 3 }, () => client.send('compute', createTask('one'), TRIED_FOR_MS)));
      // Until the client has looked for workers, it uses all three.
      await eventually(trySome, (replies) => replies.every(({ status }) => status === 'fulfilled'));
      started = [];
      await Promise.all(Array.from({ length: 10 }, () => send('one')));
      deepEqual(started.sort(), [0, 0, 0, 0, 0, 2, 2, 2, 2, 2]);
    });

    it('serves the job of another account before those of one that floods the pool, except its first four', async () => {
      const flood = await enqueue('flooding', 120);
      const other = await enqueue('other', 1);
      const started = recordStarts(({ account }) => account === 'other');
      await Promise.all([...flood.sent, ...other.sent]);
      const positions = started.flatMap((order) => (order.includes(true) ? [order.indexOf(true)] : []));
      equal(positions.length, 1);
      ok(
        positions.every((position) => position <= 4),
        `after ${positions} others`,
      );
    });

    it('serves the jobs of an account that floods a pool in their order', async () => {
      const peak = await enqueue('flooding', 120);
      // Fewer jobs are in flight when the last ones are sent.
      for (const { requestId } of peak.tasks.slice(0, 60))
        await client.cancel('compute', requestId, jsonReply(499, {}));
      await Promise.all(peak.sent.slice(0, 60));
      const late = await enqueue('flooding', 3);
      const isLate: ReadonlySet<string> = new Set(late.tasks.map(({ requestId }) => requestId));
      const started = recordStarts(({ requestId }) => isLate.has(requestId));
      await Promise.all([...peak.sent, ...late.sent]);
      for (const order of started) equal(order.indexOf(true), order.length - 1);
    });

    it('cancels a job that no worker has started, whatever its priority', async () => {
      const tasks = Array.from({ length: 8 }, () => createTask('one'));
      const sent = tasks.map((task) => client.send('compute', task));
      const cancelled = jsonReply(499, {});
      await eventually(
        () => Promise.all(tasks.map(({ requestId }) => client.readState('compute', requestId))),
        (states) => !states.includes('unknown'),
      );
      for (const { requestId } of tasks) ok(await client.cancel('compute', requestId, cancelled));
      deepEqual(new Set((await Promise.all(sent)).map(({ status }) => status)), new Set([499]));
    });

    it('fails a job with 503 if no worker starts it in time, and with 504 if one takes too long', async () => {
      await rejects(client.send('compute', createTask('one'), 300), { status: 503 });
      let finish = (_: Reply) => {};
      const finished = new Promise<Reply>((resolve) => {
        finish = resolve;
      });
      for (const partition of [0, 1, 2]) serve(() => finished, partition);
      await rejects(client.send('compute', createTask('one'), 600), { status: 504 });
      finish(jsonReply(200, {}));
    });

    it('sends nothing once it is stopped', async () => {
      const waiting = client.send('compute', createTask('one'));
      await Promise.all([client.stop(), rejects(waiting, { status: 503 })]);
      await rejects(client.send('compute', createTask('one')), { status: 503 });
      await rejects(client.sendAsync('compute', createTask('one')), { status: 503 });
    });

    it('fails a job that is gone with 503', async () => {
      const task = createTask('one');
      const sent = client.send('compute', task);
      await eventually(
        () => client.readState('compute', task.requestId),
        (state) => state === 'waiting',
      );
      const keys = await redis.keys('{utility:compute*');
      await redis.del(...keys);
      await rejects(sent, { status: 503 });
    });
  });
}

describe('parsePartitions', () => {
  it('reads the number of partitions of each pool, 1 by default', () => {
    deepEqual(parsePartitions(), { content: 1, fetch: 1, qr: 1, compute: 1 });
    deepEqual(parsePartitions('compute=4, qr=2'), { content: 1, fetch: 1, qr: 2, compute: 4 });
  });

  it('refuses other pools and numbers', () => {
    for (const text of ['4', 'other=2', 'qr=0', 'qr=x', 'qr=1000']) {
      let message = '';
      try {
        parsePartitions(text);
      } catch (error) {
        message = String(error);
      }
      ok(/QUEUE_PARTITIONS/.test(message), text);
    }
  });
});
