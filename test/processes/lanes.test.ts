import { deepEqual, equal, ok } from 'node:assert/strict';
import { Child } from '../../embedded/child.js';
import { type PoolName, poolNames } from '../../shared/contract/pools.js';
import { readConfig } from '../../shared/process/config.js';
import { createLogger } from '../../shared/process/log.js';
import { connectRedis } from '../../shared/process/redis.js';
import { redisClock } from '../../shared/process/server-clock.js';
import { jsonReply, queuePrefix } from '../../shared/queue/job.js';
import { queueIn } from '../../shared/queue/lanes.js';
import { openWorkerLanes, serveLanes } from '../../workers/serve-lanes.js';
import { ask } from '../faults/harness/load.js';
import { backendOfTests } from '../helpers/backend-of-tests.js';
import { type LoneServers, loneServers } from '../helpers/redis-servers.js';
import { call, eventually, isAtRest, newAccount, stack } from '../helpers/stack.js';

const LANES = 3;
const log = createLogger('test', { LOG_LEVEL: 'silent', LOG_PRETTY: false });

describe('a front and workers with lanes on three Redis servers', () => {
  let servers: LoneServers;
  let front: Child;
  let baseUrl: string;
  let stopWorkers: () => Promise<void>;

  before(async () => {
    const { platform } = await stack();
    servers = await loneServers(LANES);
    const [first = '', ...further] = servers.urls;
    const env = { ...platform.environment, REDIS_URL: first, LANES_REDIS_URLS: further.join(' '), PORT: '0' };
    const main = connectRedis(first, 'worker', () => {});
    const clock = redisClock(main, log);
    const jobs = { answer: async () => jsonReply(200, {}) };
    const workers = await Promise.all(
      poolNames.map(async (pool) => {
        const lanes = openWorkerLanes(pool, readConfig(env), { redis: main, clock }, log, () => {});
        const worker = await serveLanes(pool, `of ${pool}`, lanes.all, jobs, () => {}, { backend: backendOfTests() });
        return { lanes, worker };
      }),
    );
    stopWorkers = async () => {
      await Promise.all(workers.map(({ worker }) => worker.stop()));
      for (const { lanes } of workers) lanes.close();
      main.disconnect();
    };
    front = new Child({ name: 'api', module: 'dist/api/main.js', env }, () => {});
    baseUrl = `http://127.0.0.1:${(await front.start()).port}`;
  });

  after(async () => {
    await front.stop(10_000);
    await stopWorkers();
    await servers.stop();
  });

  /** How many jobs of a pool have ended in a lane. */
  const ended = (lane: number, pool: PoolName): Promise<number> =>
    servers.ask(lane, (redis) => redis.zcard(`${queuePrefix(lane)}:${queueIn(lane, pool)}:completed`));
  const many = (key: string, pool: PoolName, options = {}) =>
    Promise.all(Array.from({ length: 2 * LANES }, () => ask(baseUrl, key, pool, options)));
  const statusesOf = (told: readonly { status: number }[]) => [...new Set(told.map(({ status }) => status))];
  const readiness = async () => (await call('/readyz', undefined, { method: 'GET', baseUrl })).status;

  /** Calls until the front uses a lane. */
  async function used(lane: number, key: string): Promise<boolean> {
    const before = await ended(lane, 'compute');
    const calling = async () => {
      await many(key, 'compute');
      return (await ended(lane, 'compute')) > before;
    };
    return eventually(calling, Boolean);
  }

  it('serve all pools over all of them, and keep what was promised in any', async () => {
    const { key } = await newAccount({ credits: 10 });
    for (const lane of [0, 1, 2]) equal(await used(lane, key), true, `lane ${lane}`);
    for (const pool of poolNames) {
      deepEqual(statusesOf(await many(key, pool)), [200], pool);
      for (const lane of [0, 1, 2]) ok((await ended(lane, pool)) > 0, `${pool} in lane ${lane}`);
    }
    for (const { status, requestId } of await many(key, 'compute', { later: true })) {
      equal(status, 202);
      const { body } = await eventually(
        () => call(`/v1/jobs/${requestId}`, undefined, { key, method: 'GET', baseUrl }),
        (answer) => answer.body.state === 'finished',
      );
      equal(body.status, 200);
    }
  });

  for (const lost of [LANES - 1]) {
    it(`serve on when the server of lane ${lost} dies, and use it again when it is back`, async () => {
      const { key, account } = await newAccount({ credits: 10 });
      equal(await used(lost, key), true);
      await servers.kill(lost);
      try {
        const settled = await eventually(
          () => many(key, 'compute'),
          (told) => statusesOf(told).every((status) => status === 200),
          5_000,
        );
        deepEqual(statusesOf(settled), [200]);
        for (const pool of poolNames) deepEqual(statusesOf(await many(key, pool)), [200], pool);
        equal(await readiness(), 200);
      } finally {
        await servers.restart(lost);
      }
      equal(await used(lost, key), true);
      const { store } = await stack();
      const wallet = await eventually(() => store.wallets.findOne({ _id: account }), isAtRest);
      equal(wallet?.open.length, 0);
    });
  }
});
