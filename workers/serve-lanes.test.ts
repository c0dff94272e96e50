import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type PoolName, poolNames, pools } from '../shared/contract/pools.js';
import { createLogger } from '../shared/process/log.js';
import { connectRedis, whenReady } from '../shared/process/redis.js';
import { redisClock } from '../shared/process/server-clock.js';
import { type JobData, jsonReply, type Reply } from '../shared/queue/job.js';
import { type ConnectedLane, connectLanes, disconnectLanes } from '../shared/queue/lanes.js';
import { openLaneQueues } from '../shared/queue/queues.js';
import { backendOfTests } from '../test/helpers/backend-of-tests.js';
import { type LoneServers, loneServers } from '../test/helpers/redis-servers.js';
import { eventually } from '../test/helpers/stack.js';
import { serveLanes } from './serve-lanes.js';
import type { JobRunner, PoolWorker } from './serve-pool.js';

const POOL: PoolName = 'qr';
const PLACES = pools[POOL].concurrency;
const log = createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false });

describe('a worker that serves several lanes', () => {
  let servers: LoneServers;
  let lanes: readonly ConnectedLane[];
  let queues: ReturnType<typeof openLaneQueues>[];
  let worker: PoolWorker | undefined;
  /** The calls in hand, by what ends them. */
  let inHand: { call: JobData; end: () => void }[];
  let begun: JobData[];

  const runner: JobRunner = {
    answer: (call) =>
      new Promise<Reply>((resolve) => {
        begun.push(call);
        const one = { call, end: () => resolve(jsonReply(200, {})) };
        inHand.push(one);
      }),
  };

  before(async () => {
    servers = await loneServers(2);
  });
  after(() => servers.stop());

  beforeEach(async () => {
    [inHand, begun] = [[], []];
    const main = connectRedis(servers.urls[0] ?? '', 'worker', () => {});
    const declared = [0, 1, 2].map((index) => ({ index, url: servers.urls[index % 2] ?? '', pools: poolNames }));
    lanes = connectLanes(declared, main, 'worker', () => {});
    await Promise.all(lanes.map(({ redis }) => whenReady(redis, 30_000)));
    await Promise.all(lanes.map(({ redis }) => redis.flushall()));
    queues = lanes.map((lane) => openLaneQueues(lane, () => {}, backendOfTests()));
    const timed = lanes.map((lane) => {
      const clock = redisClock(lane.redis, log);
      return { ...lane, clock, started: clock.start(), missed: Promise.resolve(undefined) };
    });
    worker = await serveLanes(POOL, 'test', timed, runner, () => {}, { backend: backendOfTests() });
  });

  afterEach(async () => {
    const ending = setInterval(() => endAll(), 5);
    await worker?.stop();
    clearInterval(ending);
    await Promise.all(queues.flatMap((those) => [...those.values()].map((queue) => queue.close())));
    disconnectLanes(lanes);
    lanes[0]?.redis.disconnect();
  });

  const endAll = () => {
    for (const one of inHand.splice(0)) one.end();
  };

  /** Sends so many calls over a lane; each names it. */
  async function send(lane: number, calls: number): Promise<void> {
    const now = Date.now();
    await Promise.all(
      Array.from({ length: calls }, () => {
        const requestId = randomUUID();
        const job = { endpoint: 'x', input: lane, account: 'a', requestId, deadline: now + 60_000, replyTo: 'nobody' };
        return queues[lane]?.get(POOL)?.add('x', job, { jobId: requestId, timestamp: now });
      }),
    );
  }

  const settle = async (wanted: number) => {
    await eventually(
      async () => inHand.length,
      (count) => count >= wanted,
    );
    // More would come in the next moment, if they came.
    await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const of = (calls: readonly JobData[], lane: number) => calls.filter(({ input }) => input === lane).length;

  it('has no more calls in hand than one that serves one, and all of a lane that alone has work', async () => {
    await send(1, 3 * PLACES);
    await settle(PLACES);
    equal(inHand.length, PLACES);
    await send(0, PLACES);
    await send(2, PLACES);
    await settle(PLACES);
    equal(inHand.length, PLACES);
  });

  it('has equal shares of all lanes that have work, though one has had all places', async () => {
    await send(0, 20 * PLACES);
    await settle(PLACES);
    await Promise.all([send(1, 20 * PLACES), send(2, 20 * PLACES)]);
    for (let round = 0; round < 12; round++) {
      await settle(PLACES);
      ok(inHand.length <= PLACES, `${inHand.length} calls in hand`);
      endAll();
    }
    const later = begun.slice(-6 * PLACES);
    for (const lane of [0, 1, 2]) {
      const share = of(later, lane) / later.length;
      ok(share > 0.2 && share < 0.5, `lane ${lane} had ${share} of what was begun`);
    }
  });

  it('does all that there is, in every lane, one after the other', async () => {
    for (const lane of [0, 1, 2]) await send(lane, 2 * PLACES);
    const ending = setInterval(() => endAll(), 5);
    const done = await eventually(
      async () => begun.length,
      (count) => count === 6 * PLACES,
    );
    clearInterval(ending);
    equal(done, 6 * PLACES);
    equal(new Set(begun.map(({ requestId }) => requestId)).size, 6 * PLACES);
  });

  it('goes on with the lanes of other servers while one hangs with its calls, with all places, and does its calls in the end', async () => {
    await send(1, PLACES);
    await settle(PLACES);
    servers.hang(1);
    try {
      // Their ends go nowhere; their places are free as soon as the silence is noticed.
      endAll();
      await send(0, 2 * PLACES);
      await settle(PLACES);
      deepEqual(
        [
          inHand.length,
          of(
            inHand.map(({ call }) => call),
            0,
          ),
        ],
        [PLACES, PLACES],
      );
    } finally {
      servers.resume(1);
    }
    const ending = setInterval(() => endAll(), 5);
    const completed = () => queues[1]?.get(POOL)?.getCompletedCount() ?? Promise.resolve(0);
    equal(await eventually(completed, (count) => count === PLACES), PLACES);
    clearInterval(ending);
  });
});
